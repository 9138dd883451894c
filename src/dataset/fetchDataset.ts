import { readdir } from "node:fs/promises";
import path from "node:path";
import { compareTexts } from "../shared/compareTexts";
import { referencePath } from "../shared/referencePath";
import { isAbsence } from "../store/checkedFile";
import { BusyMarker } from "./busyMarker";
import { DatasetPathError, DatasetServiceError, LockMismatchError } from "./errors";
import {
  type AbsentLine,
  type DatasetLock,
  type LockedFile,
  type LockedSeries,
  formatDatasetLock,
  parseDatasetLock,
  sortedSeries,
  specDigest,
} from "./lock";
import { type DatasetPlan, type PlannedTable, datasetPlan, planOfLock } from "./plan";
import {
  type DatasetPart,
  type DatasetPlace,
  type DatasetSource,
  type DatasetWatch,
} from "./source";
import { type DatasetSpec, lockEnding } from "./spec";
import { Staging, digestOfFile, expectNoLink, textBelow } from "./staging";
import { stagedTable } from "./stagedTable";

/** A dataset to be fetched. */
export interface DatasetJob extends DatasetPlace {
  readonly spec: DatasetSpec;
}

/** How a dataset is fetched. */
export interface FetchChoice extends DatasetWatch {
  /** Fetches one part; its record takes the place of the lock until {@link lockParts} merges all. */
  readonly part?: DatasetPart | undefined;
  /** Fetches what this lock says; every digest must match it. */
  readonly locked?: DatasetLock | undefined;
}

/** The result of a fetch that wrote its lock. */
export interface DatasetOutcome {
  readonly lock: DatasetLock;
  /** The paths that were written, below the root; fewer than the lock's if what was there is the same. */
  readonly written: readonly string[];
  /** Series that the service does not have (404): coverage. */
  readonly missing: readonly AbsentLine[];
  /** Series that failed for another reason. */
  readonly failed: readonly AbsentLine[];
  /** Columns of answers that tables of vintages do not have. */
  readonly leftOut: readonly string[];
}

/**
 * Fetches a dataset: all files are written beside the output first, then renamed, the lock last. A failure or a
 * cancellation leaves the previous files and lock, and nothing else.
 *
 * @throws DatasetServiceError before any request, DatasetBusyError, DatasetPathError, {@link LockMismatchError};
 * TooManyVintagesError; what would fail for every series; as the file system does; the signal's reason when it aborts.
 */
export async function fetchDataset(
  source: DatasetSource,
  job: DatasetJob,
  choice: FetchChoice = {},
): Promise<DatasetOutcome> {
  const { name, spec } = job;
  const { signal, part, locked } = choice;
  expectService(source, spec.service);
  expectName(name);
  signal?.throwIfAborted();
  if (locked !== undefined) expectLockOf(locked, spec);
  return withStaging(job, part, (staging) => fetchInto(source, job, choice, staging));
}

/**
 * Does work that writes to a dataset, or to a part of it, while no other process does.
 *
 * @throws DatasetBusyError, DatasetPathError, and as the work does.
 */
export async function withStaging<T>(
  { root, name, spec }: DatasetJob,
  part: DatasetPart | undefined,
  work: (staging: Staging) => Promise<T>,
): Promise<T> {
  const { folder } = spec.output;
  const suffix = part === undefined ? "" : `-${part.k}-of-${part.n}`;
  const markerName = `.${name}${suffix}.macrodata.busy`;
  await expectNoLink(root, [markerName]);
  const marker = await BusyMarker.create(path.join(root, markerName), (abandoned) =>
    Staging.clean(root, folder, abandoned),
  );
  try {
    const staging = await Staging.create(root, folder, marker.staging);
    let result: T;
    try {
      result = await work(staging);
    } catch (error) {
      // The first error matters.
      await Promise.allSettled([staging.dispose()]);
      throw error;
    }
    await staging.dispose();
    return result;
  } finally {
    await marker.remove();
  }
}

/** @throws {@link DatasetServiceError} */
export function expectService({ service }: DatasetSource, wanted: string): void {
  if (service !== wanted) throw new DatasetServiceError(wanted);
}

/** Where the lock of a dataset is, below the root. */
export function lockPathOf({ name }: DatasetPlace): string {
  return `${name}${lockEnding}`;
}

/** Where the record of a part is, below the root. */
export function partPathOf(
  name: string,
  { folder }: DatasetSpec["output"],
  part: DatasetPart,
): string {
  const own = `.macrodata-parts/${name}-${part.k}-of-${part.n}.json`;
  return folder === "." ? own : `${folder}/${own}`;
}

