/** Characters that readers of DuckDB and polars treat as patterns. */
const patternCharacters = /[*?[]/g;

/** A path that no reader expands to a home folder. */
export function homelessPath(relativePath: string): string {
  return relativePath.startsWith("~") ? `./${relativePath}` : relativePath;
}

/** The path with its special characters in brackets, for readers that support patterns. */
export function escapedPattern(path: string): string {
  return path.replace(patternCharacters, "[$&]");
}

/** The inverse of {@link escapedPattern}. */
export function unescapedPattern(text: string): string {
  return text.replace(/\[([*?[])\]/g, "$1");
}

/** No real path is longer. */
const longestPath = 1_000;

/**
 * Whether a relative path, with `/` as separator, stays inside its folder on every system: no root, no drive, no URI
 * scheme, no `..`, no backslash.
 */
export function isInsidePath(path: string): boolean {
  if (path === "" || path.length > longestPath || /[\\:\p{Control}]/u.test(path)) return false;
  const parts = path.split("/");
  return parts[0] !== "~" && parts.every((part) => part !== "" && part !== "..");
}
