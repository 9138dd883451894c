/** The least and the greatest of some values. */
export interface Extremes {
  readonly min: number;
  readonly max: number;
}

/** Entry i of a level holds the extremes of `width` entries of the one below, from `i * width`. */
interface Level {
  readonly width: number;
  readonly min: Float64Array;
  readonly max: Float64Array;
}

/** Rows below one entry of the lowest level. 64: its two numbers then take a thirty-second of the values' memory. */
const rowsPerEntry = 64;
const entriesPerEntry = 16;

/**
 * Finds the extremes of any rows of a column without reading them all. It keeps no copy of the values; its own memory
 * is below a sixteenth of theirs.
 */
export class ExtremesTree {
  /** The values themselves are the first level. */
  private readonly levels: readonly Level[];

  constructor(values: Float64Array) {
    this.levels = levelsOf(values);
  }

  get sizeBytes(): number {
    const own = this.levels.slice(1);
    return own.reduce((sum, { min, max }) => sum + min.byteLength + max.byteLength, 0);
  }

  /** The extremes of the rows from `from` to before `to`, without NaN; undefined if no row has a value. */
  range(from: number, to: number): Extremes | undefined {
    const found = nothing();
    let start = from;
    let end = to;
    for (let index = 0; ; index++) {
      const level = this.levels[index];
      const width = this.levels[index + 1]?.width ?? Infinity;
      if (level === undefined) break;
      // The entries of the level above that lie wholly between `start` and `end`.
      const above = Math.ceil(start / width);
      const aboveEnd = Math.floor(end / width);
      if (above >= aboveEnd) {
        scan(level, start, end, found);
        break;
      }
      scan(level, start, above * width, found);
      scan(level, aboveEnd * width, end, found);
      start = above;
      end = aboveEnd;
    }
    return found.min <= found.max ? found : undefined;
  }
}

/** As {@link ExtremesTree.range}, by reading every row: for columns too short for a tree. */
export function extremesOf(values: Float64Array, from: number, to: number): Extremes | undefined {
  const found = nothing();
  scan({ min: values, max: values }, from, to, found);
  return found.min <= found.max ? found : undefined;
}

interface Found {
  min: number;
  max: number;
}

function nothing(): Found {
  return { min: Infinity, max: -Infinity };
}

/**
 * Adds entries to the found extremes. An entry without a value is Infinity and -Infinity, or NaN twice, and changes
 * nothing.
 */
function scan(entries: Omit<Level, "width">, from: number, to: number, found: Found): void {
  const { min: mins, max: maxs } = entries;
  let { min, max } = found;
  for (let index = from; index < to; index++) {
    const least = mins[index] ?? Number.NaN;
    const greatest = maxs[index] ?? Number.NaN;
    if (least < min) min = least;
    if (greatest > max) max = greatest;
  }
  found.min = min;
  found.max = max;
}

function levelsOf(values: Float64Array): Level[] {
  const levels: Level[] = [];
  let below: Level = { width: 1, min: values, max: values };
  for (let width = rowsPerEntry; ; width = entriesPerEntry) {
    levels.push(below);
    if (below.min.length <= width) return levels;
    below = levelAbove(below, width);
  }
}

/** Reads every row before the first picture, so it avoids a call or an object for each entry. */
function levelAbove(below: Level, width: number): Level {
  const rows = below.min.length;
  const length = Math.ceil(rows / width);
  const level = { width, min: new Float64Array(length), max: new Float64Array(length) };
  for (let entry = 0; entry < length; entry++) {
    let min = Infinity;
    let max = -Infinity;
    const end = Math.min(rows, (entry + 1) * width);
    for (let index = entry * width; index < end; index++) {
      const least = below.min[index] ?? Number.NaN;
      const greatest = below.max[index] ?? Number.NaN;
      if (least < min) min = least;
      if (greatest > max) max = greatest;
    }
    level.min[entry] = min;
    level.max[entry] = max;
  }
  return level;
}
