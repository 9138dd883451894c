import { cutText } from "./cutText";
import {
  InvalidRequest,
  ProxyError,
  type RequestFacts,
  type ServiceError,
  UnexpectedContentError,
} from "./errors";
import { type Redaction } from "./redaction";

/** A failure whose reason only the transport knows; the client adds what it knows of the request. */
export abstract class TransportError extends Error {
  /** The same failure as callers of the client see it. */
  abstract toServiceError(facts: RequestFacts, redaction: Redaction): ServiceError;
}

/** The transport would ask for another target than the one it was given; nothing was sent. */
export class ChangedTargetError extends TransportError {
  override readonly name = "ChangedTargetError";

  override toServiceError({ request }: RequestFacts): ServiceError {
    const problem = "the editor's network access would change the path";
    return new InvalidRequest(request, "unsendable-text", problem);
  }
}

/** The answer cannot be passed on as it was sent. */
export class UnreadableAnswerError extends TransportError {
  override readonly name = "UnreadableAnswerError";

  /** @param came - What came instead of an answer that can be trusted, for example `content encoding gzip`. */
  constructor(readonly came: string) {
    super(came);
  }

  override toServiceError(facts: RequestFacts, redaction: Redaction): ServiceError {
    return new UnexpectedContentError(facts, cutText(redaction.apply(this.came), 60), "");
  }
}

/** The proxy gave no way to the service. */
export class ProxyRefusedError extends TransportError {
  override readonly name = "ProxyRefusedError";

  /**
   * @param proxyHost - Host and port of the proxy, never its user or password.
   * @param status - What it answered; absent when it gave no answer.
   * @param excerpt - The beginning of its page; empty when there is none.
   */
  constructor(
    message: string,
    readonly proxyHost: string,
    readonly status: number | undefined,
    readonly excerpt: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  override toServiceError(facts: RequestFacts, redaction: Redaction): ServiceError {
    const excerpt = cutText(redaction.apply(this.excerpt), 200);
    const options = this.cause === undefined ? {} : { cause: this.cause };
    const { message, proxyHost, status } = this;
    return new ProxyError(facts, message, proxyHost, status, excerpt, options);
  }
}
