/**
 * Values for drawing, in little more than a quarter of the memory. All but the newest are rounded, by at most 1/131,068 of
 * their span: too little to see.
 */
export interface RoundedValues {
  /** From `least` at 0 to `greatest` at {@link topLevel}; {@link noLevel} for no value. */
  readonly levels: Uint16Array;
  readonly least: number;
  readonly greatest: number;
  /** The exact values of the rows after those of `levels`. */
  readonly exact: Float64Array;
}

const topLevel = 0xfffe;
const noLevel = 0xffff;

/**
 * Rounds the values of the older rows.
 *
 * @param from - The first row that is drawn. An earlier value becomes the nearest one within the span of the others.
 * @param exactFrom - The first row whose value stays exact.
 * @returns The values themselves if those from one row to the other have no finite span.
 */
export function roundedValues(
  values: Float64Array,
  from: number,
  exactFrom: number,
): RoundedValues | Float64Array {
  let least = Infinity;
  let greatest = -Infinity;
  for (let row = from; row < exactFrom; row++) {
    const value = values[row] ?? Number.NaN;
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  }
  const span = greatest - least;
  if (!(span >= 0 && span < Infinity)) return values;
  const levels = new Uint16Array(exactFrom);
  for (let row = 0; row < exactFrom; row++) {
    const value = values[row] ?? Number.NaN;
    const share = span > 0 ? Math.min(1, Math.max(0, (value - least) / span)) : 0;
    levels[row] = Number.isNaN(value) ? noLevel : Math.round(share * topLevel);
  }
  return { levels, least, greatest, exact: values.slice(exactFrom) };
}

/** Expands rounded values for drawing. The least and the greatest are exact. */
export function receivedValues(values: RoundedValues | Float64Array): Float64Array {
  if (values instanceof Float64Array) return values;
  const { levels, least, greatest, exact } = values;
  const drawn = new Float64Array(levels.length + exact.length);
  const step = (greatest - least) / topLevel;
  for (let row = 0; row < levels.length; row++) {
    const level = levels[row] ?? noLevel;
    if (level === noLevel) drawn[row] = Number.NaN;
    else drawn[row] = level === topLevel ? greatest : least + level * step;
  }
  drawn.set(exact, levels.length);
  return drawn;
}
