/** Separates the parts of a readable title: `Inflation · United States`. */
export const titleSeparator = " · ";

/** More series than these are counted, not named. */
const mostNamed = 3;

/**
 * Joins the titles of several series; a name that all share is given once: `Inflation · Germany, France`. More than three
 * series are counted, after whatever part their titles share: `Spain · 40 series`. Equal names, as of two versions of a
 * signal, are given once.
 *
 * @param counted - Formats the number of series.
 */
export function jointTitle(titles: readonly string[], counted: (count: number) => string): string {
  const isCounted = titles.length > mostNamed;
  const parts = titles.map((title) => title.split(titleSeparator));
  const candidates = (parts[0] ?? []).slice(0, isCounted ? undefined : 1);
  const shared = candidates.find((part) =>
    parts.every((each) => each.length > 1 && each.includes(part)),
  );
  const own =
    shared === undefined
      ? titles
      : parts.map((each) => each.filter((part) => part !== shared).join(titleSeparator));
  const joint = isCounted ? counted(titles.length) : [...new Set(own)].join(", ");
  return shared === undefined ? joint : shared + titleSeparator + joint;
}
