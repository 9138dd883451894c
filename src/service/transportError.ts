/** The service closed the connection because it requires a client certificate. */
export class ClientCertificateDemand extends Error {
  override readonly name = "ClientCertificateDemand";

  /** @param code - The code of the alert that the service sent, for example `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`. */
  constructor(
    readonly code: string,
    cause: Error,
  ) {
    super("the service requires a client certificate", { cause });
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
   */
  constructor(
    message: string,
    readonly proxyHost: string,
    readonly status: number | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
