import { t } from "./l10n";
import { button, element } from "./element";
import { type MenuEntry, openMenuWith } from "./menu";

/** A menu at the pointer, opened from an invisible button. */
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

  /** @param returnTo - Gets the focus when the menu closes. */
  open(
    at: Element | null,
    entries: readonly (MenuEntry | null)[],
    returnTo: HTMLElement | SVGElement,
  ): void {
    const { left = 0, bottom = 0 } = at?.getBoundingClientRect() ?? {};
    this.entries = entries;
    this.place.style.left = `${left + 8}px`;
    this.place.style.top = `${bottom}px`;
    // A closing menu focuses its opener, which passes the focus on.
    this.place.addEventListener("focus", () => returnTo.focus(), { once: true });
    // The pressed element takes the focus first.
    setTimeout(() => this.place.click());
  }
}
