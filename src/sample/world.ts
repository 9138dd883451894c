import { lastBusinessDayOfMonth, lastBusinessDayOfWeek } from "./businessDays";
import { elementAt } from "./elementAt";
import { cyclePath } from "./paths";
import { type Frequency, type Releases, releasesOf } from "./releases";
import { type SampleSignal, frequencyOf } from "./signals";
import { type TagValues } from "../shared/reference";

/**
 * What many series share, computed once: the cycles of the sample's world and the release calendars, up to one
 * production. A later world begins with the same numbers.
 */
export class World {
  private readonly cycles = new Map<string, Float64Array>();
  private readonly observed = new Map<string, Float64Array>();
  private readonly releases = new Map<string, Releases>();

  /** @param last - The newest production of the world. */
  constructor(readonly last: number) {}

  /** One value per business day; mean 0 and a standard deviation near 1. */
  cycleOf(name: string): Float64Array {
    return memoized(this.cycles, name, () => cyclePath(name, this.last + 1));
  }

  /** The cycle on the last business day of each observed period. */
  observedCycle(name: string, kind: Frequency["kind"]): Float64Array {
    const cycle = this.cycleOf(name);
    if (kind === "daily") return cycle;
    return memoized(this.observed, `${kind} ${name}`, () => {
      const lastDayOf = kind === "weekly" ? lastBusinessDayOfWeek : lastBusinessDayOfMonth;
      const days: number[] = [];
      for (let period = 0, day = lastDayOf(0); day < cycle.length; day = lastDayOf(++period)) {
        days.push(day);
      }
      return Float64Array.from(days, (day) => elementAt(cycle, day));
    });
  }

  /** @param tags - Of a variant with its own release calendar; if absent, the calendar of the others. */
  releasesOf(signal: SampleSignal, tags: TagValues = {}): Releases {
    const frequency = frequencyOf(signal, tags);
    return memoized(this.releases, JSON.stringify([signal.code, frequency]), () =>
      releasesOf(signal.code, frequency, this.last),
    );
  }
}

let used = new World(-1);

/** The world up to a production. Services in one process share the last one, since computing its records takes a second. */
export function worldUpTo(last: number): World {
  if (used.last !== last) used = new World(last);
  return used;
}

function memoized<K, V>(cache: Map<K, V>, key: K, compute: () => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    cache.set(key, value);
  }
  return value;
}
