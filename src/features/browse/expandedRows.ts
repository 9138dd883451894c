import type { Memento } from "vscode";

/** Maximum number of remembered rows; the oldest are dropped first. */
const maxRows = 200;
/** Tag values, which are part of ids, can be of any length. */
const maxIdLength = 1_000;

/** The expanded rows of one view, remembered across window reloads, when VS Code forgets them. */
export class ExpandedRows {
  private readonly ids: Set<string>;

  /** @param view - The view's id. */
  constructor(
    private readonly state: Memento,
    private readonly view: string,
  ) {
    const kept = state.get<unknown>(this.key);
    const ids = Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
    this.ids = new Set(ids.slice(-maxRows));
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Notes that a row was expanded or collapsed; never rejects, since the row itself works either way. */
  async set(id: string, isExpanded: boolean): Promise<void> {
    const hasChanged = this.ids.delete(id) !== isExpanded;
    if (isExpanded && id.length <= maxIdLength) this.ids.add(id);
    if (!hasChanged) return;
    for (const oldest of this.ids) {
      if (this.ids.size <= maxRows) break;
      this.ids.delete(oldest);
    }
    await Promise.allSettled([this.state.update(this.key, [...this.ids])]);
  }

  private get key(): string {
    return `${this.view}.expanded`;
  }
}
