import { DatasetPathError } from "./errors";

/** The longest name of a table. */
const maxTableName = 80;
const maxFolder = 200;

/** Windows opens a device under these names, whatever follows the first dot. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a table may have this name, which becomes that of a file or a folder on every system. Names that end like
 * those of specs and locks would overwrite these.
 */
export function isTableName(name: string): boolean {
  return (
    name.length <= maxTableName &&
    /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name) &&
    !/(?:\.|\.macrodata(?:\.lock)?)$/i.test(name) &&
    !deviceName.test(name)
  );
}

/**
 * Whether a text names a folder below that of the spec, on every system: relative, with `/`, without `..`, drives and
 * names that begin with a dot, in which programs keep their settings. `.` is the folder itself.
 */
export function isOutputFolder(folder: string): boolean {
  if (folder === ".") return true;
  return folder.length <= maxFolder && folder.split("/").every(isFolderName);
}

function isFolderName(name: string): boolean {
  return (
    /^[\p{Letter}\p{Number}_][\p{Letter}\p{Mark}\p{Number} ._-]*$/u.test(name) &&
    !/[. ]$/.test(name) &&
    !deviceName.test(name)
  );
}

/**
 * The path of a data file of a dataset, as locks list them: below the folder of the spec on every system, and never the
 * path of a spec or a lock.
 *
 * @throws {@link DatasetPathError} for any other text.
 */
export function expectDataPath(path: string): string {
  if (!isDataPath(path)) throw new DatasetPathError(path);
  return path;
}

/** Whether a text is such a path. */
export function isDataPath(path: string): boolean {
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  return (
    path.length <= 2 * maxFolder + maxTableName &&
    /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:parquet|csv|json)$/.test(name) &&
    isTableName(name.replace(/\.[a-z]+$/, "")) &&
    folders.every((folder) => isFolderName(folder) || /^as_of=\d{8}T\d{6}Z$/.test(folder))
  );
}
