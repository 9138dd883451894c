/** Separates the parts of a readable title: `Inflation · United States`. */
export const titleSeparator = " · ";

/** Series beyond these are counted, not named. */
const mostNamed = 3;

/**
 * Joins the titles of several series; a name that all share is given once: `Inflation · Germany, France`. So is any other
 * part, where not all of them are named: `Spain · Inflation, Growth, Housing + 2 more`. Equal names, as of two versions of a
 * signal, are given once.
 *
 * @param withMore - Formats the first names and how many more there are: `Germany, France, Italy + 2 more`.
 */
export function jointTitle(
  titles: readonly string[],
  withMore: (named: string, more: number) => string,
): string {
  const hasMore = titles.length > mostNamed;
  const parts = titles.map((title) => title.split(titleSeparator));
  const candidates = (parts[0] ?? []).slice(0, hasMore ? undefined : 1);
  const shared = candidates.find((part) =>
    parts.every((each) => each.length > 1 && each.includes(part)),
  );
  const own =
    shared === undefined
      ? titles
      : parts.map((each) => each.filter((part) => part !== shared).join(titleSeparator));
  const first = [...new Set(own)].slice(0, mostNamed);
  const more = own.filter((each) => !first.includes(each)).length;
  const named = first.join(", ");
  const joint = more > 0 ? withMore(named, more) : named;
  return shared === undefined ? joint : shared + titleSeparator + joint;
}