async function fetchInto(
  source: DatasetSource,
  job: DatasetJob,
  { signal = new AbortController().signal, onProgress, part, locked }: FetchChoice,
  staging: Staging,
): Promise<DatasetOutcome> {
  const { spec } = job;
  const lockPath = part === undefined ? lockPathOf(job) : partPathOf(job.name, spec.output, part);
  const before = await filesBefore(staging.root, job, part);
  const plan =
    locked === undefined
      ? await datasetPlan(source, spec, { signal }, part)
      : await missingPlan(staging.root, spec, locked);
  const of = plan.tables.reduce((sum, table) => sum + requestsOf(table), 0);
  let done = 0;
  onProgress?.(done, of);
  const watch = { signal, onSettled: () => onProgress?.(++done, of) };
  const files: LockedFile[] = [];
  const series: LockedSeries[] = [];
  const leftOut = new Set<string>();
  const to = { source, staging, output: spec.output, part: part?.k ?? 0 };
  for (const table of plan.tables) {
    const written = await stagedTable(to, table, watch);
    files.push(...written.files);
    series.push(...written.series);
    for (const each of written.leftOut) leftOut.add(each);
  }
  signal.throwIfAborted();
  if (locked !== undefined) expectSame(locked, plan, files, series);
  const lock = locked ?? lockOf(spec, plan, files, series);
  await staging.commit(lockPath, formatDatasetLock(lock));
  const current = new Set(lock.files.map((each) => each.path));
  const obsolete = before.filter((each) => !current.has(each.path));
  await staging.deleteUnchanged(obsolete, spec.output.folder);
  const absent = lock.series.filter((each) => "absent" in each);
  return {
    lock,
    written: files.map((file) => file.path),
    missing: absent.filter((each) => each.absent === 404),
    failed: absent.filter((each) => each.absent !== 404),
    leftOut: [...leftOut],
  };
}

function lockOf(
  spec: DatasetSpec,
  { asOf }: DatasetPlan,
  files: readonly LockedFile[],
  series: readonly LockedSeries[],
): DatasetLock {
  return {
    service: spec.service,
    ...(asOf !== undefined && { asOf }),
    spec: specDigest(spec),
    files: files.toSorted((one, other) => compareTexts(one.path, other.path)),
    series: sortedSeries(series),
  };
}

function requestsOf(table: PlannedTable): number {
  return table.members.length * (table.kind === "vintages" ? table.asOfs.length : 1);
}

/**
 * The files that the lock of the previous fetch names, or the record of the part; for a whole fetch also those of parts,
 * whose rows readers of a folder would find twice.
 */
async function filesBefore(
  root: string,
  job: DatasetJob,
  part: DatasetPart | undefined,
): Promise<readonly LockedFile[]> {
  const { name, spec } = job;
  if (part !== undefined) return filesOfLock(root, partPathOf(name, spec.output, part));
  const files = [...(await filesOfLock(root, lockPathOf(job)))];
  const folder = path.posix.dirname(partPathOf(name, spec.output, { k: 1, n: 1 }));
  await expectNoLink(root, folder.split("/"));
  const records = await readdir(path.join(root, ...folder.split("/"))).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
  for (const record of records) {
    const isOwn = record.startsWith(name) && /^-\d+-of-\d+\.json$/.test(record.slice(name.length));
    if (isOwn) files.push(...(await filesOfLock(root, `${folder}/${record}`)));
  }
  return files;
}

/** None where there is no lock, or none that can be read: it is replaced, and files that only it names stay. */
async function filesOfLock(root: string, lockPath: string): Promise<readonly LockedFile[]> {
  const text = await textBelow(root, lockPath);
  try {
    return text === undefined ? [] : parseDatasetLock(text).files;
  } catch {
    return [];
  }
}

/** The series that a lock lists, without the tables whose files are as it says. */
async function missingPlan(
  root: string,
  spec: DatasetSpec,
  locked: DatasetLock,
): Promise<DatasetPlan> {
  const changed = new Set<string>();
  for (const { path: target, table, sha256 } of locked.files) {
    await expectNoLink(root, target.split("/"));
    if ((await digestOfFile(path.join(root, ...target.split("/")))) !== sha256) changed.add(table);
  }
  const { asOf, tables } = planOfLock(spec, locked);
  return { asOf, tables: tables.filter(({ name }) => changed.has(name)) };
}

/** @throws {@link LockMismatchError} */
function expectLockOf(locked: DatasetLock, spec: DatasetSpec): void {
  if (locked.service !== spec.service) throw new DatasetServiceError(locked.service);
  if (locked.spec !== specDigest(spec)) throw new LockMismatchError(["spec"]);
}

/** @throws {@link LockMismatchError} if a fetched table is not as the lock says. */
function expectSame(
  locked: DatasetLock,
  { tables }: DatasetPlan,
  files: readonly LockedFile[],
  series: readonly LockedSeries[],
): void {
  const fetched = new Set(tables.map(({ name }) => name));
  const linesOf = (lock: Omit<DatasetLock, "service" | "spec">): Map<string, string> => {
    const own = [
      ...lock.files.map((each) => [each.table, each.path, `${each.sha256} ${each.rows}`]),
      ...lock.series.map((each) => [
        each.table,
        `${each.table} ${referencePath(each.reference)}`,
        "absent" in each ? "absent" : `${each.values} ${each.rows}`,
      ]),
    ];
    return new Map(
      own.flatMap(([table = "", key = "", value = ""]) =>
        fetched.has(table) ? [[key, value]] : [],
      ),
    );
  };
  const [wanted, found] = [linesOf(locked), linesOf({ files, series })];
  const differing = [...new Set([...wanted.keys(), ...found.keys()])].filter(
    (key) => wanted.get(key) !== found.get(key),
  );
  if (differing.length > 0) throw new LockMismatchError(differing.sort(compareTexts));
}

function expectName(name: string): void {
  if (name === "" || /[/\\\0:]/.test(name) || name.startsWith("."))
    throw new DatasetPathError(name);
}
