import { setMaxListeners } from "node:events";
import {
  type ArrangedSeries,
  type Coordinate,
  type ServiceSeries,
  arrangedSeries,
} from "../data/coordinates";
import { DecodeError } from "../data/errors";
import { type Column, type Frame } from "../data/frame";
import { type HeldVintages } from "../data/table/content";
import { type LongColumn, type LongPart, longLayout } from "../data/table/long";
import { tableMetadata } from "../data/table/metadata";
import { RateLimitedError, ServiceError } from "../service/errors";
import { Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SignalRef } from "../shared/reference";
import { undatedPath } from "../shared/referencePath";
import { type FileFormat } from "../shared/wireFormat";
import { seriesOfMany } from "./seriesOfMany";
import { unsharedCopied } from "./frameTransfer";
import { type FrameWorker } from "./frameWorker";
import { defaultFreshness, freshnessOf } from "./freshness";
import { isConnectionFailure } from "./latest";
import { loadedAhead, seriesAhead } from "./loadedAhead";
import { type Series, type SeriesStore } from "./seriesStore";
import { longBlocks } from "./tableBlocks";

/** Signals as of several instants. */
export interface VintageRequest {
  readonly source: VintageSource;
  /** Their own as-of is ignored. */
  readonly members: readonly SignalRef[];
  /** The members of the whole table if these are a part of it, so that all parts have the same columns. */
  readonly all?: readonly SignalRef[] | undefined;
  /** Distinct, ascending. */
  readonly asOfs: readonly Instant[];
}

interface VintageSource {
  readonly series: SeriesStore;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

/** How a table of vintages is written. */
export interface VintageForm {
  /** The name of the file without its extension, or of the folder. */
  readonly name: string;
  readonly format: FileFormat;
  /** Whether there is one file for each as-of, in folders named as Hive does, and no column for it. */
  readonly isPartitioned: boolean;
  /** The number in the names of the files of a partitioned table; 0 by default. */
  readonly part?: number;
}

export type VintageRef = SignalRef & { readonly asOf: Instant };

/** A fetched vintage. */
interface VintageRows {
  readonly reference: VintageRef;
  /** The score columns, which are what is written; no days for a vintage without any. Emptied when it is written. */
  readonly frame: Frame;
  /** Columns of the answer that are not written. */
  readonly leftOut: readonly string[];
  /** Whether the answer is final. */
  readonly isSettled: boolean;
}

/** A vintage that has been fetched, or why there is none: NotFoundError if the service has none, which is coverage. */
export type SettledVintage =
  | VintageRows
  | { readonly reference: VintageRef; readonly error: unknown };

export interface VintageWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, of: number) => void) | undefined;
  /** Called in the order of the table, before the rows of the vintage are written. */
  readonly onSettled?: ((vintage: SettledVintage) => void) | undefined;
}

/** One file of a table of vintages. */
export interface VintageFile {
  /** Relative, with slashes: `inflation.parquet`, `inflation/as_of=20240630T235959Z/part-0.parquet`. */
  readonly path: string;
  readonly blocks: AsyncIterable<Uint8Array>;
}

/**
 * Fixed, so that all files of a table have the same columns, and are known before the first answer: a column that an
 * answer lacks is missing, and another one is left out.
 */
export const vintageColumns: readonly LongColumn[] = ["Level", "Momentum", "Aggregate"].map(
  (name) => ({ name, type: "number" }),
);

/**
 * The files of a table of vintages, one after the other: as-ofs ascending, and within each the variants as in other
 * tables. Vintages are fetched while the blocks of a file are consumed, and only a few ahead. A partitioned table has no
 * file for an as-of without any rows; a long table has its file even if it has no rows.
 *
 * The blocks of a file must be consumed before the next file is requested.
 *
 * @throws as `SeriesStore.series` does if the service cannot be reached, rejects the key or has only an old answer; as
 * the worker does; and the signal's reason when it aborts. Any other failure of a vintage is passed to `onSettled`.
 */
export async function* vintageFiles(
  worker: FrameWorker,
  request: VintageRequest,
  { name, format, isPartitioned, part = 0 }: VintageForm,
  watch: VintageWatch = {},
): AsyncGenerator<VintageFile, void, void> {
  const { asOfs, source } = request;
  const { names, series } = arrangedMembers(request);
  // In the order of the table, whatever that of the request: the metadata are part of the file's digest.
  const members = series.map(({ item }) => item.reference);
  const layout = longLayout(names, [vintageColumns], !isPartitioned);
  const { service, isSample } = source;
  const blocksOf = (
    parts: AsyncIterable<LongPart>,
    own: readonly Instant[],
  ): AsyncIterable<Uint8Array> => {
    const held: HeldVintages = { kind: "vintages", members, asOfs: own, service, isSample };
    const spec = { format, layout, metadata: () => tableMetadata(held), movesParts: true };
    return longBlocks(worker, spec, parts, watch.signal);
  };
  // A table may have more vintages than fit in memory, and none of them is needed twice.
  const uncached = source.series.uncached();
  const stores = { cached: source.series, uncached };
  const rows = new PartsByAsOf(vintageParts(stores, series, asOfs, watch));
  try {
    if (!isPartitioned) yield { path: `${name}.${format}`, blocks: blocksOf(rows.all(), asOfs) };
    else {
      for (let asOf = await rows.nextAsOf(); asOf !== undefined; asOf = await rows.nextAsOf()) {
        const path = `${name}/as_of=${asOf}/part-${part}.${format}`;
        yield { path, blocks: blocksOf(rows.of(asOf), [asOf]) };
      }
    }
  } finally {
    await rows.end();
    await uncached.written();
    uncached.dispose();
  }
}

