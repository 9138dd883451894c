import { t } from "../l10n";
import { button, element } from "./element";
import { type MenuEntry, openMenuWith } from "./menu";

/** A menu that opens where a person points, from no button that could be seen. */
export class PlacedMenu {
  readonly root = element("div", { class: "anchor" });
  private readonly place = button(
    { class: "menu-place", tabindex: -1, "aria-label": t("Menu") },
    () => undefined,
  );
  private entries: readonly (MenuEntry | null)[] = [];

  constructor() {
    this.root.append(this.place);
    openMenuWith(this.place, () => this.entries);
  }

  /** @param returnTo - What has the focus when the menu has closed. */
  open(
    at: Element | null,
    entries: readonly (MenuEntry | null)[],
    returnTo: HTMLElement | SVGElement,
  ): void {
    const { left = 0, bottom = 0 } = at?.getBoundingClientRect() ?? {};
    this.entries = entries;
    this.place.style.left = `${left + 8}px`;
    this.place.style.top = `${bottom}px`;
    // Where a menu closes the focus returns to what opened it, and from there to where it was.
    this.place.addEventListener("focus", () => returnTo.focus(), { once: true });
    // What was pressed takes the focus first.
    setTimeout(() => this.place.click());
  }
}
