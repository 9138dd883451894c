import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type Duplex } from "node:stream";
import { type TestCertificate } from "./certificates";

/**
 * How the proxy responds to a request for a tunnel: it opens the tunnel, answers with a page, stays silent, or closes the
 * connection, either at once or after opening the tunnel.
 */
export type ProxyAnswer = "tunnel" | "tunnel to nothing" | "silence" | "hang up" | ProxyPage;

export interface ProxyPage {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ConnectProxyOptions {
  /**
   * Where the tunnels to `host:port` or to any port of `host` lead: a port of 127.0.0.1. Others are answered with 502.
   */
  readonly ports: Readonly<Record<string, number>>;
  /** Without these every request is answered with 407. */
  readonly credentials?: { readonly user: string; readonly password: string } | undefined;
  /** Asked for each request that has the credentials; `"tunnel"` by default. */
  readonly answer?: ((target: string) => ProxyAnswer) | undefined;
  /** The proxy itself speaks TLS. */
  readonly certificate?: TestCertificate;
}

export interface ConnectProxy {
  /** `http://127.0.0.1:port`, or `https:` with a certificate; without credentials. */
  readonly url: string;
  /** Host and port. */
  readonly host: string;
  /** What was asked for, in this order, also what was refused: method, target and headers. */
  readonly requests: ProxiedRequest[];
  /** Connections that clients opened to the proxy. */
  readonly opened: number;
  /** The number of open ones, including the tunnels' connections to services. */
  readonly open: number;
  readonly close: () => Promise<void>;
}

export interface ProxiedRequest {
  /** `CONNECT` for a tunnel; anything else is answered with 405. */
  readonly method: string;
  /** `host:port` of a tunnel. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** A proxy on a free port of the loopback interface that knows tunnels alone. */
export async function startConnectProxy(options: ConnectProxyOptions): Promise<ConnectProxy> {
  const { certificate } = options;
  const server = certificate === undefined ? createServer() : createTlsServer(certificate);
  const requests: ProxiedRequest[] = [];
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    // Either side may leave first.
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  };
  let opened = 0;
  server.on("connection", (socket: Socket) => {
    opened += 1;
    keep(socket);
  });
  server.on("request", (request, response) => {
    requests.push(recorded(request));
    response.writeHead(405).end();
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    requests.push(recorded(request));
    keep(socket);
    answer(request, socket, head, options, keep);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    requests,
    get opened() {
      return opened;
    },
    get open() {
      return sockets.size;
    },
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function recorded({ method = "", url = "", headers }: IncomingMessage): ProxiedRequest {
  return { method, target: url, headers };
}

function answer(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  options: ConnectProxyOptions,
  keep: (socket: Duplex) => void,
): void {
  const target = request.url ?? "";
  const chosen = isAllowed(request, options) ? (options.answer?.(target) ?? "tunnel") : refusal;
  if (chosen === "silence") return;
  if (chosen === "hang up") socket.destroy();
  else if (chosen === "tunnel to nothing") socket.end(established);
  else if (chosen === "tunnel") openTunnel(target, socket, head, options, keep);
  else socket.end(pageText(chosen));
}

const established = "HTTP/1.1 200 Connection established\r\n\r\n";

const refusal: ProxyPage = {
  status: 407,
  headers: { "proxy-authenticate": 'Basic realm="test"' },
  body: "<html><title>Who asks?</title></html>",
};

function isAllowed({ headers }: IncomingMessage, { credentials }: ConnectProxyOptions): boolean {
  if (credentials === undefined) return true;
  const pair = Buffer.from(`${credentials.user}:${credentials.password}`).toString("base64");
  return headers["proxy-authorization"] === `Basic ${pair}`;
}

function openTunnel(
  target: string,
  socket: Duplex,
  head: Buffer,
  { ports }: ConnectProxyOptions,
  keep: (socket: Duplex) => void,
): void {
  const port = ports[target] ?? ports[target.replace(/:\d+$/, "")];
  if (port === undefined) {
    socket.end(pageText({ status: 502, body: "unknown host" }));
    return;
  }
  const service = connect(port, "127.0.0.1", () => {
    socket.write(established);
    service.write(head);
    socket.pipe(service).pipe(socket);
  });
  keep(service);
  service.once("close", () => socket.destroy());
  socket.once("close", () => service.destroy());
}

function pageText({ status, headers = {}, body = "" }: ProxyPage): string {
  const fields = { "content-length": Buffer.byteLength(body), connection: "close", ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Answered by the proxy\r\n${lines.join("")}\r\n${body}`;
}
