import { type Frame } from "../../data/frame";
import { sliceFrame } from "../../data/sliceFrame";
import { type Slice } from "../../shared/slice";
import { type SeriesOfSubject } from "./insertSubject";

/** The rows of a series that code embeds, and their slice; no slice for all rows. */
export interface NewestRows {
  readonly frame: Frame;
  readonly slice?: Slice;
}

/** The newest rows of the wanted slice, at most `max`. */
export function newestRows(whole: Frame, wanted: Slice | undefined, max: number): NewestRows {
  const slice = wanted ?? {};
  const frame = sliceFrame(whole, wanted);
  const { days } = frame;
  const from = days.at(-max);
  const to = days.at(-1);
  if (days.length <= max || from === undefined || to === undefined) {
    return wanted === undefined ? { frame } : { frame, slice };
  }
  return { frame: sliceFrame(frame, { from, to }), slice: { ...slice, from, to } };
}

/** How many rows of some series are inserted with at most `max` each, and how many there are. */
export function rowsToInsert(
  fetched: readonly SeriesOfSubject[],
  max: number,
): { readonly inserted: number; readonly total: number } {
  const counts = fetched.map(({ subject: { slice }, series: { frame } }) => {
    const total = newestRows(frame, slice, Number.POSITIVE_INFINITY).frame.days.length;
    return { inserted: Math.min(total, max), total };
  });
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    inserted: sum(counts.map(({ inserted }) => inserted)),
    total: sum(counts.map(({ total }) => total)),
  };
}
