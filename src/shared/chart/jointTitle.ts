/** Between the parts of a title for people: `Inflation · United States`. */
export const titleSeparator = " · ";

/** More series than these are counted. */
const mostNamed = 3;

/**
 * The titles of several series as one, with what is common to all once: `Inflation · Germany, France`.
 *
 * @param withMore - The text for names and how many more there are: `Germany, France, Italy + 2 more`.
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