interface Stores {
  readonly cached: SeriesStore;
  readonly uncached: SeriesStore;
}

interface UndatedSeries extends ServiceSeries {
  readonly reference: SignalRef;
}

function arrangedMembers({
  members,
  all = members,
}: VintageRequest): ArrangedSeries<UndatedSeries> {
  const { names, series } = arrangedSeries(
    all.map((each) => ({ reference: { ...each, asOf: "latest" as const }, service: "" })),
  );
  const own = new Set(members.map(undatedPath));
  return { names, series: series.filter(({ item }) => own.has(undatedPath(item.reference))) };
}

interface WantedVintage {
  readonly reference: VintageRef;
  readonly coordinates: readonly Coordinate[];
}

/** A part with the as-of that a partitioned table has in its paths only. */
type VintagePart = LongPart & { readonly asOf: Instant };

/** The vintages that have rows, in the order of the table. */
async function* vintageParts(
  stores: Stores,
  series: ArrangedSeries<UndatedSeries>["series"],
  asOfs: readonly Instant[],
  { signal, onProgress, onSettled }: VintageWatch,
): AsyncGenerator<VintagePart, void, void> {
  const urgency = new Urgency("bulk");
  function* wanted(): Generator<WantedVintage, void, void> {
    for (const asOf of asOfs) {
      for (const { item, coordinates } of series) {
        yield { reference: { ...item.reference, asOf }, coordinates };
      }
    }
  }
  const load = async (
    one: WantedVintage,
    own: AbortSignal,
  ): Promise<{ one: WantedVintage; vintage: SettledVintage }> => {
    // Each concurrent request listens to it, which is not a leak.
    setMaxListeners(0, own);
    return { one, vintage: await settled(stores, one.reference, { signal: own, urgency }) };
  };
  const of = series.length * asOfs.length;
  let done = 0;
  onProgress?.(done, of);
  for await (const { one, vintage } of loadedAhead(wanted(), seriesAhead, load, signal)) {
    onSettled?.(vintage);
    done += 1;
    onProgress?.(done, of);
    if ("error" in vintage || vintage.frame.days.length === 0) continue;
    yield { asOf: one.reference.asOf, coordinates: one.coordinates, frame: vintage.frame };
  }
}

async function settled(
  { cached, uncached }: Stores,
  reference: VintageRef,
  options: { readonly signal: AbortSignal; readonly urgency: Urgency },
): Promise<SettledVintage> {
  cached.permit(reference);
  let series: Series;
  try {
    const isInMemory = cached.cachedSeries(reference) !== undefined;
    series = await seriesOfMany(isInMemory ? cached : uncached, reference, options);
    // The window's as-of may have changed meanwhile.
    cached.permit(reference);
    if (series.staleBecause === undefined) {
      const { frame, ...rest } = scoresOf(series);
      return { reference, ...rest, frame: isInMemory ? unsharedCopied(frame) : frame };
    }
  } catch (error) {
    options.signal.throwIfAborted();
    if (!isOfOneVintage(error)) throw error;
    return { reference, error };
  }
  throw series.staleBecause;
}

/** Whether a failure concerns one vintage, so that the others are worth requesting. */
function isOfOneVintage(error: unknown): boolean {
  if (error instanceof DecodeError) return true;
  const isOfAll = isConnectionFailure(error) || error instanceof RateLimitedError;
  return error instanceof ServiceError && !isOfAll;
}

/** @throws DecodeError if a score column contains text. */
function scoresOf({ reference, frame, body, fetchedAtMs }: Series): Omit<VintageRows, "reference"> {
  const isScore = ({ name }: Column): boolean =>
    vintageColumns.some((score) => score.name === name);
  const scores = frame.columns.filter(isScore);
  const text = scores.find(({ type }) => type === "text");
  if (text !== undefined) throw new DecodeError("unsupported", `column ${text.name} contains text`);
  const { serverDateMs = fetchedAtMs } = body;
  const fetched = { fetchedAtMs, serverDateMs };
  return {
    frame: { days: frame.days, columns: scores },
    leftOut: frame.columns.filter((column) => !isScore(column)).map(({ name }) => name),
    isSettled: freshnessOf(reference, fetched, fetchedAtMs, defaultFreshness) === "final",
  };
}

/** Splits the parts of a table by their as-ofs. */
class PartsByAsOf {
  private next: VintagePart | undefined;

  constructor(private readonly parts: AsyncGenerator<VintagePart, void, void>) {}

  all(): AsyncIterable<LongPart> {
    return this.parts;
  }

  /** The as-of of the next part; undefined after the last one. */
  async nextAsOf(): Promise<Instant | undefined> {
    this.next ??= (await this.parts.next()).value ?? undefined;
    return this.next?.asOf;
  }

  /** The next parts that have this as-of. */
  async *of(asOf: Instant): AsyncGenerator<LongPart, void, void> {
    while ((await this.nextAsOf()) === asOf && this.next !== undefined) {
      const { coordinates, frame } = this.next;
      this.next = undefined;
      yield { coordinates, frame };
    }
  }

  async end(): Promise<void> {
    await this.parts.return();
  }
}
