import { parseApiKey } from "./apiKey";
import { type BaseUrl } from "./baseUrl";
import { ByteCollector } from "./byteCollector";
import { connectionError, plainCause } from "./connectionError";
import { Deadline } from "./deadline";
import {
  type HttpError,
  IncompleteError,
  InvalidRequest,
  MissingKeyError,
  type Phase,
  type RequestFacts,
  ServiceError,
  TimeoutError,
  TooLargeError,
  UnexpectedContentError,
} from "./errors";
import { errorBodyLimitBytes, httpErrorOf } from "./failedAnswer";
import { acceptedEncodings, inflated, InflatedLimitError } from "./inflate";
import { Redaction } from "./redaction";
import { type RequestLogEntry } from "./requestLogEntry";
import { type Route } from "./route";
import { type ServiceClock } from "./serviceClock";
import { type Transport, type TransportResponse } from "./transport";

/** A complete 2xx answer, its content encodings undone. */
export interface Answer extends RequestFacts {
  readonly bytes: Uint8Array;
  /** The `Date` header, milliseconds since 1970-01-01 UTC. */
  readonly serverDateMs?: number;
  readonly isCloseDelimited: boolean;
  /** Removes the key from texts that quote the answer. */
  readonly redaction: Redaction;
}

/** What all requests of one client have in common. */
export interface ExchangeOptions {
  readonly baseUrl: BaseUrl;
  /** Asked once for each request. */
  readonly apiKey: () => Promise<string | undefined>;
  readonly transport: Transport;
  readonly clock: ServiceClock;
  /** From reading the key to the last byte. */
  readonly timeoutMs: number;
  /** Of the inflated body. */
  readonly maxBodyBytes: number;
  readonly log: (entry: RequestLogEntry) => void;
}

/**
 * One request and its answer, with what must hold whatever the service, the network and the transport do: a total deadline,
 * no redirect, the key in its header alone and in no error, bodies whole, undamaged and bounded, and every failure typed.
 */
export class Exchange {
  private readonly deadline: Deadline;
  private readonly path: string;
  private attempts = 0;
  private phase: Phase = "reading the key";
  private redaction = new Redaction(undefined);
  private status: number | undefined;
  /** Bytes of the body as they travelled. */
  private bytes = 0;

  /** @param accept - The `Accept` header. */
  constructor(
    private readonly options: ExchangeOptions,
    route: Route,
    private readonly accept: string,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.path = options.baseUrl.prefix + route;
    this.deadline = new Deadline(options.timeoutMs, caller);
  }

  /** The answer. To be called once. @throws {@link ServiceError}, or the caller's reason when it cancelled. */
  async run(): Promise<Answer> {
    const startedMs = performance.now();
    let outcome: RequestLogEntry["outcome"] = "failed";
    try {
      const response = await this.send();
      if (response.status < 200 || response.status > 299) throw await this.readError(response);
      const answer = await this.readAnswer(response);
      outcome = "ok";
      return answer;
    } catch (error) {
      this.deadline.end("failed");
      if (this.deadline.ending === "cancelled") outcome = "cancelled";
      throw this.failureOf(error);
    } finally {
      this.deadline.dispose();
      this.log(performance.now() - startedMs, outcome);
    }
  }

  private get facts(): RequestFacts {
    return { request: this.redaction.apply(`GET ${this.path}`), attempts: this.attempts };
  }

  private async send(): Promise<TransportResponse> {
    const headers = await this.headers();
    this.phase = "waiting for the answer";
    this.attempts += 1;
    const response = await this.deadline.until(
      this.options.transport.send({
        origin: this.options.baseUrl.origin,
        path: this.path,
        headers,
        signal: this.deadline.signal,
      }),
    );
    this.phase = "reading the body";
    this.status = response.status;
    return response;
  }

  private async headers(): Promise<Record<string, string>> {
    const text = await this.deadline.until(this.options.apiKey());
    if (text === undefined) throw new MissingKeyError(this.facts.request);
    const typed = parseApiKey(text);
    if (!typed.ok) {
      const problem = "the stored key holds characters that a header cannot carry";
      throw new InvalidRequest(this.facts.request, "unsendable-key", problem);
    }
    this.redaction = new Redaction(typed.key);
    return {
      accept: this.accept,
      "accept-encoding": acceptedEncodings,
      "user-agent": "macro-signals",
      "x-api-key": typed.key,
    };
  }

  private async readAnswer(response: TransportResponse): Promise<Answer> {
    const { maxBodyBytes, clock } = this.options;
    const serverDateMs = clock.observe(response.headers.get("date"));
    const collector = new ByteCollector(maxBodyBytes);
    await this.deadline.until(collector.read(this.inflate(response, maxBodyBytes)));
    if (collector.isOverLimit) throw new TooLargeError(this.facts, maxBodyBytes);
    const { headers } = response;
    return {
      ...this.facts,
      bytes: collector.bytes(),
      ...(serverDateMs === undefined ? {} : { serverDateMs }),
      isCloseDelimited: !headers.has("content-length") && !headers.has("transfer-encoding"),
      redaction: this.redaction,
    };
  }

  /** The status counts more than its body: what of the body can be read in time is kept, and no failure to read it hides it. */
  private async readError(response: TransportResponse): Promise<HttpError> {
    this.options.clock.observe(response.headers.get("date"));
    const collector = new ByteCollector(errorBodyLimitBytes);
    let isWhole = false;
    try {
      // A layer may inflate to a chunk more than is kept.
      const limitBytes = 2 * errorBodyLimitBytes;
      await this.deadline.until(collector.read(this.inflate(response, limitBytes)));
      isWhole = !collector.isOverLimit;
    } catch {
      // The error that follows tells the status and the part of the body that came.
    }
    const part = { bytes: collector.bytes(), isWhole };
    const { origin } = this.options.baseUrl;
    return httpErrorOf(this.facts, origin, response, part, this.redaction, Date.now());
  }

  private inflate(response: TransportResponse, limitBytes: number): AsyncIterable<Uint8Array> {
    const encoding = response.headers.get("content-encoding") ?? "";
    const chunks = inflated(this.counted(response.body), encoding, limitBytes);
    if (chunks !== undefined) return chunks;
    throw new UnexpectedContentError(this.facts, `content encoding ${encoding.slice(0, 40)}`, "");
  }

  private async *counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  private failureOf(error: unknown): unknown {
    if (this.deadline.ending === "cancelled") return this.caller?.reason;
    if (error instanceof ServiceError) return error;
    if (this.deadline.ending === "expired") {
      return new TimeoutError(this.facts, this.phase, this.options.timeoutMs);
    }
    switch (this.phase) {
      case "reading the key":
        return error;
      case "connecting":
      case "waiting for the answer":
      case "waiting to try again":
        return connectionError(this.facts, error, this.redaction);
      case "reading the body":
        return this.bodyError(error);
    }
  }

  private bodyError(error: unknown): ServiceError {
    if (error instanceof InflatedLimitError) {
      return new TooLargeError(this.facts, this.options.maxBodyBytes);
    }
    const cause = plainCause(error, this.redaction);
    return new IncompleteError(this.facts, cause.message, { cause });
  }

  private log(ms: number, outcome: RequestLogEntry["outcome"]): void {
    if (this.attempts === 0) return;
    this.options.log({
      method: "GET",
      target: this.redaction.apply(this.path),
      ...(this.status === undefined ? {} : { status: this.status }),
      ms,
      bytes: this.bytes,
      attempt: this.attempts,
      outcome,
    });
  }
}
