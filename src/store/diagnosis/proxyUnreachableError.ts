import { wordsOf } from "../../shared/wordsOf";
import { type TunnelProxy } from "./pathSteps";

/** There is no connection to the proxy: the service itself was not tried. */
export class ProxyUnreachableError extends Error {
  override readonly name = "ProxyUnreachableError";

  constructor(
    readonly proxy: Omit<TunnelProxy, "openTunnel">,
    cause: unknown,
  ) {
    super(`the proxy ${proxy.host} does not respond: ${wordsOf(cause)}`, { cause });
  }
}
