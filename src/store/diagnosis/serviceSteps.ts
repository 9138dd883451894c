import { areSameDays } from "../../shared/series/observations";
import { type Frame } from "../../data/frame";
import {
  ContractError,
  HttpError,
  RepeatedKeyError,
  ServiceError,
  TooLargeError,
  UnauthorizedError,
  UnexpectedContentError,
  InvalidRequest,
  NotFoundError,
} from "../../service/errors";
import { type Body } from "../../service/body";
import { type Listing, unreadableCount } from "../../service/listing";
import { type Tag } from "../../service/parseTags";
import { type ListedSignal } from "../../service/parseSignals";
import { type ServiceClient } from "../../service/serviceClient";
import { type Clock } from "../../shared/clock";
import { instantOfMs } from "../../shared/instant";
import { type SignalRef, type TagValues, signalRef } from "../../shared/reference";
import { type WireFormat } from "../../shared/wireFormat";
import { checkAsOf, lastDayAt } from "../checkAsOf";
import { type FrameWorker } from "../frameWorker";
import { type AnyStep, type Conclusion, type StepName } from "./findings";
import { type SignalDefinition } from "../../service/parseDefinition";

/** The service to diagnose, and how its answers are read. */
export interface DiagnosedService {
  /** Every answer comes from the network, never from the cache. */
  readonly client: ServiceClient;
  readonly worker: FrameWorker;
  /** The variants that tags address. */
  readonly variantsOf: (tags: readonly Tag[]) => Iterable<TagValues>;
}

/** A series that was read in one format. */
interface ReadSeries {
  readonly reference: SignalRef;
  readonly format: WireFormat;
  readonly body: Body;
  readonly frame: Frame;
}

const yearMs = 365 * 86_400_000;

/** Smaller clock differences are harmless. */
const toleratedDifferenceMs = 60_000;

/**
 * Checks the service's answers: whether it answers, accepts the key, and lists signals; one series in each format and
 * as of a year ago; its clock.
 */
export class ServiceSteps {
  readonly steps: readonly AnyStep[];
  private listing: Listing<ListedSignal> | undefined;
  /** Why there is no listing although the service answered, or why nothing was sent. */
  private listingError: unknown;
  private listingMs = 0;
  /** How far this computer was ahead of the service when it answered; undefined if the answer had no time. */
  private aheadMs: number | undefined;
  private hasAnswered = false;
  private reference: SignalRef | undefined;
  /** The first series that could be read. */
  private latest: ReadSeries | undefined;

  /** @param path - The steps that a request to the service needs. */
  constructor(
    private readonly service: DiagnosedService,
    path: readonly StepName[],
    private readonly clock: Clock,
  ) {
    this.steps = [
      { name: "answer", needs: () => path, run: (signal) => this.askListing(signal) },
      { name: "key", needs: () => ["answer"], run: () => this.reportKey() },
      { name: "listing", needs: () => ["key"], run: () => this.reportListing() },
      { name: "parquet", needs: () => ["listing"], run: (signal) => this.readFirst(signal) },
      ...this.otherFormats(),
      {
        name: "asOf",
        needs: () => (this.latest === undefined ? ["listing", "parquet"] : []),
        run: (signal) => this.readVintage(signal),
      },
      {
        name: "clock",
        needs: () => (this.hasAnswered ? [] : ["answer", "key"]),
        isKnown: () => this.hasAnswered,
        run: () => this.reportClock(),
      },
      {
        name: "requests",
        needs: () => [],
        isKnown: () => true,
        run: () => Promise.resolve({ state: "passed", facts: { ...this.service.client.counts } }),
      },
    ];
  }

  private otherFormats(): readonly AnyStep[] {
    const needs = (): readonly StepName[] =>
      this.reference === undefined ? ["listing", "parquet"] : [];
    return [
      { name: "csv", needs, run: (signal) => this.readAgain("csv", signal) },
      { name: "json", needs, run: (signal) => this.readAgain("json", signal) },
    ];
  }

