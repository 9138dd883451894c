/** The transport would ask for another target than the one it was given; nothing was sent. */
export class ChangedTargetError extends Error {
  override readonly name = "ChangedTargetError";
}

/** The answer cannot be passed on as it was sent. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";

  /** @param came - What came instead of an answer that can be trusted, for example `content encoding gzip`. */
  constructor(readonly came: string) {
    super(came);
  }
}

/** The runtime verifies no certificates (`NODE_TLS_REJECT_UNAUTHORIZED=0`), so nothing was sent. */
export class UnverifiedTlsError extends Error {
  override readonly name = "UnverifiedTlsError";
  readonly code = "NODE_TLS_REJECT_UNAUTHORIZED";

  constructor() {
    super("NODE_TLS_REJECT_UNAUTHORIZED is 0, so certificates would not be verified");
  }
}

/** A connection took longer than it was given; nothing was sent. */
export class ConnectTimeoutError extends Error {
  override readonly name = "ConnectTimeoutError";
  /** As the operating system has it. */
  readonly code = "ETIMEDOUT";

  constructor(timeoutMs: number) {
    super(`no connection within ${timeoutMs} ms`);
  }
}

/** The proxy gave no way to the service. */
export class ProxyRefusedError extends Error {
  override readonly name = "ProxyRefusedError";

  /**
   * @param proxyHost - Host and port of the proxy, never its user or password.
   * @param status - What it answered; absent when it gave no answer.
   * @param excerpt - The first 200 characters of its page; empty when there is none.
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
}
