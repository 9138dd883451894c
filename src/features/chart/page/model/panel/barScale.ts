/** On which the bars of a cross-section stand. */
export interface BarScale {
  /** The value at either edge, above zero; zero is in the middle. */
  readonly reach: number;
  /** The value that is labelled on either side. */
  readonly tick: number;
}

/** Labels closer to the edge than this share of the way are cut off. */
const maxShare = 0.92;

const leastReach = 2.2;
/** Free space beyond the longest bar, as a share of it. */
const padding = 0.05;

/** Symmetric about zero, at least to ±2.2. Values that are NaN count as none. */
export function barScale(values: readonly number[]): BarScale {
  const known = values.filter((value) => !Number.isNaN(value));
  const max = known.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const reach = Math.max(leastReach, max * (1 + padding));
  const decade = 10 ** Math.floor(Math.log10(reach * maxShare));
  const tick = [5, 2].find((factor) => factor * decade <= reach * maxShare) ?? 1;
  return { reach, tick: tick * decade };
}
