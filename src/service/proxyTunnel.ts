import { Socket } from "node:net";
import { Client, type Dispatcher, type buildConnector } from "undici";
import { type Clock } from "../shared/clock";
import { plainCause } from "./connectionError";
import { cutText } from "./cutText";
import { type ProxyServer } from "./proxyServer";
import { Redaction } from "./redaction";
import { ProxyRefusedError } from "./transportError";
import { redactedVisibleText } from "./visibleText";

/** How much of a proxy's refusal page is read. */
const pageLimitBytes = 4096;
/** The page is only an explanation and not worth a longer wait. */
const pageTimeoutMs = 2_000;

export interface TunnelOptions {
  /** Opens the connection to the proxy itself. */
  readonly connect: buildConnector.connector;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/**
 * A socket that leads through the proxy to a target (RFC 9110 §9.3.6).
 *
 * @param target - Host and port.
 * @throws {@link ProxyRefusedError} when the proxy cannot be used, cannot be reached, or answers anything but 2xx.
 */
export async function openTunnel(
  proxy: ProxyServer,
  target: string,
  { connect, signal, clock }: TunnelOptions,
): Promise<Socket> {
  const refused = refusals(proxy);
  if (proxy.problem !== undefined) throw refused(`cannot be used: ${proxy.problem}`);
  const client = new Client(proxy.url, { connect, headersTimeout: 0 });
  try {
    const { authorization } = proxy;
    const headers = {
      host: target,
      ...(authorization === undefined ? {} : { "proxy-authorization": authorization }),
    };
    const answer = await client.connect({ path: target, headers, signal });
    const { statusCode, socket } = answer;
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    const page = await pageOf(answer, signal, clock);
    const words =
      statusCode === 407 ? "requires authentication" : "refused to connect to the service";
    throw refused(`${words} (${statusCode})`, statusCode, page);
  } catch (error) {
    if (error instanceof ProxyRefusedError || signal.aborted) throw error;
    throw refused("cannot be reached", undefined, "", error);
  } finally {
    // After an upgrade the socket no longer belongs to the client.
    void client.destroy();
  }
}

type Refused = (
  words: string,
  status?: number,
  page?: string,
  cause?: unknown,
) => ProxyRefusedError;

/** Creates errors that contain neither the password nor its encoded form, even if the proxy repeats them. */
function refusals({ host, authorization }: ProxyServer): Refused {
  const redaction = new Redaction(...secretsOf(authorization));
  return (words, status, page = "", cause) => {
    // The page may be cut, by its length or by the time limit.
    const excerpt = cutText(redactedVisibleText(page, false, redaction), 200);
    const reason = cause === undefined ? undefined : plainCause(cause, redaction);
    const message = [`the proxy ${host} ${words}`, reason?.message ?? "", excerpt];
    const options = reason === undefined ? {} : { cause: reason };
    const reported = message.filter((part) => part !== "").join(": ");
    return new ProxyRefusedError(reported, host, status, excerpt, options);
  };
}

/** The credentials of a `Proxy-Authorization` header, and the password of a `Basic` one (RFC 7617 §2). */
function secretsOf(authorization = ""): readonly string[] {
  const [, scheme = "", token = ""] = /^\s*(\S+)\s+(.*?)\s*$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return [token];
  const pair = Buffer.from(token, "base64").toString();
  return [token, pair.slice(pair.indexOf(":") + 1)];
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
