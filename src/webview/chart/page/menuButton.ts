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

/** Makes a button open a menu, whose entries are asked for each time. */
export function openMenuWith(
  opener: HTMLButtonElement,
  entries: () => readonly (MenuEntry | null)[],
): void {
  const menu = new Deferred<Menu>(async () => {
    const { Menu } = await import("./menu");
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
