import { changesPair } from "../messages";
import type * as vscode from "vscode";
import { parsedAs } from "../../../../shared/messageSchemas";
import { type ChangesPair } from "../protocol";

/** The answers that the user saw at their last look. */
export interface Look {
  /** When the older answer was fetched; undefined for a first look. */
  readonly sinceMs: number | undefined;
  readonly toMs: number;
}

const prefix = "changes.lastLook.";

/** The last look at What Changed, by connection. A look counts when the page shows a newer answer than at the one before. */
export class LastLooks {
  constructor(private readonly state: vscode.Memento) {}

  /**
   * The older time to compare with: that of the last look if there is a newer answer by now, else the one that the last look
   * compared with. Undefined at the first look. A look in the future was made while the clock was wrong, and is ignored.
   */
  sinceMs(connectionId: string, newestMs: number): number | undefined {
    const look = this.lookAt(connectionId);
    if (look === undefined || look.toMs > newestMs) return undefined;
    return look.toMs < newestMs ? look.toMs : look.sinceMs;
  }

  async note(connectionId: string, newestMs: number): Promise<void> {
    const look = this.lookAt(connectionId);
    const isPast = look !== undefined && look.toMs <= Date.now();
    if (isPast && look.toMs >= newestMs) return;
    const sinceMs = this.sinceMs(connectionId, newestMs);
    // JSON has no undefined: a first look has two equal times.
    const seen: ChangesPair = { sinceMs: sinceMs ?? newestMs, toMs: newestMs };
    await this.state.update(prefix + connectionId, seen);
  }

  private lookAt(connectionId: string): Look | undefined {
    const pair = parsedAs(changesPair, this.state.get(prefix + connectionId));
    if (pair === undefined) return undefined;
    const { sinceMs, toMs } = pair;
    return { sinceMs: sinceMs === toMs ? undefined : sinceMs, toMs };
  }
}
