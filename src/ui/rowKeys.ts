/** The effects of keys on a row of a list, besides moving between rows. */
export interface RowKeys {
  /** Enter; with Ctrl or Cmd, to the side. */
  readonly onOpen?: (row: HTMLElement, isBeside: boolean) => void;
  /** The menu key, Shift+F10 and the right mouse button. */
  readonly onMenu?: (row: HTMLElement) => void;
  /** Right and left arrow, as in trees. */
  readonly onUnfold?: (row: HTMLElement, isOpening: boolean) => void;
}

/**
 * Makes the rows of a list with `data-key` a single Tab stop; the key identifies the current row when rows are
 * replaced. Arrow keys move between rows, Home and End to the ends.
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

  /** Restores the current row, and its focus, after rows were replaced. */
  settle(hadFocus: boolean): void {
    const rows = this.rows();
    const stop = rows.find(({ dataset }) => dataset["key"] === this.key) ?? rows[0];
    for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
    if (hadFocus) stop?.focus();
  }

  /** The row of an event's target. */
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

  /** False for keys without an effect here. */
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
