import { type Frame } from "../../../data/frame";
import { type ChartSlice } from "../protocol";
import { plainLine } from "../../../shared/plainText";
import { percentileAmong } from "../../../shared/series/nativeStep";
import { lastKnownRow } from "../../../shared/series/observations";
import { type Slice, sliceSegments } from "../../../shared/slice";

/** A slice and the facts about the whole series that its chart shows. */
export interface ChartedSlice extends ChartSlice {
  /**
   * For each of the slice's numeric columns, the percentile of its newest value there among all of the column's
   * observations, as a whole number from 0 to 100; NaN for a column without a value there.
   */
  readonly percentiles: Float64Array;
}

export function chartSliceOf(slice: Slice, part: Frame, whole: Frame): ChartedSlice {
  return {
    words: sliceText(slice),
    lastDay: whole.days.at(-1) ?? null,
    percentiles: Float64Array.from(
      part.columns.flatMap((column) =>
        column.type === "number" ? [percentileIn(whole, column.name, column.values)] : [],
      ),
    ),
  };
}

function percentileIn(whole: Frame, name: string, shown: Float64Array): number {
  const column = whole.columns.find((each) => each.name === name);
  const newest = shown[lastKnownRow(shown)];
  if (column?.type !== "number" || newest === undefined) return Number.NaN;
  return percentileAmong({ days: whole.days, values: column.values }, newest);
}

const longestText = 200;

/** `2010-01-01..2012-12-31; Level, Momentum`. */
function sliceText({ columns = [], ...days }: Slice): string {
  const words = [...sliceSegments(days), ...(columns.length === 0 ? [] : [columns.join(", ")])];
  return plainLine(words.join("; "), longestText);
}
