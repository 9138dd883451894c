import { type RawSignal } from "./rawSignal";
import { type Releases } from "./releases";
import { valueAt } from "./valueAt";

/** No score is farther from zero. */
const scoreLimit = 3;

export interface Score {
  readonly level: number;
  readonly momentum: number;
  readonly aggregate: number;
}

/**
 * The scores of one variant with the knowledge of one production, which can be moved forward.
 *
 * Level is the z-score of an observation, clipped, with the mean and deviation of all observations known; Momentum is
 * the same for its change in three months; Aggregate is their mean. Mean and deviation come from running sums, which a
 * revision corrects in place. So a sweep over all productions costs no more than one over the events, and whoever comes
 * to a production (a sweep that ends there or one that goes on) holds the same sums, bit by bit: what FIT reports of a
 * day is what SNAP holds for it as of the day's own production.
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
    this.known = new Float64Array(valueAt(newest, newest.length - 1) + 1).fill(Number.NaN);
  }

  /** Learns everything that became known up to a production, inclusive. Going back is not possible. */
  advanceTo(production: number): void {
    const { productions, observations, stages } = this.releases;
    for (; this.nextEvent < productions.length; this.nextEvent++) {
      if (valueAt(productions, this.nextEvent) > production) return;
      const observation = valueAt(observations, this.nextEvent);
      const stage = valueAt(stages, this.nextEvent);
      this.learn(observation, this.raw.reportedAt(observation, stage));
    }
  }

  /** What is known now of the newest observation that a business day had. */
  scoreOf(businessDay: number): Score {
    const observation = valueAt(this.releases.newest, businessDay);
    const level = this.levels.scoreOf(valueAt(this.known, observation));
    const momentum = this.changes.scoreOf(this.changeAt(observation));
    return { level, momentum, aggregate: (level + momentum) / 2 };
  }

  private learn(observation: number, value: number): void {
    const later = observation + this.releases.threeMonths;
    const [before, beforeLater] = [this.changeAt(observation), this.changeAt(later)];
    this.levels.replace(valueAt(this.known, observation), value);
    this.known[observation] = value;
    this.changes.replace(before, this.changeAt(observation));
    this.changes.replace(beforeLater, this.changeAt(later));
  }

  /** NaN as long as one of the two values is unknown. */
  private changeAt(observation: number): number {
    const earlier = this.known[observation - this.releases.threeMonths];
    return (this.known[observation] ?? Number.NaN) - (earlier ?? Number.NaN);
  }
}

class Moments {
  private count = 0;
  private sum = 0;
  private squares = 0;

  /** Takes one value out and another in; NaN is neither. */
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
