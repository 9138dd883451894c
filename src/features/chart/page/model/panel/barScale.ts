/** The scale of the bars of a cross-section. */
export interface BarScale {
  /** The absolute value at either edge; zero is in the middle. */
  readonly reach: number;
  /** The absolute value that is labelled on either side. */
  readonly tick: number;
}

/** A tick beyond this share of the way from zero to the edge would have its label cut off. */
const maxShare = 0.92;

const leastReach = 2.2;
/** Free space beyond the longest bar, as a share of it. */
const padding = 0.05;

/** Computes a scale symmetric about zero that reaches at least ±2.2. NaN values are ignored. */
export function barScale(values: readonly number[]): BarScale {
  const known = values.filter((value) => !Number.isNaN(value));
  const max = known.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const reach = Math.max(leastReach, max * (1 + padding));
  const decade = 10 ** Math.floor(Math.log10(reach * maxShare));
  const tick = [5, 2].find((factor) => factor * decade <= reach * maxShare) ?? 1;
  return { reach, tick: tick * decade };
}
