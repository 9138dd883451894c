import { readdir } from "node:fs/promises";
import path from "node:path";
import { compareTexts } from "../shared/compareTexts";
import { type Instant } from "../shared/instant";
import { isAbsence } from "../store/checkedFile";
import { lockPathOf, partPathOf } from "./datasetFiles";
import { DatasetPartsError } from "./errors";
import { type DatasetJob, withStaging } from "./fetchDataset";
import {
  type DatasetLock,
  formatDatasetLock,
  parseDatasetLock,
  sortedSeries,
  specDigest,
} from "./lock";
import { type DatasetSpec } from "./spec";
import { digestOfFile, expectNoLink, textBelow } from "./staging";

/**
 * Merges the records of all parts of a fetch into the lock. Each part must be of this spec, with the files as it wrote
 * them; all of one table must have the same as-ofs, and its folder no other files, which readers of the folder would
 * take for more parts.
 *
 * @throws {@link DatasetPartsError} with everything that is wrong; DatasetBusyError, DatasetPathError, DatasetLockError.
 */
export async function lockParts(job: DatasetJob, n: number): Promise<DatasetLock> {
  return withStaging(job, undefined, async (staging) => {
    const lock = await mergedParts(job, n, staging.root);
    await staging.commit(lockPathOf(job), formatDatasetLock(lock));
    return lock;
  });
}

async function mergedParts(
  { name, spec }: DatasetJob,
  n: number,
  root: string,
): Promise<DatasetLock> {
  const parts: DatasetLock[] = [];
  const problems: string[] = [];
  const digest = specDigest(spec);
  for (let k = 1; k <= n; k++) {
    const text = await textBelow(root, partPathOf(name, spec.output, { k, n }));
    const part = text === undefined ? undefined : parseDatasetLock(text);
    if (part === undefined) problems.push(`part ${k} of ${n} is missing`);
    else if (part.spec !== digest || part.service !== spec.service) {
      problems.push(`part ${k} of ${n} was fetched for another version of the dataset`);
    } else parts.push(part);
  }
  const files = parts.flatMap((part) => part.files);
  for (const { path: target, sha256 } of files) {
    await expectNoLink(root, target.split("/"));
    const own = await digestOfFile(path.join(root, ...target.split("/")));
    if (own !== sha256) problems.push(`${target} ${own === undefined ? "is missing" : "differs"}`);
  }
  problems.push(...unequalAsOfs(parts));
  // Files of a part that is refused would be listed too.
  if (problems.length === 0) {
    const stray = await strayFiles(root, partitionedFolders(spec), files);
    if (stray.length > 0) {
      problems.push("delete these files, which belong to no part: their rows would be read twice");
      problems.push(...stray);
    }
  }
  if (problems.length > 0) throw new DatasetPartsError(problems);
  const asOf = parts.find((part) => part.asOf !== undefined)?.asOf;
  return {
    service: spec.service,
    ...(asOf !== undefined && { asOf }),
    ...{ spec: digest, parts: n },
    files: files.toSorted((one, other) => compareTexts(one.path, other.path)),
    series: sortedSeries(parts.flatMap(({ series }) => series)),
  };
}

function partitionedFolders({ output, tables }: DatasetSpec): readonly string[] {
  const partitioned = tables.filter(({ layout }) => layout === "partitioned");
  return partitioned.map(({ name }) => {
    return output.folder === "." ? name : `${output.folder}/${name}`;
  });
}

/** The tables whose parts were fetched for other as-ofs, as when a grid of one ended later. */
function unequalAsOfs(parts: readonly DatasetLock[]): string[] {
  const found = new Map<string, Set<string>>();
  for (const { series } of parts) {
    const own = new Map<string, Set<Instant | "latest">>();
    for (const { table, reference } of series) {
      if (reference.family !== "signal") continue;
      own.set(table, (own.get(table) ?? new Set()).add(reference.asOf));
    }
    for (const [table, asOfs] of own) {
      found.set(table, (found.get(table) ?? new Set()).add([...asOfs].sort().join()));
    }
  }
  return [...found].flatMap(([table, lists]) =>
    lists.size > 1 ? [`the parts of ${table} have different as-ofs`] : [],
  );
}

/**
 * The files in folders of partitioned tables that are none of the files given, sorted.
 *
 * @throws DatasetPathError
 */
export async function strayFiles(
  root: string,
  folders: readonly string[],
  files: readonly { readonly path: string }[],
): Promise<readonly string[]> {
  const known = new Set(files.map((file) => file.path));
  const stray: string[] = [];
  for (const folder of folders) {
    await expectNoLink(root, folder.split("/"));
    for (const below of await filesBelow(path.join(root, ...folder.split("/")))) {
      const target = `${folder}/${below}`;
      if (!known.has(target)) stray.push(target);
    }
  }
  return stray.sort(compareTexts);
}

/** Without those that readers skip. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && !/^[._]/.test(entry.name))
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
      .map((file) => file.split(path.sep).join("/"));
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}
