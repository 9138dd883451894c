/** The transport would request a target other than the given one; nothing was sent. */
export class ChangedTargetError extends Error {
  override readonly name = "ChangedTargetError";
}

/** The answer cannot be passed on as it was sent. */
export class UnreadableAnswerError extends Error {
  override readonly name = "UnreadableAnswerError";

  /** @param came - What makes the answer untrustworthy, for example `content encoding gzip`. */
  constructor(readonly came: string) {
    super(came);
  }
}

/** The runtime does not verify certificates (`NODE_TLS_REJECT_UNAUTHORIZED=0`), so nothing was sent. */
export class UnverifiedTlsError extends Error {
  override readonly name = "UnverifiedTlsError";
  readonly code = "NODE_TLS_REJECT_UNAUTHORIZED";

  constructor() {
    super("NODE_TLS_REJECT_UNAUTHORIZED is 0, so certificates would not be verified");
  }
}

/** The connection timed out; nothing was sent. */
export class ConnectTimeoutError extends Error {
  override readonly name = "ConnectTimeoutError";
  /** The operating system's code for it. */
  readonly code = "ETIMEDOUT";

  constructor(timeoutMs: number) {
    super(`no connection within ${timeoutMs} ms`);
  }
}

/** The proxy did not open a tunnel to the service. */
export class ProxyRefusedError extends Error {
  override readonly name = "ProxyRefusedError";

  /**
   * @param proxyHost - Host and port of the proxy, never its user or password; absent if unknown.
   * @param status - The proxy's status; absent if there was no answer.
   * @param excerpt - The first 200 characters of its page; may be empty.
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
