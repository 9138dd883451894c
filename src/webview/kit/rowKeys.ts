/** What keys do with a row of a list besides leading from one to the next. */
export interface RowKeys {
  /** Enter; beside with Ctrl or Cmd. */
  readonly onOpen?: (row: HTMLElement, isBeside: boolean) => void;
  /** The menu key, Shift+F10 and the right mouse button. */
  readonly onMenu?: (row: HTMLElement) => void;
  /** The arrow keys to the right and to the left, as in trees. */
  readonly onUnfold?: (row: HTMLElement, isOpening: boolean) => void;
}

/**
 * Makes the rows of a list one stop of the Tab key: those with `data-key`, by which the stop is found again when they are made
 * anew. The arrow keys lead from one to the next, Home and End to the ends.
 */
export class RowFocus {
  private key = "";

  constructor(
    private readonly list: HTMLElement,
    private readonly keys: RowKeys,
  ) {
    list.addEventListener("focusin", ({ target }) => {
      const row = this.rowOf(target);
      if (row !== undefined) this.stopAt(row);
    });
    list.addEventListener("keydown", (event) => this.onKey(event));
    list.addEventListener("contextmenu", (event) => {
      const row = this.rowOf(event.target);
      if (row === undefined || keys.onMenu === undefined) return;
      event.preventDefault();
      row.focus();
      keys.onMenu(row);
    });
  }

  /** The rows are others now; the one that had the focus has it again. */
  settle(hadFocus: boolean): void {
    const rows = this.rows();
    const stop = rows.find(({ dataset }) => dataset["key"] === this.key) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
    if (hadFocus) stop?.focus();
  }

  /** The row that an event happened in. */
  rowOf(target: EventTarget | null): HTMLElement | undefined {
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
    return row !== null && this.list.contains(row) ? row : undefined;
  }

  private rows(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>("[data-key]")];
  }

  private stopAt(row: HTMLElement): void {
    this.key = row.dataset["key"] ?? "";
    for (const each of this.rows()) each.tabIndex = each === row ? 0 : -1;
  }

  private onKey(event: KeyboardEvent): void {
    const rows = this.rows();
    const at = rows.findIndex((row) => row === event.target);
    const row = rows[at];
    if (row === undefined || event.altKey) return;
    const next: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(rows.length - 1, at + 1),
      ArrowUp: Math.max(0, at - 1),
      Home: 0,
      End: rows.length - 1,
    };
    const to = rows[next[event.key] ?? -1];
    if (to !== undefined) to.focus();
    else if (!this.act(event, row)) return;
    event.preventDefault();
  }

  /** False for keys that mean nothing here. */
  private act(event: KeyboardEvent, row: HTMLElement): boolean {
    const { onOpen, onMenu, onUnfold } = this.keys;
    if (event.key === "Enter" && onOpen !== undefined) {
      onOpen(row, event.ctrlKey || event.metaKey);
      return true;
    }
    const isMenu = event.key === "ContextMenu" || (event.shiftKey && event.key === "F10");
    if (isMenu && onMenu !== undefined) {
      onMenu(row);
      return true;
    }
    const isSideways = event.key === "ArrowRight" || event.key === "ArrowLeft";
    if (!isSideways || onUnfold === undefined) return false;
    onUnfold(row, event.key === "ArrowRight");
    return true;
  }
}
