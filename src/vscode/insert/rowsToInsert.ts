import { type FetchedSubject } from "./insertSubject";
import { newestRows } from "./newestRows";

/** How many rows of some series are inserted when each has `most` at most, and how many they have. */
export function rowsToInsert(
  fetched: readonly Pick<FetchedSubject, "subject" | "series">[],
  most: number,
): { readonly inserted: number; readonly total: number } {
  const counts = fetched.map(({ subject: { slice }, series: { frame } }) => {
    const total = newestRows(frame, slice, Number.POSITIVE_INFINITY).frame.days.length;
    return { inserted: Math.min(total, most), total };
  });
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
  return {
    inserted: sum(counts.map(({ inserted }) => inserted)),
    total: sum(counts.map(({ total }) => total)),
  };
}
