import path from "node:path";
import { Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { LaterThanAsOfError } from "../store/asOfGate";
import { loadedAhead, seriesAhead } from "../store/loadedAhead";
import { type AbsenceReason, type DatasetLock, type LockedFile, type LockedSeries } from "./lock";
import { strayFiles } from "./lockParts";
import { type SettledSeries, frameOfDigest, settledSeries } from "./settledSeries";
import { type DatasetSource, type DatasetWatch, expectService } from "./source";
import { digestOfFile, expectNoLink } from "./staging";

export type VerifyState =
  | "same"
  | "values differ"
  | "file differs"
  | "missing"
  /** A file that the lock does not list, among those of a table. */
  | "extra"
  | "cannot be fetched";

export interface VerifiedFile {
  readonly path: string;
  readonly state: Extract<VerifyState, "same" | "file differs" | "missing" | "extra">;
}

export interface VerifiedSeries {
  readonly table: string;
  readonly reference: SeriesRef;
  readonly state: VerifyState;
  /** Why it cannot be fetched. */
  readonly reason?: AbsenceReason;
}

/** Whether files, and answers of the service, are as a lock says. */
export interface VerifyReport {
  readonly kind: "verify";
  readonly service: string;
  readonly asOf?: Instant | undefined;
  /** In the order of the lock, then those that it does not list. */
  readonly files: readonly VerifiedFile[];
  /** In the order of the lock; none where only the files were verified. */
  readonly series: readonly VerifiedSeries[];
  readonly isSame: boolean;
}

/**
 * Compares a lock with the files, and with what the service answers now as of the same instants; the cache is not used.
 * The service has no earlier forecasts: these are as their files are.
 *
 * @param source - Undefined to verify the files alone.
 * @throws DatasetServiceError before any request; DatasetPathError for a file behind a link; what would fail for every
 * series; the signal's reason when it aborts.
 */
export async function verifyDataset(
  source: DatasetSource | undefined,
  { root, lock }: { readonly root: string; readonly lock: DatasetLock },
  { signal = new AbortController().signal, onProgress }: DatasetWatch = {},
): Promise<VerifyReport> {
  if (source !== undefined) expectService(source, lock.service);
  const files: VerifiedFile[] = [];
  for (const file of lock.files) {
    signal.throwIfAborted();
    files.push({ path: file.path, state: await fileState(root, file) });
  }
  for (const extra of await strayFiles(root, partitionFolders(lock), lock.files)) {
    files.push({ path: extra, state: "extra" });
  }
  const series: VerifiedSeries[] = [];
  if (source !== undefined) {
    const urgency = new Urgency("bulk");
    const load = (line: LockedSeries, own: AbortSignal): Promise<VerifiedSeries> =>
      verifiedSeries(source, line, lock.files, files, { signal: own, urgency });
    onProgress?.(0, lock.series.length);
    for await (const verified of loadedAhead(lock.series, seriesAhead, load, signal)) {
      series.push(verified);
      onProgress?.(series.length, lock.series.length);
    }
  }
  return {
    ...{ kind: "verify", service: lock.service, asOf: lock.asOf, files, series },
    isSame: [...files, ...series].every(({ state }) => state === "same"),
  };
}

/** The folders of partitioned tables, all of whose files readers take for parts of the table. */
function partitionFolders({ files }: DatasetLock): readonly string[] {
  const folders = files.flatMap((file) => /^(.+)\/as_of=[^/]+\/[^/]+$/.exec(file.path)?.[1] ?? []);
  return [...new Set(folders)];
}

async function fileState(
  root: string,
  { path: target, sha256 }: LockedFile,
): Promise<VerifiedFile["state"]> {
  await expectNoLink(root, target.split("/"));
  const digest = await digestOfFile(path.join(root, ...target.split("/")));
  if (digest === undefined) return "missing";
  return digest === sha256 ? "same" : "file differs";
}

async function verifiedSeries(
  source: DatasetSource,
  line: LockedSeries,
  lockedFiles: readonly LockedFile[],
  files: readonly VerifiedFile[],
  options: { readonly signal: AbortSignal; readonly urgency: Urgency },
): Promise<VerifiedSeries> {
  const { table, reference } = line;
  if (reference.family === "forecast") {
    const own = files.filter((_, at) => lockedFiles[at]?.table === table);
    const state = own.find((file) => file.state !== "same")?.state ?? "same";
    return { table, reference, state };
  }
  try {
    const now = await settledSeries(source.series, reference, { ...options, isRefresh: true });
    return { table, reference, ...stateOf(line, now) };
  } catch (error) {
    if (!(error instanceof LaterThanAsOfError)) throw error;
    return { table, reference, state: "cannot be fetched", reason: "later" };
  }
}

function stateOf(
  line: LockedSeries,
  now: SettledSeries,
): { readonly state: VerifyState; readonly reason?: AbsenceReason } {
  if ("absent" in now) {
    const { absent } = now;
    if ("absent" in line && line.absent === absent) return { state: "same" };
    return absent === 404 ? { state: "missing" } : { state: "cannot be fetched", reason: absent };
  }
  const isSame = !("absent" in line) && frameOfDigest(now.frame, line.values) !== undefined;
  return { state: isSame ? "same" : "values differ" };
}
