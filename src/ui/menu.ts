import { button, element } from "./element";

/** An entry of a menu; null among entries is a separator. */
export interface MenuEntry {
  readonly label: string;
  readonly key?: string;
  /** Whether it is on; absent for entries that do not toggle. */
  readonly isChecked?: boolean;
  readonly run: () => void;
}

/** Returns the current entries of a menu. */
export type MenuEntries = () => readonly (MenuEntry | null)[];

/** Pixels between a menu and the edges of the window. */
const marginPx = 8;

/** A menu at the button that opens it, in the top layer: the button's container neither clips nor moves it. */
class Menu {
  private isOpen = false;
  private readonly list = element("div", { class: "menu", role: "menu", hidden: "" });

  /** Places it below the button, or above when it does not fit below, within the window. */
  private readonly place = (): void => {
    const { left, top, bottom } = this.opener.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.list;
    const below = bottom + 2;
    const isBelow = below + offsetHeight + marginPx <= innerHeight;
    const y = isBelow ? below : Math.max(marginPx, top - 2 - offsetHeight);
    const x = Math.min(left, document.documentElement.clientWidth - marginPx - offsetWidth);
    this.list.style.top = `${y}px`;
    this.list.style.left = `${Math.max(marginPx, x)}px`;
  };

  constructor(
    private readonly opener: HTMLButtonElement,
    private readonly entries: MenuEntries,
  ) {
    this.list.setAttribute("aria-label", opener.getAttribute("aria-label") ?? "");
    this.list.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("focusout", ({ relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && this.list.contains(relatedTarget);
      if (!isInside && relatedTarget !== this.opener) this.close(false);
    });
    opener.after(this.list);
  }

  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  open(): void {
    this.list.replaceChildren(...this.entries().map((entry) => this.shown(entry)));
    this.isOpen = true;
    this.list.hidden = false;
    this.place();
    addEventListener("resize", this.place);
    addEventListener("scroll", this.place, { capture: true, passive: true });
    this.opener.setAttribute("aria-expanded", "true");
    this.items()[0]?.focus();
  }

  private close(returnsFocus = true): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.list.hidden = true;
    removeEventListener("resize", this.place);
    removeEventListener("scroll", this.place, { capture: true });
    this.opener.setAttribute("aria-expanded", "false");
    if (returnsFocus) this.opener.focus();
  }

  private shown(entry: MenuEntry | null): HTMLElement {
    if (entry === null) return element("div", { class: "menu-line", role: "separator" });
    const role = entry.isChecked === undefined ? "menuitem" : "menuitemcheckbox";
    const item = button(
      {
        role,
        tabindex: -1,
        "aria-checked": entry.isChecked === undefined ? false : `${entry.isChecked}`,
      },
      () => {
        this.close();
        entry.run();
      },
    );
    item.append(element("span", { text: entry.label }));
    if (entry.key !== undefined) item.append(element("kbd", { text: entry.key }));
    return item;
  }

  private onKey(event: KeyboardEvent): void {
    const items = this.items();
    const at = items.findIndex((item) => item === document.activeElement);
    const next: Readonly<Record<string, number>> = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at + items.length - 1) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === "Escape") this.close();
    else if (event.key === "Tab") this.close(false);
    else items[next[event.key] ?? -1]?.focus();
    if (event.key in next || event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  private items(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>("[role^=menuitem]")];
  }
}

/** Makes a button open a menu; its entries are computed each time. */
export function openMenuWith(opener: HTMLButtonElement, entries: MenuEntries): void {
  const menu = new Menu(opener, entries);
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => menu.toggle());
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    menu.open();
  });
}
