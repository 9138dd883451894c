import { type RawSignal } from "./rawSignal";
import { type Releases } from "./releases";
import { elementAt } from "./elementAt";

/** The largest absolute score. */
const scoreLimit = 3;

export interface ScoreValues {
  readonly level: number;
  readonly momentum: number;
  readonly aggregate: number;
}

/**
 * The scores of one variant with the knowledge of one production, which can be advanced.
 *
 * Level is the z-score of an observation, clipped, with the mean and deviation of all known observations; Momentum is
 * the same for its change in three months; Aggregate is their mean. Mean and deviation come from running sums, which a
 * revision corrects in place. So a sweep over all productions costs no more than one over the events, and every sweep
 * has bit-identical sums at a production, whether it ends there or continues: what FIT reports of a day is what SNAP
 * has for it as of the day's own production.
 */
export class Scores {
  private readonly known: Float64Array;
  private readonly levels = new Moments();
  private readonly changes = new Moments();
  private nextEvent = 0;

  constructor(
    private readonly raw: RawSignal,
    private readonly releases: Releases,
  ) {
    const newest = releases.newest;
    this.known = new Float64Array(elementAt(newest, newest.length - 1) + 1).fill(Number.NaN);
  }

  /** Learns everything that became known up to a production, inclusive. Cannot go back. */
  advanceTo(production: number): void {
    const { productions, observations, stages } = this.releases;
    for (; this.nextEvent < productions.length; this.nextEvent++) {
      if (elementAt(productions, this.nextEvent) > production) return;
      const observation = elementAt(observations, this.nextEvent);
      const stage = elementAt(stages, this.nextEvent);
      this.learn(observation, this.raw.reportedAt(observation, stage));
    }
  }

  /** The currently known score of a business day's newest observation. */
  scoreOf(businessDay: number): ScoreValues {
    const observation = elementAt(this.releases.newest, businessDay);
    const level = this.levels.scoreOf(elementAt(this.known, observation));
    const momentum = this.changes.scoreOf(this.changeAt(observation));
    return { level, momentum, aggregate: (level + momentum) / 2 };
  }

  private learn(observation: number, value: number): void {
    const later = observation + this.releases.threeMonths;
    const before = this.changeAt(observation);
    const beforeLater = this.changeAt(later);
    this.levels.replace(elementAt(this.known, observation), value);
    this.known[observation] = value;
    this.changes.replace(before, this.changeAt(observation));
    this.changes.replace(beforeLater, this.changeAt(later));
  }

  /** NaN if one of the two values is unknown. */
  private changeAt(observation: number): number {
    const earlier = this.known[observation - this.releases.threeMonths];
    return (this.known[observation] ?? Number.NaN) - (earlier ?? Number.NaN);
  }
}

class Moments {
  private count = 0;
  private sum = 0;
  private squares = 0;

  /** Removes one value and adds another; NaN stands for neither. */
  replace(before: number, after: number): void {
    if (!Number.isNaN(before)) {
      this.count--;
      this.sum -= before;
      this.squares -= before * before;
    }
    if (!Number.isNaN(after)) {
      this.count++;
      this.sum += after;
      this.squares += after * after;
    }
  }

  scoreOf(value: number): number {
    const mean = this.sum / this.count;
    const deviation = Math.sqrt(this.squares / this.count - mean * mean);
    return Math.min(scoreLimit, Math.max(-scoreLimit, (value - mean) / deviation));
  }
}
