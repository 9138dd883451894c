/** Separates the parts of a readable title: `Inflation · United States`. */
export const titleSeparator = " · ";

/** Series beyond these are counted, not named. */
const mostNamed = 3;

/**
 * Joins the titles of several series; a name that all share is given once: `Inflation · Germany, France`.
 *
 * @param withMore - Formats the first names and how many more there are: `Germany, France, Italy + 2 more`.
 */
export function jointTitle(
  titles: readonly string[],
  withMore: (named: string, more: number) => string,
): string {
  const [first = ""] = titles;
  const [name = ""] = first.split(titleSeparator);
  const prefix = name + titleSeparator;
  const isShared = titles.length > 1 && titles.every((title) => title.startsWith(prefix));
  const each = isShared ? titles.map((title) => title.slice(prefix.length)) : titles;
  const named = each.slice(0, mostNamed).join(", ");
  const more = each.length - mostNamed;
  const joint = more > 0 ? withMore(named, more) : named;
  return isShared ? prefix + joint : joint;
}
