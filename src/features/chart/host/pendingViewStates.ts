import { type RevisionsState, type ViewState } from "../model/viewState";
import { type AnyChartPlace } from "../../../shared/chartPlace";
import { type Clock, systemClock } from "../../../shared/clock";
import { type AsOf, type Instant } from "../../../shared/instant";

/** 10 seconds: opening the editor of the next place may take that long. */
const waitsMs = 10_000;

/** A comparison of the first signal that is chosen outside the page: with its other kind, or with another vintage. */
export type WantedComparison =
  | { readonly isKindCompared: boolean }
  | {
      readonly vintage: AsOf;
      /** Opens the table of revisions. */
      readonly revisions?: RevisionsState;
    };

/** The view that a chart leaves for the next one in its tab. */
export interface HandedView {
  /** Null when the page has kept nothing. */
  readonly state: ViewState | null;
  /** The instant that `latest` resolved to. */
  readonly latestAsOf?: Instant | undefined;
  /** The comparison of the first signal that the chart opens with. */
  readonly comparison?: WantedComparison;
  /** The charts from which this one was composed, the newest first. */
  readonly composedFrom?: readonly AnyChartPlace[] | undefined;
}

/** Views of charts whose tab is moving to another place. */
export class PendingViewStates {
  private readonly waiting = new Map<
    string,
    { readonly view: HandedView; readonly untilMs: number }
  >();

  constructor(private readonly clock: Clock = systemClock) {}

  /** @param uri - The URI of the chart that is about to open. */
  give(uri: string, view: HandedView): void {
    this.dropOld();
    this.waiting.set(uri, { view, untilMs: this.clock.elapsed() + waitsMs });
  }

  /** Removes and returns the view that a chart opens with; null when there is none. */
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
