import { cyclePath } from "./paths";
import { type Releases, releasesOf } from "./releases";
import { type SampleSignal, frequencyOf } from "./signals";
import { type TagValues } from "../shared/reference";

/**
 * What many series share, computed once: the cycles of the sample's world and the release calendars, up to one
 * production. A later world begins with the same numbers.
 */
export class World {
  private readonly cycles = new Map<string, Float64Array>();
  private readonly releases = new Map<string, Releases>();

  /** @param last - The newest production of the world. */
  constructor(readonly last: number) {}

  /** One value per business day; mean 0 and a standard deviation near 1. */
  cycleOf(name: string): Float64Array {
    return memoized(this.cycles, name, () => cyclePath(name, this.last + 1));
  }

  /** @param tags - Of a variant with its own release calendar; if absent, the calendar of the others. */
  releasesOf(signal: SampleSignal, tags: TagValues = {}): Releases {
    const frequency = frequencyOf(signal, tags);
    return memoized(this.releases, JSON.stringify([signal.code, frequency]), () =>
      releasesOf(signal.code, frequency, this.last),
    );
  }
}

function memoized<K, V>(cache: Map<K, V>, key: K, compute: () => V): V {
  let value = cache.get(key);
  if (value === undefined) {
    value = compute();
    cache.set(key, value);
  }
  return value;
}
