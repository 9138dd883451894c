/** Readers of DuckDB and polars take these for patterns. */
const patternCharacters = /[*?[]/g;

/** Whether a reader that knows patterns of paths would take a path for one. */
export function isPattern(relativePath: string): boolean {
  return relativePath.search(patternCharacters) !== -1;
}

/** A path that no reader takes for one of a home folder. */
export function homelessPath(relativePath: string): string {
  return relativePath.startsWith("~") ? `./${relativePath}` : relativePath;
}

/** A path whose special characters stand in brackets, as readers want them that know patterns. */
export function escapedPattern(path: string): string {
  return path.replace(patternCharacters, "[$&]");
}

/** The path that {@link escapedPattern} was given. */
export function unescapedPattern(text: string): string {
  return text.replace(/\[([*?[])\]/g, "$1");
}

/** A path that is longer is nobody's. */
const longestPath = 1_000;

/**
 * Whether a relative path, with `/` between its parts, stays inside the folder it starts from, on every system: no root, no
 * drive, no other scheme, no `..`, no backslash.
 */
export function isInsidePath(path: string): boolean {
  if (path === "" || path.length > longestPath || /[\\:\p{Control}]/u.test(path)) return false;
  const parts = path.split("/");
  return parts[0] !== "~" && parts.every((part) => part !== "" && part !== "..");
}
