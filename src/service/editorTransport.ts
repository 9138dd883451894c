import * as http from "node:http";
import * as https from "node:https";
import { type Socket } from "node:net";
import { checkServerIdentity, TLSSocket } from "node:tls";
import { errorCodeOf } from "./errorCode";
import { endpointOf } from "./openSocket";
import { ProxyRefusals } from "./proxyRefusal";
import { parseProxy, type ProxyServer } from "./proxyServer";
import { tlsFailureOf } from "./clientCertificate";
import {
  maxHeadBytes,
  type TransportPhase,
  type TransportRequest,
  type TransportResponse,
} from "./transport";
import { type ProxyRefusedError } from "./transportError";
import { type ReplaceableTransport } from "./transportSlot";

/**
 * Sends requests through `node:http` and `node:https`. The editor adds its own certificates and proxies to both,
 * including PAC files and Kerberos, unless a request has an agent of its own.
 */
export class EditorTransport implements ReplaceableTransport {
  private readonly pending = new Set<EditorRequest>();

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal.throwIfAborted();
    const sent = new EditorRequest(request);
    this.pending.add(sent);
    void sent.ended.then(() => this.pending.delete(sent));
    return sent.response;
  }

  /** The sockets belong to the editor and stay open for others. */
  async retire(): Promise<void> {
    await Promise.all([...this.pending].map(({ ended }) => ended));
  }

  dispose(): void {
    for (const sent of this.pending) sent.end(new Error("the transport is closed"));
  }
}

/** One request until its answer has been read; its signal, a failure or closing the transport ends it earlier. */
class EditorRequest {
  readonly response: Promise<TransportResponse>;
  /** Resolves when the request has ended. */
  readonly ended: Promise<void>;
  private readonly sent: http.ClientRequest;
  private readonly host: string;
  private readonly isSecure: boolean;
  private message: http.IncomingMessage | undefined;
  private phase: TransportPhase | undefined;
  private proxy: ProxyServer = unknownProxy;
  /** Why the proxy could not be reached. */
  private proxyError: ProxyRefusedError | undefined;
  private isRefusedByProxy = false;
  private fail: (error: unknown) => void = () => undefined;
  private reportEnd = (): void => undefined;

  constructor(private readonly request: TransportRequest) {
    const { protocol, port } = new URL(request.origin);
    this.host = endpointOf(request.origin).host;
    this.isSecure = protocol === "https:";
    const options: https.RequestOptions & EditorOptions = {
      protocol,
      port,
      hostname: this.host,
      path: request.path,
      headers: { ...request.headers },
      rejectUnauthorized: true,
      // No session of the agent is resumed: a resumed session has no certificate whose name could be verified.
      session: undefined,
      maxHeaderSize: maxHeadBytes,
      autoSelectFamilyAttemptTimeout: addressPatienceMs,
    };
    this.sent = this.isSecure ? https.request(options) : http.request(options);
    this.ended = new Promise((resolve) => (this.reportEnd = resolve));
    this.response = this.answer();
    request.signal.addEventListener("abort", this.cancel, { once: true });
  }

  /** Rejects what is pending, and closes the socket unless the answer has been read. */
  end(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    this.message?.destroy(error);
    // A request that waits for a proxy has no socket yet: it ends, unsent, when the proxy answers or closes the connection.
    this.sent.destroy(error);
    this.fail(reason);
    this.close();
  }

  private readonly cancel = (): void => this.end(this.request.signal.reason);

  private readonly close = (): void => {
    this.request.signal.removeEventListener("abort", this.cancel);
    this.reportEnd();
  };

  private async answer(): Promise<TransportResponse> {
    const message = await this.received();
    const status = message.statusCode ?? 0;
    if (!this.isRefusedByProxy) return { status, headers: headersOf(message), body: message };
    const refusals = new ProxyRefusals(this.proxy);
    const refusal = refusals.answered(status, await beginningOf(message));
    this.end(refusal);
    throw refusal;
  }

  private received(): Promise<http.IncomingMessage> {
    const { sent } = this;
    return new Promise((resolve, reject) => {
      this.fail = reject;
      sent.once("response", (message) => {
        this.message = message;
        resolve(message);
      });
      sent.on("error", (error) => reject(this.proxyError ?? this.failureOf(error)));
      sent.once("close", () => {
        this.close();
        reject(new Error("the connection was closed without a response"));
      });
      sent.on("proxy", (report: unknown) => this.noteProxy(report));
      sent.once("socket", (socket: Socket) => this.useSocket(socket));
      // By then a request on a reused connection has its socket; others wait for a proxy.
      setImmediate(() => {
        if (this.phase === undefined) this.enter("connecting");
      });
    });
  }

