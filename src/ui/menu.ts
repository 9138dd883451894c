import { button, element } from "./element";

/** An entry of a menu; null among entries is a separator. */
export interface MenuEntry {
  readonly label: string;
  readonly key?: string;
  /** Whether it is on; absent for entries that do not toggle. */
  readonly isChecked?: boolean;
  readonly run: () => void;
}

type Entries = readonly (MenuEntry | null)[];

/** Returns the current entries of a menu. */
export type MenuEntries = () => Entries;

export interface MenuPlace {
  readonly label: string;
  /** The menu opens below it, or above where there is no room below. */
  readonly at: Element;
  /** Focuses the opener. Called before the menu is removed, unless the focus has gone elsewhere. */
  readonly returnFocus: () => void;
  readonly onClose?: () => void;
}

/** Pixels between a menu and the edges of the window. */
const marginPx = 8;

/** Opens a menu in the top layer, where no container clips it. It exists only while it is open. */
export function openMenu(entries: Entries, place: MenuPlace): void {
  new Menu(entries, place).open();
}

/** Makes a button open a menu; its entries are computed each time. */
export function openMenuWith(opener: HTMLButtonElement, entries: MenuEntries): void {
  let wasOpen = false;
  const setExpanded = (isOpen: boolean): void =>
    opener.setAttribute("aria-expanded", String(isOpen));
  const open = (): void => {
    const all = entries();
    if (all.length === 0) return;
    openMenu(all, {
      label: opener.ariaLabel ?? opener.textContent,
      at: opener,
      returnFocus: () => opener.focus(),
      onClose: () => setExpanded(false),
    });
    setExpanded(true);
  };
  opener.setAttribute("aria-haspopup", "menu");
  setExpanded(false);
  // Pressing the button moves the focus out of an open menu, which closes before the click.
  opener.addEventListener("pointerdown", () => {
    wasOpen = opener.getAttribute("aria-expanded") === "true";
  });
  opener.addEventListener("click", ({ detail }) => {
    if (!wasOpen || detail === 0) open();
    wasOpen = false;
  });
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  });
}

class Menu {
  private readonly list: HTMLElement;
  private readonly listening = new AbortController();

  constructor(
    entries: Entries,
    private readonly place: MenuPlace,
  ) {
    this.list = element(
      "div",
      { class: "menu", role: "menu", popover: "manual", "aria-label": place.label },
      ...entries.map((entry) => this.item(entry)),
    );
  }

  open(): void {
    const { list } = this;
    const { signal } = this.listening;
    const put = (): void => this.put();
    list.addEventListener("keydown", (event) => this.onKey(event));
    list.addEventListener("contextmenu", (event) => event.preventDefault());
    list.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && list.contains(relatedTarget))) this.close(false);
    });
    addEventListener("resize", put, { signal });
    addEventListener("scroll", put, { capture: true, passive: true, signal });
    document.body.append(list);
    list.showPopover();
    put();
    this.items()[0]?.focus();
  }

  private close(returnsFocus: boolean): void {
    if (this.listening.signal.aborted) return;
    this.listening.abort();
    if (returnsFocus) this.place.returnFocus();
    this.list.remove();
    this.place.onClose?.();
  }

  /** Places the menu within the window. */
  private put(): void {
    const { at } = this.place;
    // A row may be replaced while its menu is open.
    if (!at.isConnected) return;
    const { left, top, bottom } = at.getBoundingClientRect();
    const { offsetWidth, offsetHeight, style } = this.list;
    const below = bottom + 2;
    const isBelow = below + offsetHeight + marginPx <= innerHeight;
    const y = isBelow ? below : Math.max(marginPx, top - 2 - offsetHeight);
    const x = Math.min(left, document.documentElement.clientWidth - marginPx - offsetWidth);
    style.top = `${y}px`;
    style.left = `${Math.max(marginPx, x)}px`;
  }

  private item(entry: MenuEntry | null): HTMLElement {
    if (entry === null) return element("div", { class: "menu-line", role: "separator" });
    const { label, key, isChecked, run } = entry;
    const made = button(
      {
        role: isChecked === undefined ? "menuitem" : "menuitemcheckbox",
        tabindex: -1,
        "aria-checked": isChecked === undefined ? false : `${isChecked}`,
      },
      () => {
        this.close(true);
        run();
      },
    );
    made.append(element("span", { text: label }));
    if (key !== undefined) made.append(element("kbd", { text: key }));
    return made;
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
    // The Tab key then continues from the opener.
    if (event.key === "Escape" || event.key === "Tab") this.close(true);
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
