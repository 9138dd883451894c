import type { Memento } from "vscode";

/** Rows that are remembered; those that were expanded longest ago are forgotten first. */
const maxRows = 200;
/** A service can name its tag values with any text. */
const longestId = 1_000;

/** The rows of one view that are expanded. VS Code forgets them when the window reloads. */
export class ExpandedRows {
  private readonly ids: Set<string>;

  /** @param view - Its id. */
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

  /** Notes that a row was expanded or collapsed; never rejects, since a row that cannot be remembered is expanded all the same. */
  async set(id: string, isExpanded: boolean): Promise<void> {
    const hasChanged = this.ids.delete(id) !== isExpanded;
    if (isExpanded && id.length <= longestId) this.ids.add(id);
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
