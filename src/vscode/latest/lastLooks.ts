import type * as vscode from "vscode";
import { type ChangesPair } from "../../shared/latest/changesProtocol";
import { pairOf } from "./parseFromChanges";

/** What a person saw when they last looked at what changed. */
export interface Look {
  /** The older answer; undefined for a first look. */
  readonly sinceMs: number | undefined;
  readonly toMs: number;
}

const prefix = "changes.lastLook.";

/** When a person last saw what changed, by connection: a look is a page drawn with a newer answer than the one before. */
export class LastLooks {
  constructor(private readonly state: Pick<vscode.Memento, "get" | "update">) {}

  /**
   * Since when changes are shown: since the look before, where there is a newer answer by now, else since what that look
   * showed. Undefined at the first look. One that is still to come was made under a clock that was wrong.
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
    // JSON has no undefined: a first look is one since itself.
    const seen: ChangesPair = { sinceMs: sinceMs ?? newestMs, toMs: newestMs };
    await this.state.update(prefix + connectionId, seen);
  }

  private lookAt(connectionId: string): Look | undefined {
    const pair = pairOf(this.state.get(prefix + connectionId));
    if (pair === undefined) return undefined;
    const { sinceMs, toMs } = pair;
    return { sinceMs: sinceMs === toMs ? undefined : sinceMs, toMs };
  }
}
