import { type ViewState } from "../model/viewState";
import { type AnyChartPlace } from "../../../shared/chartPlace";
import { type Clock, systemClock } from "../../../shared/clock";
import { type Instant } from "../../../shared/instant";

/** How long a view waits for the editor of the place to which its tab moves: as long as opening one may take. */
const waitsMs = 10_000;

/** What a chart hands over to the next one in its tab. */
export interface HandedView {
  /** Null where the page has kept nothing. */
  readonly state: ViewState | null;
  /** What latest was. */
  readonly latestAsOf?: Instant | undefined;
  /** Whether the first signal is to be compared with its other kind. */
  readonly isKindWanted?: boolean;
  /** The charts from which this one was composed step by step, the last step first. */
  readonly composedFrom?: readonly AnyChartPlace[] | undefined;
}

/** The views of charts on their way to another place in the same tab. */
export class PendingViewStates {
  private readonly waiting = new Map<
    string,
    { readonly view: HandedView; readonly untilMs: number }
  >();

  constructor(private readonly clock: Pick<Clock, "elapsed"> = systemClock) {}

  /** @param uri - Of the chart that is about to be opened. */
  give(uri: string, view: HandedView): void {
    this.dropOld();
    this.waiting.set(uri, { view, untilMs: this.clock.elapsed() + waitsMs });
  }

  /** The view that a chart is to open with, once; null when there is none. */
  take(uri: string): HandedView | null {
    this.dropOld();
    const handed = this.waiting.get(uri);
    this.waiting.delete(uri);
    return handed?.view ?? null;
  }

  private dropOld(): void {
    const now = this.clock.elapsed();
    for (const [uri, { untilMs }] of this.waiting) if (untilMs <= now) this.waiting.delete(uri);
  }
}
