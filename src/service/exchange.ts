import { type Answer, type RequestFacts } from "./answer";
import { type ApiKeyProblem, parseKeyFor } from "./apiKey";
import { Attempt, type AttemptOptions, type OutgoingRequest } from "./attempt";
import { type BaseUrl } from "./baseUrl";
import { Deadline } from "./deadline";
import {
  InvalidRequest,
  MissingKeyError,
  NetworkError,
  type Phase,
  ServiceError,
  TimeoutError,
} from "./errors";
import { acceptedEncodings } from "./inflate";
import { Redaction } from "./redaction";
import { type RequestLogEntry } from "./requestLogEntry";
import { type RetryBudget } from "./retryBudget";
import { isLostConnection, maxAttempts, retryDelayMs } from "./retryPolicy";
import { type Route } from "./route";

/** What all requests of one client share. */
export interface ExchangeOptions extends AttemptOptions {
  readonly baseUrl: BaseUrl;
  /** Called once per request. */
  readonly apiKey: () => Promise<string | undefined>;
  /** The redaction of a key. */
  readonly redactionOf: (key: string) => Redaction;
  /** From reading the key to the last byte of the last attempt. */
  readonly timeoutMs: number;
  readonly budget: RetryBudget;
  /** From 0, inclusive, to 1, exclusive, uniformly distributed. */
  readonly random: () => number;
  /** Whether a request is sent again after one phase timed out. */
  readonly retriesTimeouts: boolean;
  readonly log: (entry: RequestLogEntry) => void;
}

/** Why a key is not sent. */
const keyProblems: Readonly<Record<ApiKeyProblem, string>> = {
  empty: "the API key was not sent: it is empty",
  "forbidden-character":
    "the API key was not sent: it contains characters that are not allowed in a header",
  "too-short":
    "the API key was not sent: it has fewer than 8 characters, too few to redact it reliably from messages and files; only services on this computer may use such short keys",
};

/** One request with all its attempts, within one total time limit. */
export class Exchange {
  private readonly deadline: Deadline;
  private readonly path: string;
  private phase: Phase = "reading the key";
  private redaction = new Redaction(undefined);
  private attempts = 0;
  /** Counts the attempts that followed a back-off. */
  private retries = 0;
  private hasReplayed = false;

  /** @param accept - The `Accept` header. */
  constructor(
    private readonly options: ExchangeOptions,
    route: Route,
    private readonly accept: string,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.path = options.baseUrl.prefix + route;
    this.deadline = new Deadline(options.clock, caller);
  }

  /**
   * The answer. Call once.
   *
   * @throws {@link ServiceError}, or the caller's reason if it cancelled.
   */
  async run(): Promise<Answer> {
    this.deadline.expireAfter(this.options.timeoutMs);
    try {
      return await this.answerTo(await this.request());
    } catch (error) {
      throw this.failureOf(error);
    } finally {
      this.deadline.dispose();
    }
  }

  private get facts(): RequestFacts {
    return { request: this.redaction.apply(`GET ${this.path}`), attempts: this.attempts };
  }

  private async request(): Promise<OutgoingRequest> {
    const text = await this.deadline.until(this.options.apiKey());
    if (text === undefined) throw new MissingKeyError(this.facts.request);
    const { origin } = this.options.baseUrl;
    const typed = parseKeyFor(text, origin);
    if (!typed.ok) {
      const problem = keyProblems[typed.problem];
      throw new InvalidRequest(this.facts.request, "unsendable-key", problem);
    }
    this.redaction = this.options.redactionOf(typed.key);
    const headers = {
      accept: this.accept,
      "accept-encoding": acceptedEncodings,
      "user-agent": "macro-signals",
      "x-api-key": typed.key,
    };
    return {
      origin,
      path: this.path,
      headers,
      redaction: this.redaction,
      needsNewConnection: false,
    };
  }

  private async answerTo(request: OutgoingRequest): Promise<Answer> {
    for (;;) {
      this.attempts += 1;
      const sent = { ...request, needsNewConnection: this.hasReplayed };
      const attempt = new Attempt(this.options, sent, this.facts, this.deadline);
      try {
        const answer = await attempt.run();
        this.options.budget.deposit();
        this.log(attempt, "ok");
        return answer;
      } catch (error) {
        await this.beforeNext(attempt, error);
      }
    }
  }

  /**
   * Waits until the next attempt is due.
   *
   * @throws the error if there is none.
   */
  private async beforeNext(attempt: Attempt, error: unknown): Promise<void> {
    this.phase = attempt.phase;
    if (this.deadline.ending === "cancelled") {
      this.log(attempt, "cancelled");
      throw error;
    }
    const delayMs = this.delayAfter(attempt, error);
    this.log(attempt, "failed", delayMs);
    if (delayMs === undefined) throw error;
    this.phase = "waiting to retry";
    if (delayMs > 0) await this.deadline.wait(delayMs);
  }

  private delayAfter(attempt: Attempt, error: unknown): number | undefined {
    if (this.deadline.ending !== undefined) return undefined;
    if (this.isToBeReplayed(attempt, error)) {
      this.hasReplayed = true;
      return 0;
    }
    if (error instanceof TimeoutError && !this.options.retriesTimeouts) return undefined;
    const { attempts, retries } = this;
    const failed = { error, attempts, retries, leftMs: this.deadline.leftMs };
    const delayMs = retryDelayMs(failed, this.options.random);
    if (delayMs === undefined || !this.options.budget.take()) return undefined;
    this.retries += 1;
    return delayMs;
  }

  /**
   * A service may close a connection just as the next request is sent on it (RFC 9112 §9.3.1), and after a change of the
   * network a connection no longer answers. Neither says anything about the service, so the request is sent once more,
   * immediately. On a silent connection this happens only after the time limit for an answer, so that a service that is
   * slow, but within the limit, does not get each request twice.
   */
  private isToBeReplayed(attempt: Attempt, error: unknown): boolean {
    if (this.hasReplayed || this.attempts >= maxAttempts) return false;
    const isLost =
      error instanceof TimeoutError || (error instanceof NetworkError && isLostConnection(error));
    return isLost && attempt.isUnansweredOnKeptConnection;
  }

  private failureOf(error: unknown): unknown {
    if (this.deadline.ending === "cancelled") return this.caller?.reason;
    if (error instanceof ServiceError || this.deadline.ending === undefined) return error;
    return new TimeoutError(this.facts, this.phase, this.options.timeoutMs);
  }

  private log(attempt: Attempt, outcome: RequestLogEntry["outcome"], retryInMs?: number): void {
    const { status, ms, bytes } = attempt;
    this.options.log({
      method: "GET",
      target: this.redaction.apply(this.path),
      ...(status === undefined ? {} : { status }),
      ms,
      bytes,
      attempt: this.attempts,
      outcome,
      ...(retryInMs === undefined ? {} : { retryInMs }),
    });
  }
}
