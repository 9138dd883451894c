import { LRUCache } from "lru-cache";
import { DecodeError } from "../data/errors";
import { type Frame } from "../data/frame";
import { type DecodedFrame, type Repairs } from "../data/normalizeFrame";
import { type Body } from "../service/body";
import { AsOfNotHonouredError } from "../service/errors";
import { type ServiceClient } from "../service/serviceClient";
import { dayOfInstant } from "../shared/instant";
import { type Log, silentLog } from "../shared/log";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import { type FrameWorker } from "./frameWorker";
import { Flights } from "./flights";
import { repairNotes } from "./repairNotes";

/** A series as it was fetched. Everyone who asks shares it: nothing in it may be changed. */
export interface Series {
  readonly reference: SeriesRef;
  readonly frame: Frame;
  /** The raw answer, byte for byte, so that it can still be opened and saved. */
  readonly body: Body;
  /** Milliseconds since 1970-01-01 UTC, by this computer's clock. */
  readonly fetchedAtMs: number;
}

export interface SeriesStoreOptions {
  readonly client: Pick<ServiceClient, "downloadSignalData" | "downloadForecastData">;
  readonly worker: Pick<FrameWorker, "decode">;
  /** How bodies travel; Parquet unless something on the way mangles binary bodies. */
  readonly transferFormat?: () => WireFormat;
  /** Bytes of frames and bodies kept in memory; 256 MiB by default. */
  readonly capacityBytes?: number;
  readonly now?: () => number;
  readonly log?: Log;
}

export interface SeriesOptions {
  readonly signal?: AbortSignal;
  /** Asks the service even when the series is kept. */
  readonly isRefresh?: boolean;
}

const defaultCapacityBytes = 256 * 1024 * 1024;

/** A vintage may hold this many days beyond its as-of: days in Asia and the Pacific run ahead of UTC. */
const daysAheadOfUtc = 1;

/** Series of one connection by reference: fetched, decoded, checked, and the most recently used ones kept in memory. */
export class SeriesStore {
  private readonly flights = new Flights<Series>();
  private readonly kept: LRUCache<string, Series>;

  constructor(private readonly options: SeriesStoreOptions) {
    const { capacityBytes = defaultCapacityBytes } = options;
    this.kept = new LRUCache({ maxSize: capacityBytes, sizeCalculation: sizeOf });
  }

  /**
   * The series of a reference, from memory or from the service; asked for twice at once it is fetched once.
   *
   * @throws ServiceError, {@link AsOfNotHonouredError} among them, for what the service or the network did.
   * @throws {@link DecodeError} for a body that is no series. A failure leaves what was kept as it was.
   */
  async series(reference: SeriesRef, { signal, isRefresh }: SeriesOptions = {}): Promise<Series> {
    signal?.throwIfAborted();
    const key = referencePath(reference);
    const kept = isRefresh === true ? undefined : this.kept.get(key);
    return kept ?? this.flights.join(key, (abort) => this.fetch(key, reference, abort), signal);
  }

  /** The series as last fetched; no request is made. */
  keptSeries(reference: SeriesRef): Series | undefined {
    return this.kept.get(referencePath(reference));
  }

  /** Forgets what is kept and aborts what is under way, for a connection whose address or key has changed. */
  clear(): void {
    this.flights.dispose();
    this.kept.clear();
  }

  dispose(): void {
    this.clear();
  }

  private async fetch(key: string, reference: SeriesRef, signal: AbortSignal): Promise<Series> {
    const { transferFormat = () => "parquet" as const, now = Date.now } = this.options;
    const { body, decoded } = await this.decodable(reference, transferFormat(), signal);
    checkAsOf(reference, decoded.frame, body);
    this.logRepairs(body, decoded.repairs);
    const series: Series = { reference, frame: decoded.frame, body, fetchedAtMs: now() };
    signal.throwIfAborted();
    this.kept.set(key, series);
    return series;
  }

  /** A Parquet body that cannot be decoded is asked for once more, as CSV. */
  private async decodable(
    reference: SeriesRef,
    format: WireFormat,
    signal: AbortSignal,
  ): Promise<{ body: Body; decoded: DecodedFrame }> {
    const body = await this.download(reference, format, signal);
    try {
      return { body, decoded: await this.options.worker.decode(body, signal) };
    } catch (error) {
      if (format !== "parquet" || !isUndecodable(error)) throw error;
      this.log.warn(`${body.request}: ${error.message}; asking for CSV instead`);
      return this.decodable(reference, "csv", signal);
    }
  }

  private download(reference: SeriesRef, format: WireFormat, signal: AbortSignal): Promise<Body> {
    const { client } = this.options;
    return reference.family === "signal"
      ? client.downloadSignalData(reference, { format, signal })
      : client.downloadForecastData(reference, { format, signal });
  }

  private logRepairs(body: Body, repairs: Repairs): void {
    for (const note of repairNotes(repairs)) this.log.warn(`${body.request}: ${note}`);
  }

  private get log(): Log {
    return this.options.log ?? silentLog;
  }
}

/** Another format may help where the bytes are at fault; a series over the limits stays over them. */
function isUndecodable(error: unknown): error is DecodeError {
  return error instanceof DecodeError && error.kind !== "too-large";
}

/** The answer does not echo the as-of, so a service that ignored it would look as if it had honoured it (DATA-08). */
function checkAsOf(reference: SeriesRef, frame: Frame, body: Body): void {
  if (reference.family === "forecast" || reference.asOf === "latest") return;
  const lastDay = frame.days.at(-1);
  if (lastDay === undefined || lastDay <= dayOfInstant(reference.asOf) + daysAheadOfUtc) return;
  throw new AsOfNotHonouredError(body, reference.asOf, lastDay);
}

/** Memory held, in bytes; a character counts two. */
function sizeOf({ frame, body }: Series): number {
  const columns = frame.columns.map((column) =>
    column.type === "number"
      ? column.values.byteLength
      : column.values.reduce((sum, text) => sum + 8 + 2 * (text?.length ?? 0), 0),
  );
  return columns.reduce((a, b) => a + b, frame.days.byteLength + body.bytes.byteLength + 1);
}
