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
