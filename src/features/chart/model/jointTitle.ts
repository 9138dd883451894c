/** Separates the parts of a readable title: `Inflation · United States`. */
export const titleSeparator = " · ";

/** 3: more series are counted, not named. */
const mostNamed = 3;

/**
 * Joins the titles of several series; a name that all share is given once: `Inflation · Germany, France`. More than three
 * series are counted, after the part that their titles share: `Spain · 40 series`. Equal names, such as those of two
 * versions of a signal, are given once.
 *
 * @param counted - Formats the number of series.
 */
export function jointTitle(titles: readonly string[], counted: (count: number) => string): string {
  if (titles.length > mostNamed) return countedTitle(titles, counted(titles.length));
  const parts = titles.map((title) => title.split(titleSeparator));
  const shared = sharedPart(parts, (parts[0] ?? []).slice(0, 1));
  const own =
    shared === undefined
      ? titles
      : parts.map((each) => each.filter((part) => part !== shared).join(titleSeparator));
  const joint = [...new Set(own)].join(", ");
  return shared === undefined ? joint : shared + titleSeparator + joint;
}

/**
 * The titles of several series, counted instead of named: `Inflation · 4 series`, or `4 series` if they share no part.
 *
 * @param counted - `4 series`.
 */
export function countedTitle(titles: readonly string[], counted: string): string {
  const parts = titles.map((title) => title.split(titleSeparator));
  const shared = sharedPart(parts, parts[0] ?? []);
  return shared === undefined ? counted : shared + titleSeparator + counted;
}

/** The first candidate that is a part of every title, next to other parts. */
function sharedPart(
  parts: readonly (readonly string[])[],
  candidates: readonly string[],
): string | undefined {
  return candidates.find((part) => parts.every((each) => each.length > 1 && each.includes(part)));
}
