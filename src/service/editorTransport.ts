import * as http from "node:http";
import * as https from "node:https";
import { type Socket } from "node:net";
import { checkServerIdentity, TLSSocket } from "node:tls";
import { ByteCollector } from "./byteCollector";
import { endpointOf } from "./openSocket";
import { pageLimitBytes, ProxyRefusals } from "./proxyRefusal";
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
 * Sends requests by `node:http` and `node:https`. The editor extends both by its own certificates and proxies, including
 * PAC files and Kerberos, unless a request has an agent of its own.
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

/** One request until its answer has been read; ended by its signal, by a failure, or with the transport. */
class EditorRequest {
  readonly response: Promise<TransportResponse>;
  /** Resolves at the end. */
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
      // Resumes none of the agent's sessions: they come without the certificate, so its name could not be verified.
      session: undefined,
      maxHeaderSize: maxHeadBytes,
      autoSelectFamilyAttemptTimeout: addressPatienceMs,
    };
    this.sent = this.isSecure ? https.request(options) : http.request(options);
    this.ended = new Promise((resolve) => (this.reportEnd = resolve));
    this.response = this.answer();
    request.signal.addEventListener("abort", this.cancel, { once: true });
  }

  /** Fails what is pending and closes the socket unless the answer has been read. */
  end(reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    this.message?.destroy(error);
    // A request that waits for a proxy has no socket yet: it ends, unsent, when the proxy answers or hangs up.
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
      // By then a request on a kept connection has its socket; others wait for a proxy.
      setImmediate(() => {
        if (this.phase === undefined) this.enter("connecting");
      });
    });
  }

  private failureOf(error: Error): Error {
    const { socket } = this.sent;
    return socket instanceof TLSSocket ? tlsFailureOf(error, socket) : error;
  }

  /** Remembers the proxy that the editor's agent tries; errors of the agent itself may contain its password. */
  private noteProxy(report: unknown): void {
    const { proxy, error } = parseProxyReport(report);
    this.proxy = proxy;
    this.proxyError = error === undefined ? undefined : new ProxyRefusals(proxy).unreachable(error);
  }

  /**
   * Sends the request, with its key, only once the connection is open and verified: any code in this process can turn
   * off verification in the environment or in the global agent, and share its unverified connections.
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

/** What Node passes on to its sockets, against its types. */
interface EditorOptions {
  readonly session: undefined;
  readonly autoSelectFamilyAttemptTimeout: number;
}

/**
 * How long Node waits for one of several addresses before it gives it up for the next: enough for a slow one, and within
 * the time limit of a connection for two.
 */
const addressPatienceMs = 4_000;

const unknownProxy: ProxyServer = { url: "", host: "" };

/** The event that the editor's agent emits for each way that it tries: `PROXY user:password@host:port` or `DIRECT`. */
function parseProxyReport(report: unknown): { proxy: ProxyServer; error: unknown } {
  const fields: object = typeof report === "object" && report !== null ? report : {};
  const way: unknown = Reflect.get(fields, "proxy");
  const [type = "", ...address] = String(way).split(" ");
  const scheme = type.toUpperCase() === "HTTPS" ? "https" : "http";
  const isProxy = address.length > 0;
  const proxy = isProxy ? parseProxy(`${scheme}://${address.join(" ")}`) : unknownProxy;
  return { proxy, error: Reflect.get(fields, "error") };
}

/** Why nothing may be sent on a TLS connection, with the code of its certificate's error. */
function verificationError(socket: TLSSocket, host: string): Error | undefined {
  // The agent's options replace those of the request: its own check of the name may accept any.
  if (socket.authorized) return checkServerIdentity(host, socket.getPeerCertificate());
  // A code at run time, though declared as an error.
  const code = String(socket.authorizationError);
  return Object.assign(new Error(`the connection was not verified: ${code}`), { code });
}

/** What came with the head of a proxy's answer: the editor closes its connection. */
async function beginningOf(message: http.IncomingMessage): Promise<string> {
  const collector = new ByteCollector(pageLimitBytes);
  try {
    for await (const chunk of message) {
      if (!collector.add(chunk as Uint8Array)) break;
    }
  } catch {
    // What has arrived explains as much as there is.
  }
  return Buffer.from(collector.bytes()).toString();
}

function headersOf({ headersDistinct }: http.IncomingMessage): ReadonlyMap<string, string> {
  const headers = Object.entries(headersDistinct);
  return new Map(headers.map(([name, values = []]) => [name, values.join(", ")]));
}