  private failureOf(error: Error): Error {
    const { socket } = this.sent;
    return socket instanceof TLSSocket ? tlsFailureOf(error, socket) : withoutCredentials(error);
  }

  /** Records the proxy that the editor's agent tries, because the agent's own errors may contain its password. */
  private noteProxy(report: unknown): void {
    const { proxy, error } = parseProxyReport(report);
    this.proxy = proxy;
    this.proxyError = error === undefined ? undefined : new ProxyRefusals(proxy).unreachable(error);
  }

  /**
   * Sends the request, with its key, only when the connection is open and verified: other code in this process can turn
   * off verification in the environment or in the global agent, whose unverified connections are shared.
   */
  private useSocket(socket: Socket): void {
    const isTls = socket instanceof TLSSocket;
    this.isRefusedByProxy = this.isSecure && !isTls;
    if (this.isRefusedByProxy) return;
    const isOpen = isTls ? this.sent.reusedSocket || socket.authorized : !socket.connecting;
    const transmit = (): void => {
      const problem = isTls ? verificationError(socket, this.host) : undefined;
      if (problem !== undefined) this.sent.destroy(problem);
      if (this.sent.destroyed) return;
      this.enter("waiting for the response");
      this.sent.end();
    };
    if (isOpen) transmit();
    else {
      this.enter("connecting");
      socket.once(isTls ? "secureConnect" : "connect", transmit);
    }
  }

  private enter(phase: TransportPhase): void {
    if (this.sent.destroyed || this.phase === phase) return;
    this.phase = phase;
    this.request.onPhase?.(phase);
  }
}

/** Options that Node passes on to its sockets, although its types do not list them. */
interface EditorOptions {
  readonly session: undefined;
  readonly autoSelectFamilyAttemptTimeout: number;
}

/**
 * How long Node waits for one of several addresses before it tries the next one instead: long enough for a slow address,
 * and short enough to try two within the time limit of a connection.
 */
const addressPatienceMs = 4_000;

const unknownProxy: ProxyServer = { url: "", host: "" };

/**
 * Parses the event that the editor's agent emits for each route it tries: `PROXY user:password@host:port` or `DIRECT`. A
 * PAC file may leave out the type.
 */
function parseProxyReport(report: unknown): { proxy: ProxyServer; error: unknown } {
  const fields: object = typeof report === "object" && report !== null ? report : {};
  const way = String(Reflect.get(fields, "proxy") ?? "").trim();
  const [, type = "", address = way] = /^(\S+)\s+(.*)$/s.exec(way) ?? [];
  const scheme = type.toUpperCase() === "HTTPS" ? "https" : "http";
  const isProxy = way !== "" && way.toUpperCase() !== "DIRECT";
  const proxy = isProxy ? parseProxy(`${scheme}://${address}`) : unknownProxy;
  return { proxy, error: Reflect.get(fields, "error") };
}

/**
 * An error of the editor's agent without the user and password of a proxy: it lists the proxies that it tried, and may
 * fail before it has reported any.
 */
function withoutCredentials(error: Error): Error {
  const message = error.message.replace(/\b(PROXY|HTTPS?|SOCKS\d?)(\s+|:\/\/).*@/gis, "$1$2");
  if (message === error.message) return error;
  return Object.assign(new Error(message), { code: errorCodeOf(error) });
}

/** Why nothing may be sent on a TLS connection, with the code of the certificate error; undefined if it is verified. */
function verificationError(socket: TLSSocket, host: string): Error | undefined {
  // The agent's options replace those of the request, and its check of the name may accept any.
  if (socket.authorized) return checkServerIdentity(host, socket.getPeerCertificate());
  // At run time this is a code, although it is declared as an error.
  const code = String(socket.authorizationError);
  return Object.assign(new Error(`the connection was not verified: ${code}`), { code });
}

/** The part of a proxy's answer that arrived with its head, before the editor closed the connection. */
async function beginningOf(message: http.IncomingMessage): Promise<string> {
  try {
    for await (const chunk of message) return String(chunk);
  } catch {
    // The connection was closed before anything arrived.
  }
  return "";
}

function headersOf({ headersDistinct }: http.IncomingMessage): ReadonlyMap<string, string> {
  const headers = Object.entries(headersDistinct);
  return new Map(headers.map(([name, values = []]) => [name, values.join(", ")]));
}