  /** One request shows whether the service answers, whether it accepts the key, and what it lists. */
  private async askListing(signal: AbortSignal): Promise<Conclusion<"answer">> {
    const sentMs = this.clock.now();
    const startedMs = this.clock.elapsed();
    try {
      this.listing = await this.service.client.listSignals({ signal });
    } catch (error) {
      this.listingError = error;
      if (wasNotSent(error)) return { state: "not-needed", why: "not-sent" };
      if (!isAnswer(error)) throw error;
    }
    this.listingMs = this.clock.elapsed() - startedMs;
    this.compareClocks(sentMs);
    return { state: "passed", facts: { ms: this.listingMs } };
  }

  /** Only a listing proves that the key was accepted: a proxy's login page also has a 2xx status. */
  private reportKey(): Promise<Conclusion<"key">> {
    const { listing, listingError: error } = this;
    if (listing !== undefined) {
      return Promise.resolve({ state: "passed", facts: { isAccepted: true } });
    }
    if (error instanceof UnauthorizedError || wasNotSent(error)) {
      return Promise.reject(errorOf(error));
    }
    return Promise.resolve({ state: "warning", facts: { isAccepted: false } });
  }

  private reportListing(): Promise<Conclusion<"listing">> {
    const { listing, listingMs: ms } = this;
    if (listing === undefined) return Promise.reject(errorOf(this.listingError));
    const { items, isComplete } = listing;
    const unreadable = unreadableCount(listing);
    const isFlawed = items.length === 0 || unreadable > 0 || !isComplete;
    return Promise.resolve({
      state: isFlawed ? "warning" : "passed",
      facts: { signals: items.length, unreadable, isComplete, ms },
    });
  }

  private async readFirst(signal: AbortSignal): Promise<Conclusion<"parquet">> {
    const { client, variantsOf } = this.service;
    const source = {
      variantsOf,
      getSignal: (code: string, version: number) => client.getSignal(code, version, { signal }),
    };
    const conclusion = await firstSeries(this.listing?.items ?? [], source, (reference) =>
      this.readSeries(reference, "parquet", signal),
    );
    return conclusion ?? { state: "not-needed", why: "nothing-listed" };
  }

  private async readAgain(
    format: "csv" | "json",
    signal: AbortSignal,
  ): Promise<Conclusion<typeof format>> {
    if (this.reference === undefined) return { state: "not-needed", why: "nothing-listed" };
    return this.readSeries(this.reference, format, signal);
  }

  private async readSeries(
    reference: SignalRef,
    format: WireFormat,
    signal: AbortSignal,
  ): Promise<Conclusion<WireFormat>> {
    const startedMs = this.clock.elapsed();
    const body = await this.service.client.downloadSignalData(reference, { format, signal });
    // The service has it, whether or not it can be read.
    this.reference = reference;
    const { request } = body;
    const { length: bytes } = body.bytes;
    const { frame } = await this.service.worker.decode(body, { signal });
    const ms = this.clock.elapsed() - startedMs;
    const first = this.latest?.frame ?? frame;
    this.latest ??= { reference, format, body, frame };
    const { days, columns } = frame;
    return {
      state: days.length === 0 || !areSameDays(days, first.days) ? "warning" : "passed",
      facts: {
        request,
        rows: days.length,
        columns: columns.map(({ name }) => name),
        firstDay: days.at(0),
        lastDay: days.at(-1),
        bytes,
        ms,
      },
    };
  }

  /** If the as-of is ignored, the answer is the latest series, with days that were not known then. */
  private async readVintage(signal: AbortSignal): Promise<Conclusion<"asOf">> {
    const latestLastDay = this.latest?.frame.days.at(-1);
    if (this.latest === undefined || latestLastDay === undefined) {
      return { state: "not-needed", why: "nothing-listed" };
    }
    const { client, worker } = this.service;
    const asOf = instantOfMs((client.newestServerDateMs ?? this.clock.now()) - yearMs);
    if (asOf === undefined) throw new RangeError("this computer's clock shows no usable year");
    const { format } = this.latest;
    const reference = { ...this.latest.reference, asOf };
    const body = await client.downloadSignalData(reference, { format, signal });
    const { frame } = await worker.decode(body, { signal });
    checkAsOf(reference, frame, { body, fetchedAtMs: this.clock.now() });
    const isTold = latestLastDay > lastDayAt(asOf);
    return {
      state: isTold ? "passed" : "warning",
      facts: { asOf, lastDay: frame.days.at(-1), latestLastDay, isTold },
    };
  }

