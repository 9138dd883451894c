import { cyclePath } from "./paths";
import { type Releases, releasesOf } from "./releases";
import { type SampleSignal } from "./signals";

/**
 * What many series share, computed once: the cycles of the sample's world and the release calendars, up to one
 * production. A world that ends later begins with the same numbers.
 */
export class World {
  private readonly cycles = new Map<string, Float64Array>();
  private readonly releases = new Map<SampleSignal, Releases>();

  /** @param last - The newest production that the world knows. */
  constructor(readonly last: number) {}

  /** One value per business day; mean 0 and a standard deviation near 1. */
  cycleOf(name: string): Float64Array {
    return memoized(this.cycles, name, () => cyclePath(name, this.last + 1));
  }

  releasesOf(signal: SampleSignal): Releases {
    return memoized(this.releases, signal, () =>
      releasesOf(signal.code, signal.frequency, this.last),
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
