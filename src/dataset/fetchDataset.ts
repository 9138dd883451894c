import { rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { compareTexts } from "../shared/compareTexts";
import { referencePath } from "../shared/referencePath";
import { BusyMarker } from "./busyMarker";
import {
  type PartRecord,
  excludesMarker,
  lockPathOf,
  markerName,
  partPathOf,
  partRecords,
} from "./datasetFiles";
import {
  DatasetPartsError,
  DatasetPathError,
  DatasetServiceError,
  LockMismatchError,
} from "./errors";
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
  expectService,
} from "./source";
import { type DatasetSpec } from "./spec";
import { Staging, digestOfFile, expectNoLink, textBelow } from "./staging";
import { stagedTable } from "./stagedTable";
import { type UnknownSeries, unknownSeries } from "./unknownSeries";

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
  /** Series that the service does not have (404): coverage, except for those that are unknown. */
  readonly missing: readonly AbsentLine[];
  /** None if a lock was restored. */
  readonly unknown: readonly UnknownSeries[];
  /** Series that failed for another reason. */
  readonly failed: readonly AbsentLine[];
  /** Columns of answers that tables of vintages do not have. */
  readonly leftOut: readonly string[];
  /** Restored files with the values of the lock but different bytes, as another version writes them; the lock has their digests. */
  readonly rewritten: readonly string[];
  /** Files of the previous fetch that could not be deleted; the next fetch tries again. */
  readonly notDeleted: readonly string[];
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
  const own = markerName(name, part);
  await expectNoLink(root, [own]);
  const marker = await BusyMarker.create(
    path.join(root, own),
    folder,
    (other) => excludesMarker(name, part, other),
    (output, abandoned) => Staging.clean(root, output, abandoned),
  );
  let isClean = true;
  try {
    const staging = await Staging.create(root, folder, marker.staging);
    try {
      return await work(staging);
    } finally {
      isClean = await staging.dispose();
    }
  } finally {
    await marker.end(isClean);
  }
}

async function fetchInto(
  source: DatasetSource,
  job: DatasetJob,
  { signal = new AbortController().signal, onProgress, part, locked }: FetchChoice,
  staging: Staging,
): Promise<DatasetOutcome> {
  const { spec } = job;
  const lockPath = part === undefined ? lockPathOf(job) : partPathOf(job.name, spec.output, part);
  const records = await partRecords(staging.root, job);
  if (part !== undefined) expectSameParts(part, records);
  const before = await filesOfLocks(staging.root, [
    lockPath,
    // Readers of a folder would find the rows of parts twice.
    ...(part === undefined ? records.map((record) => record.path) : []),
  ]);
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
  const to = { source, staging, output: spec.output };
  for (const table of plan.tables) {
    const written = await stagedTable(to, table, watch);
    files.push(...written.files);
    series.push(...written.series);
    for (const each of written.leftOut) leftOut.add(each);
  }
  signal.throwIfAborted();
  if (locked !== undefined) expectSame(locked, plan, files, series);
  const unknown =
    locked === undefined ? await unknownSeries(source.catalog, spec, series, signal) : [];
  const lock =
    locked === undefined ? lockOf(spec, plan, files, series) : withDigests(locked, files);
  const current = new Set(lock.files.map((each) => each.path));
  const obsolete = before.filter((each) => !current.has(each.path));
  const notDeleted = await staging.commit(lockPath, formatDatasetLock(lock), obsolete);
  // A record that stays names files that are missing, which is found when parts are merged.
  if (part === undefined && locked === undefined) await deleteRecords(staging.root, records);
  const absent = lock.series.filter((each) => "absent" in each);
  return {
    lock,
    written: files.map((file) => file.path),
    missing: absent.filter((each) => each.absent === 404),
    failed: absent.filter((each) => each.absent !== 404),
    unknown,
    leftOut: [...leftOut],
    rewritten: locked === undefined ? [] : rewrittenFiles(locked, files),
    notDeleted,
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

/** The files that locks, and records of parts, name; none of one that cannot be read. */
async function filesOfLocks(
  root: string,
  paths: readonly string[],
): Promise<readonly LockedFile[]> {
  const files: LockedFile[] = [];
  for (const each of paths) {
    const text = await textBelow(root, each);
    try {
      if (text !== undefined) files.push(...parseDatasetLock(text).files);
    } catch {
      // The lock is replaced, and the files that only it names stay.
    }
  }
  return files;
}

/** @throws {@link DatasetPartsError} if some of another number of parts have been fetched. */
function expectSameParts({ n }: DatasetPart, records: readonly PartRecord[]): void {
  const other = records.find((record) => record.n !== n);
  if (other === undefined) return;
  const folder = path.posix.dirname(other.path);
  throw new DatasetPartsError([
    `there are already parts of ${other.n}, whose rows would be read twice: use --part K/${other.n}, or delete ${folder} and the partitioned tables`,
  ]);
}

async function deleteRecords(root: string, records: readonly PartRecord[]): Promise<void> {
  const files = records.map((record) => path.join(root, ...record.path.split("/")));
  await Promise.allSettled(files.map((file) => rm(file, { force: true })));
  const [first] = files;
  if (first !== undefined) await Promise.allSettled([rmdir(path.dirname(first))]);
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

/** A restored lock with the digests of its files as they were written. */
function withDigests(locked: DatasetLock, files: readonly LockedFile[]): DatasetLock {
  const digests = new Map(files.map(({ path: target, sha256 }) => [target, sha256]));
  const written = locked.files.map((file) => {
    return { ...file, sha256: digests.get(file.path) ?? file.sha256 };
  });
  return { ...locked, files: written };
}

/** The files that have other bytes than a lock says. */
function rewrittenFiles(locked: DatasetLock, files: readonly LockedFile[]): readonly string[] {
  const digests = new Map(locked.files.map(({ path: target, sha256 }) => [target, sha256]));
  const rewritten = files.filter((file) => digests.get(file.path) !== file.sha256);
  return rewritten.map((file) => file.path);
}

/**
 * Compares the fetched tables with a lock. The bytes of a file may differ if its values are the same: another version of
 * this program, or of the Parquet module, may write them differently.
 *
 * @throws {@link LockMismatchError} if a fetched table is not as the lock says.
 */
function expectSame(
  locked: DatasetLock,
  { tables }: DatasetPlan,
  files: readonly LockedFile[],
  series: readonly LockedSeries[],
): void {
  const fetched = new Set(tables.map(({ name }) => name));
  const linesOf = (lock: Omit<DatasetLock, "service" | "spec">, withBytes: boolean): LockLines => {
    const own = [
      ...lock.files.map((each) => [
        each.table,
        each.path,
        withBytes ? `${each.sha256} ${each.rows}` : `${each.rows}`,
      ]),
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
  const differing = (withBytes: boolean): string[] => {
    const wanted = linesOf(locked, withBytes);
    const found = linesOf({ files, series }, withBytes);
    const keys = new Set([...wanted.keys(), ...found.keys()]);
    return [...keys].filter((key) => wanted.get(key) !== found.get(key));
  };
  // Other bytes alone are no mismatch, but they are listed with one.
  if (differing(false).length > 0) throw new LockMismatchError(differing(true).sort(compareTexts));
}

type LockLines = ReadonlyMap<string, string>;

function expectName(name: string): void {
  if (name === "" || /[/\\\0:]/.test(name) || name.startsWith("."))
    throw new DatasetPathError(name);
}
