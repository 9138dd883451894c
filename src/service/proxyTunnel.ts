import { Socket } from "node:net";
import { Client, type Dispatcher, type buildConnector } from "undici";
import { type Clock } from "../shared/clock";
import { pageLimitBytes, ProxyRefusals } from "./proxyRefusal";
import { type ProxyServer } from "./proxyServer";
import { maxHeadBytes } from "./transport";
import { ProxyRefusedError } from "./transportError";

/** The page is only an explanation and not worth a longer wait. */
const pageTimeoutMs = 2_000;

export interface TunnelOptions {
  /** Opens the connection to the proxy itself. */
  readonly connect: buildConnector.connector;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * Opens a socket through the proxy to a target (RFC 9110 §9.3.6). As in the editor, only status 200 opens a tunnel: sign-in
 * pages may be sent with other 2xx statuses.
 *
 * @param target - Host and port.
 * @throws {@link ProxyRefusedError} when the proxy cannot be used, cannot be reached, or answers anything but 200.
 */
export async function openTunnel(
  proxy: ProxyServer,
  target: string,
  { connect, signal, clock }: TunnelOptions,
): Promise<Socket> {
  const refusals = new ProxyRefusals(proxy);
  if (proxy.problem !== undefined) throw refusals.unusable(proxy.problem);
  const client = new Client(proxy.url, { connect, headersTimeout: 0, maxHeaderSize: maxHeadBytes });
  try {
    const { authorization } = proxy;
    const headers = {
      host: target,
      ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
    };
    const answer = await client.connect({ path: target, headers, signal });
    const { statusCode, socket } = answer;
    if (statusCode === 200 && socket instanceof Socket) return socket;
    throw refusals.answered(statusCode, await pageOf(answer, signal, clock));
  } catch (error) {
    if (error instanceof ProxyRefusedError || signal.aborted) throw error;
    throw refusals.unreachable(error);
  } finally {
    // After an upgrade the socket no longer belongs to the client.
    void client.destroy();
  }
}

/** The beginning of what follows the headers, as text; ends the socket. */
async function pageOf(
  { headers, socket }: Dispatcher.ConnectData,
  signal: AbortSignal,
  clock: Clock,
): Promise<string> {
  const end = (): void => void socket.destroy();
  const stopClock = clock.after(pageTimeoutMs, end);
  signal.addEventListener("abort", end, { once: true });
  const isChunked = headers["transfer-encoding"] !== undefined;
  const length = Math.min(announcedLength(headers), pageLimitBytes);
  let page = Buffer.alloc(0);
  try {
    if (length === 0) return "";
    for await (const chunk of socket) {
      if (Buffer.isBuffer(chunk)) page = Buffer.concat([page, chunk]);
      if (page.length >= length || (isChunked && page.includes("\r\n0\r\n"))) break;
    }
  } catch {
    // What has arrived explains as much as there is.
  } finally {
    stopClock();
    signal.removeEventListener("abort", end);
    end();
  }
  const text = page.subarray(0, length).toString();
  // Removes only the first chunk's size, since the first chunk is nearly always the whole page.
  return isChunked ? text.replace(/^[0-9a-f][^\n]*\n/i, "").replace(/\r\n0\r\n[^]*$/, "") : text;
}

function announcedLength({ "content-length": length }: Dispatcher.ConnectData["headers"]): number {
  return typeof length === "string" && /^\d+$/.test(length) ? Number(length) : Infinity;
}