  private compareClocks(sentMs: number): void {
    this.hasAnswered = true;
    const dateMs = this.service.client.newestServerDateMs;
    if (dateMs === undefined) return;
    this.aheadMs = clockDifferenceMs(dateMs, sentMs, this.clock.now());
  }

  private reportClock(): Promise<Conclusion<"clock">> {
    const { aheadMs } = this;
    if (aheadMs === undefined) return Promise.resolve({ state: "not-needed", why: "no-date" });
    const isOff = Math.abs(aheadMs) > toleratedDifferenceMs;
    return Promise.resolve({ state: isOff ? "warning" : "passed", facts: { aheadMs } });
  }
}

/** Whether there was an answer that was read completely, or up to its limit. */
function isAnswer(error: unknown): boolean {
  return [HttpError, ContractError, RepeatedKeyError, UnexpectedContentError, TooLargeError].some(
    (type) => error instanceof type,
  );
}

/** There is no key, or it cannot be sent. */
function wasNotSent(error: unknown): boolean {
  return error instanceof ServiceError && ["missing-key", "invalid-request"].includes(error.kind);
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** A `Date` header has no fractions of a second. */
const dateResolutionMs = 1_000;

/**
 * How many milliseconds this computer's clock is ahead of the service's, at least; negative if it is behind, 0 if the
 * times agree within the accuracy of the measurement.
 *
 * @param dateMs - The `Date` header of an answer.
 * @param sentMs - When the request was sent, by this computer's clock; the service wrote the header later.
 * @param receivedMs - When the answer arrived; the service wrote the header earlier.
 */
export function clockDifferenceMs(dateMs: number, sentMs: number, receivedMs: number): number {
  const leastMs = sentMs - (dateMs + dateResolutionMs);
  const maxMs = receivedMs - dateMs;
  if (leastMs > 0) return leastMs;
  return Math.min(0, maxMs);
}

/** How many are tried, since not every combination of tag values need exist. */
const maxSignals = 3;
const maxVariants = 2;

interface SeriesSource {
  readonly getSignal: (code: string, version: number) => Promise<SignalDefinition>;
  /** The variants that tags address. */
  readonly variantsOf: (tags: readonly Tag[]) => Iterable<TagValues>;
}

/**
 * The result of `read` for the first series that the service has, of the first signals listed and their first variants.
 *
 * @param read - Called for one after another, until one succeeds.
 * @returns Undefined if the signals have no variants.
 * @throws the last error if the service has none of them, and any other failure at once.
 */
async function firstSeries<T>(
  signals: readonly ListedSignal[],
  source: SeriesSource,
  read: (reference: SignalRef) => Promise<T>,
): Promise<T | undefined> {
  let missing: NotFoundError | InvalidRequest | undefined;
  for await (const reference of candidates(signals, source)) {
    try {
      return await read(reference);
    } catch (error) {
      if (!isOfOneVariant(error)) throw error;
      missing = error;
    }
  }
  if (missing !== undefined) throw missing;
  return undefined;
}

async function* candidates(
  signals: readonly ListedSignal[],
  { getSignal, variantsOf }: SeriesSource,
): AsyncGenerator<SignalRef> {
  for (const { code, version, tags: listed } of signals.slice(0, maxSignals)) {
    const tags = listed ?? (await getSignal(code, version)).tags;
    let count = 0;
    for (const variant of variantsOf(tags)) {
      if (count++ === maxVariants) break;
      yield signalRef({ code, version, tags: variant, dataKind: "SNAP", asOf: "latest" });
    }
  }
}

/** The service has no such variant, or it cannot be requested; another one may work. */
function isOfOneVariant(error: unknown): error is NotFoundError | InvalidRequest {
  return error instanceof NotFoundError || error instanceof InvalidRequest;
}
