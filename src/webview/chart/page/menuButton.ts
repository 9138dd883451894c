import { Deferred } from "./deferred";
import { type Menu } from "./menu";

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

/** Makes a button open a menu, whose entries are loaded with it and asked for each time. */
export function openMenuWith(opener: HTMLButtonElement, load: () => Promise<MenuEntries>): void {
  const menu = new Deferred<Menu>(async () => {
    const [{ Menu }, entries] = await Promise.all([import("./menu"), load()]);
    return new Menu(opener, entries);
  });
  menu.prepareNear(opener);
  opener.setAttribute("aria-haspopup", "menu");
  opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => menu.use((opened) => opened.toggle()));
  opener.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    menu.use((opened) => opened.open());
  });
}
