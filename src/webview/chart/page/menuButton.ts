import { Lazy } from "./lazy";
import { Menu } from "./menu";

/** An entry of a menu; null among them draws a line. */
export interface MenuEntry {
  readonly label: string;
  /** The key that does the same, shown beside it. */
  readonly key?: string;
  /** Whether it is on; entries that are not switches have none. */
  readonly isChecked?: boolean;
  readonly run: () => void;
}

/** The entries of a menu as they are now. */
export type MenuEntries = () => readonly (MenuEntry | null)[];

/** Makes a button open a menu, whose entries are asked for each time. */
export function openMenuWith(opener: HTMLButtonElement, entries: MenuEntries): void {
  const menu = new Lazy(() => new Menu(opener, entries));
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => menu.get().toggle());
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    menu.get().open();
  });
}
