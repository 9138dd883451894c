import { t } from "./l10n";
import { placeChildren, setAttributes } from "./element";
import { type MenuEntry, openMenu } from "./menu";

/** A row of a list, and its subject. */
export interface Row<T> {
  readonly root: HTMLElement;
  readonly record: T;
  /** The control in the row that is focused instead of the row itself. */
  readonly stop?: HTMLElement;
}

export interface RowHandlers<T> {
  /** Returns a key that identifies a row after rows are replaced. */
  readonly keyOf: (record: T) => string;
  /** Called on a click and on Enter; with Ctrl or Cmd, to open to the side. */
  readonly onOpen?: (record: T, isBeside: boolean) => void;
  /** Called on a click instead of `onOpen`. */
  readonly onClick?: (record: T) => void;
  /** The menu for a right click, the menu key and Shift+F10. */
  readonly menuOf?: (record: T) => readonly (MenuEntry | null)[];
  /** Called on the right and left arrow keys, as in trees. */
  readonly onUnfold?: (record: T, isOpening: boolean) => void;
}

/** The rows of a list or table: a single Tab stop, with arrow keys, Home and End to move between rows. */
export class RowList<T> {
  private rows: readonly Row<T>[] = [];
  private current = "";

  constructor(
    private readonly root: HTMLElement,
    private readonly handlers: RowHandlers<T>,
  ) {
    root.addEventListener("focusin", ({ target }) => {
      const row = this.rowOf(target);
      if (row === undefined) return;
      this.current = handlers.keyOf(row.record);
      this.settle();
    });
    root.addEventListener("keydown", (event) => {
      if (this.move(event) || this.act(event)) event.preventDefault();
    });
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("contextmenu", (event) => {
      const row = this.rowOf(event.target);
      if (row === undefined || handlers.menuOf === undefined) return;
      event.preventDefault();
      stopOf(row).focus();
      this.openMenu(row);
    });
  }

  /** Shows rows, and other elements between them. The current row remains the Tab stop and keeps the focus. */
  show(items: readonly (Row<T> | HTMLElement)[]): void {
    const hadFocus = this.root.contains(document.activeElement);
    this.rows = items.filter((item): item is Row<T> => !(item instanceof HTMLElement));
    placeChildren(
      this.root,
      items.map((item) => (item instanceof HTMLElement ? item : item.root)),
    );
    this.settle();
    if (hadFocus && document.activeElement === document.body) this.focus();
  }

  /** The record of the row in which an event happened. */
  recordOf(target: EventTarget | null): T | undefined {
    return this.rowOf(target)?.record;
  }

  /** Focuses the current row, or the one with this key. */
  focus(key = this.current): void {
    const row = this.find(key);
    if (row !== undefined) stopOf(row).focus();
  }

  private find(key: string): Row<T> | undefined {
    return this.rows.find(({ record }) => this.handlers.keyOf(record) === key) ?? this.rows[0];
  }

  private settle(): void {
    const current = this.find(this.current);
    for (const row of this.rows) {
      setAttributes(stopOf(row), { tabindex: row === current ? 0 : -1 });
    }
  }

  private rowOf(target: EventTarget | null): Row<T> | undefined {
    return target instanceof Node ? this.rows.find(({ root }) => root.contains(target)) : undefined;
  }

  private move(event: KeyboardEvent): boolean {
    const at = this.rows.findIndex((row) => stopOf(row) === event.target);
    if (at < 0 || event.altKey) return false;
    const next: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(this.rows.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: this.rows.length - 1,
    };
    const to = this.rows[next[event.key] ?? -1];
    if (to !== undefined) stopOf(to).focus();
    return to !== undefined;
  }

  /** Acts on a key; false for a key without an effect. */
  private act({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    const row = this.rows.find((each) => stopOf(each) === target);
    const { onOpen, menuOf, onUnfold } = this.handlers;
    if (row === undefined || altKey) return false;
    const isMenu = key === "ContextMenu" || (shiftKey && key === "F10");
    const isSideways = key === "ArrowRight" || key === "ArrowLeft";
    if (key === "Enter" && onOpen !== undefined) onOpen(row.record, ctrlKey || metaKey);
    else if (isMenu && menuOf !== undefined) this.openMenu(row);
    else if (isSideways && onUnfold !== undefined) onUnfold(row.record, key === "ArrowRight");
    else return false;
    return true;
  }

  private onClick({ target, detail, ctrlKey, metaKey }: MouseEvent): void {
    const row = this.rowOf(target);
    const isControl = target instanceof Element && target.closest("button") !== null;
    // The second click of a double click has no effect.
    if (row === undefined || isControl || detail > 1) return;
    const { onClick, onOpen } = this.handlers;
    if (onClick === undefined) onOpen?.(row.record, ctrlKey || metaKey);
    else onClick(row.record);
  }

  private openMenu(row: Row<T>): void {
    const entries = this.handlers.menuOf?.(row.record) ?? [];
    if (entries.length === 0) return;
    openMenu(entries, { label: t("Menu"), at: stopOf(row), returnFocus: () => this.focus() });
  }
}

function stopOf<T>({ root, stop = root }: Row<T>): HTMLElement {
  return stop;
}
