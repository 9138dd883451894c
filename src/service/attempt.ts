import { type Clock } from "../shared/clock";
import { type Answer, type RequestFacts } from "./answer";
import { ByteCollector } from "./byteCollector";
import { freeMemory } from "../shared/freeMemory";
import { connectionError, plainCause } from "./connectionError";
import { Deadline } from "./deadline";
import {
  type HttpError,
  IncompleteError,
  type Phase,
  ServiceError,
  TimeoutError,
  TooLargeError,
  UnexpectedContentError,
} from "./errors";
import { errorBodyLimitBytes, httpErrorOf } from "./failedAnswer";
import { inflated, InflatedLimitError } from "./inflate";
import { type KeyAcceptance } from "./keyAcceptance";
import { type Redaction } from "./redaction";
import { type ServiceClock } from "./serviceClock";
import { type Transport, type TransportPhase, type TransportResponse } from "./transport";
import { finished, Readable } from "node:stream";

/** The time limit for an error body, whose status is already known. */
const errorBodyTimeoutMs = 10_000;

/** What all attempts of one client share. */
export interface AttemptOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly serviceClock: ServiceClock;
  /** What is known about the key; refusals refer to it. */
  readonly keyAcceptance: KeyAcceptance;
  /** The time limit for opening a connection, including tunnel and TLS. */
  readonly connectTimeoutMs: number;
  /** The time limit from an open connection to the answer's headers. */
  readonly headersTimeoutMs: number;
  /** After content decoding. */
  readonly maxBodyBytes: number;
  /** Whether bodies are in memory of their own, which can be freed; by default small ones are in shared memory. */
  readonly isUnshared?: boolean;
}

/** One request as it is sent; the same in each attempt. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  /** Including the key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly redaction: Redaction;
  /** Whether an attempt on a reused connection got no answer. */
  readonly needsNewConnection: boolean;
}

/**
 * Sends a request once and reads its answer. Guarantees, whatever the service, the network and the transport do: time
 * limits, no redirects, no key in errors, complete and bounded bodies, and typed failures.
 */
export class Attempt {
  private readonly deadline: Deadline;
  private readonly startedMs: number;
  private currentPhase: Phase = "waiting for the response";
  private budgetMs = Infinity;
  private connection: "unknown" | "new" | "kept" = "unknown";
  private answeredStatus: number | undefined;
  private travelledBytes = 0;

  /**
   * @param facts - Counts this attempt.
   * @param outer - May end the attempt at any time.
   */
  constructor(
    private readonly options: AttemptOptions,
    private readonly request: OutgoingRequest,
    private readonly facts: RequestFacts,
    outer: Deadline,
  ) {
    this.deadline = new Deadline(options.clock, outer);
    this.startedMs = options.clock.elapsed();
  }

  /** The current phase, or the last one. */
  get phase(): Phase {
    return this.currentPhase;
  }

  /** Undefined until there is an answer. */
  get status(): number | undefined {
    return this.answeredStatus;
  }

  /** The size of the body received so far, before content decoding. */
  get bytes(): number {
    return this.travelledBytes;
  }

  /** Since the attempt began. */
  get ms(): number {
    return this.options.clock.elapsed() - this.startedMs;
  }

  /**
   * Whether the request went out on a reused connection and got no answer: the service may have closed that connection
   * long before.
   */
  get isUnansweredOnKeptConnection(): boolean {
    return this.connection === "kept" && this.answeredStatus === undefined;
  }

  /**
   * The answer. Call once.
   *
   * @throws {@link ServiceError}, or anything once the outer deadline has ended.
   */
  async run(): Promise<Answer> {
    try {
      const response = await this.send();
      if (response.status < 200 || response.status > 299) throw await this.readError(response);
      // No range was requested (RFC 9110 §15.3.7).
      if (response.status === 206)
        throw new IncompleteError(this.facts, "status 206, only part of it was sent");
      return await this.readAnswer(response);
    } catch (error) {
      this.deadline.end("failed");
      throw this.failureOf(error);
    } finally {
      this.deadline.dispose();
    }
  }

  private async send(): Promise<TransportResponse> {
    const { origin, path, headers, needsNewConnection } = this.request;
    const { signal } = this.deadline;
    const onPhase = (phase: TransportPhase): void => this.enter(phase);
    const sent = this.options.transport.send({
      origin,
      path,
      headers,
      signal,
      needsNewConnection,
      onPhase,
    });
    const response = await this.deadline.until(sent);
    this.deadline.lift();
    this.currentPhase = "reading the body";
    this.answeredStatus = response.status;
    return response;
  }

