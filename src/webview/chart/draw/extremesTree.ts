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

/** Rows below one entry of the lowest level: its two numbers take a thirty-second of the values' memory. */
const rowsPerEntry = 64;
/** Entries below one entry of any other level. */
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

  /** What it holds beside the values. */
  get sizeBytes(): number {
    const own = this.levels.slice(1);
    return own.reduce((sum, { min, max }) => sum + min.byteLength + max.byteLength, 0);
  }

  /** The extremes of the rows from `from` to before `to`, NaN left out; undefined where no value is. */
  range(from: number, to: number): Extremes | undefined {
    const scan = new Scan();
    let start = from;
    let end = to;
    for (const [index, level] of this.levels.entries()) {
      const width = this.levels[index + 1]?.width;
      // The entries above that lie wholly between `start` and `end`.
      const above = width === undefined ? end : Math.ceil(start / width);
      const aboveEnd = width === undefined ? above : Math.floor(end / width);
      if (width === undefined || above >= aboveEnd) {
        scan.add(level.min, level.max, start, end);
        break;
      }
      scan.add(level.min, level.max, start, above * width);
      scan.add(level.min, level.max, aboveEnd * width, end);
      start = above;
      end = aboveEnd;
    }
    return scan.extremes;
  }
}

/** The same as {@link ExtremesTree.range} by reading every row: for columns too short for a tree. */
export function extremesOf(values: Float64Array, from: number, to: number): Extremes | undefined {
  const scan = new Scan();
  scan.add(values, values, from, to);
  return scan.extremes;
}

/** The extremes of entries seen so far. An entry without a value has Infinity and -Infinity, or NaN twice. */
class Scan {
  private min = Infinity;
  private max = -Infinity;

  add(mins: Float64Array, maxs: Float64Array, from: number, to: number): void {
    let { min, max } = this;
    for (let index = from; index < to; index++) {
      const least = mins[index] ?? Number.NaN;
      const greatest = maxs[index] ?? Number.NaN;
      if (least < min) min = least;
      if (greatest > max) max = greatest;
    }
    this.min = min;
    this.max = max;
  }

  get extremes(): Extremes | undefined {
    return this.min <= this.max ? { min: this.min, max: this.max } : undefined;
  }
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

function levelAbove({ min, max }: Level, width: number): Level {
  const length = Math.ceil(min.length / width);
  const level = { width, min: new Float64Array(length), max: new Float64Array(length) };
  for (let entry = 0; entry < length; entry++) {
    const scan = new Scan();
    scan.add(min, max, entry * width, Math.min(min.length, (entry + 1) * width));
    level.min[entry] = scan.extremes?.min ?? Infinity;
    level.max[entry] = scan.extremes?.max ?? -Infinity;
  }
  return level;
}