  private enter(phase: TransportPhase): void {
    if (this.answeredStatus !== undefined || this.deadline.ending !== undefined) return;
    const { connectTimeoutMs, headersTimeoutMs } = this.options;
    if (phase === "connecting") this.connection = "new";
    else if (this.connection === "unknown") this.connection = "kept";
    this.currentPhase = phase;
    this.budgetMs = phase === "connecting" ? connectTimeoutMs : headersTimeoutMs;
    this.deadline.expireAfter(this.budgetMs);
  }

  private async readAnswer(response: TransportResponse): Promise<Answer> {
    const { maxBodyBytes, serviceClock, isUnshared = false } = this.options;
    const serverDateMs = serviceClock.observe(response.headers.get("date"));
    // The chunks of other sources may have other readers.
    const free = response.body instanceof Readable ? freeMemory : undefined;
    const memory = { free, isUnshared };
    const collector = new ByteCollector(maxBodyBytes, announcedBytes(response), memory);
    await this.deadline.until(this.read(response, collector, maxBodyBytes));
    if (collector.isOverLimit) throw new TooLargeError(this.facts, maxBodyBytes);
    const { headers } = response;
    return {
      ...this.facts,
      bytes: collector.bytes(),
      ...(serverDateMs === undefined ? {} : { serverDateMs }),
      isCloseDelimited: !headers.has("content-length") && !headers.has("transfer-encoding"),
      redaction: this.request.redaction,
    };
  }

  /** Keeps as much of the body as can be read in time; failing to read it never hides the status. */
  private async readError(response: TransportResponse): Promise<HttpError> {
    const { serviceClock, clock, keyAcceptance } = this.options;
    serviceClock.observe(response.headers.get("date"));
    this.deadline.expireAfter(errorBodyTimeoutMs);
    const collector = new ByteCollector(errorBodyLimitBytes);
    let isWhole = false;
    try {
      // A decoding layer may emit a chunk larger than what is kept.
      const limitBytes = 2 * errorBodyLimitBytes;
      await this.deadline.until(this.read(response, collector, limitBytes));
      isWhole = !collector.isOverLimit;
    } catch {
      // The error that follows has the status and the part of the body that arrived.
    }
    const part = { bytes: collector.bytes(), isWhole };
    const { origin, redaction } = this.request;
    return httpErrorOf(this.facts, origin, response, part, redaction, keyAcceptance, clock.now());
  }

  private async read(
    { headers, body }: TransportResponse,
    collector: ByteCollector,
    limitBytes: number,
  ): Promise<void> {
    const encoding = headers.get("content-encoding") ?? "";
    const counted = this.counted(body);
    const chunks = inflated(counted, encoding, limitBytes);
    if (chunks === undefined) {
      const came = `content encoding ${this.request.redaction.apply(encoding).slice(0, 40)}`;
      throw new UnexpectedContentError(this.facts, came, "");
    }
    if (chunks !== counted) return forEachChunk(chunks, collector.add);
    // Without content encodings, read the body directly.
    return forEachChunk(body, (chunk) => {
      this.travelledBytes += chunk.length;
      return collector.add(chunk);
    });
  }

  private async *counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.travelledBytes += chunk.length;
      yield chunk;
    }
  }

  private failureOf(error: unknown): unknown {
    if (error instanceof ServiceError || this.deadline.ending === "cancelled") return error;
    if (this.deadline.ending === "expired") {
      return new TimeoutError(this.facts, this.currentPhase, this.budgetMs);
    }
    const { redaction } = this.request;
    if (this.answeredStatus === undefined) return connectionError(this.facts, error, redaction);
    if (error instanceof InflatedLimitError) {
      return new TooLargeError(this.facts, this.options.maxBodyBytes);
    }
    const cause = plainCause(error, redaction);
    return new IncompleteError(this.facts, cause.message, { cause });
  }
}

/** The announced length, which may be wrong; 0 if the body is encoded or there is none. */
function announcedBytes({ headers }: TransportResponse): number {
  const text = headers.has("content-encoding") ? undefined : headers.get("content-length");
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

/**
 * Visits the chunks of a body in order until its end, or until the visitor returns false, which closes the body.
 *
 * @throws if the body ends before it is complete.
 */
export async function forEachChunk(
  body: AsyncIterable<Uint8Array>,
  visit: (chunk: Uint8Array) => boolean,
): Promise<void> {
  if (body instanceof Readable) return visitStream(body, visit);
  for await (const chunk of body) {
    if (!visit(chunk)) return;
  }
}

/** Uses events: async iteration costs a promise per chunk, a third of the throughput of large bodies. */
function visitStream(body: Readable, visit: (chunk: Uint8Array) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const take = (chunk: Uint8Array): void => {
      if (visit(chunk)) return;
      // Buffered chunks would still be emitted after the end.
      body.off("data", take);
      body.destroy();
      resolve();
    };
    body.on("data", take);
    finished(body, (error) => (error ? reject(error) : resolve()));
  });
}
