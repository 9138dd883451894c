import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type TestCertificate } from "./certificates";
import { ConnectionClosed, RawConnection } from "./rawConnection";

/** What a server does on one connection; leaves it open when it returns, unless it ended it. */
export type Script = (connection: RawConnection) => Promise<void> | void;

export interface RawServerOptions {
  /** The server speaks TLS and proves itself by this. */
  readonly certificate?: TestCertificate;
}

/** A server that says exactly the bytes that its scripts say. */
export interface RawServer {
  /** `http://127.0.0.1:port`, or `https:` with a certificate. */
  readonly origin: string;
  readonly port: number;
  /** In the order they were opened; those of a failed TLS handshake are not among them. */
  readonly connections: readonly RawConnection[];
  /** TCP connections that were opened, whatever became of them. */
  readonly opened: number;
  /** Requests whose head came whole, over all connections. */
  readonly requests: number;
  /** The connection of this number, as soon as it is there. */
  readonly connection: (number: number) => Promise<RawConnection>;
  /** Closes everything. @throws what a script threw, unless it only told that the client had left. */
  readonly close: () => Promise<void>;
}

/**
 * A TCP or TLS server on a free port of the loopback interface.
 *
 * @param scripts - One for all connections, or one for each in their order, the last one for all that follow.
 */
export async function startRawServer(
  scripts: Script | readonly [Script, ...Script[]],
  { certificate }: RawServerOptions = {},
): Promise<RawServer> {
  const running = new RunningServer(typeof scripts === "function" ? [scripts] : scripts);
  const serve = (socket: Socket): void => running.serve(socket);
  const server =
    certificate === undefined ? createServer(serve) : createTlsServer(certificate, serve);
  server.on("connection", (socket: Socket) => running.open(socket));
  // A client that refuses the certificate is no failure of the server.
  server.on("tlsClientError", () => undefined);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const scheme = certificate === undefined ? "http" : "https";
  return {
    origin: `${scheme}://127.0.0.1:${port}`,
    port,
    connections: running.connections,
    get opened() {
      return running.opened;
    },
    get requests() {
      return running.requests;
    },
    connection: (number) => running.connection(number),
    close: () => running.close(server),
  };
}

class RunningServer {
  readonly connections: RawConnection[] = [];
  opened = 0;
  private readonly sockets = new Set<Socket>();
  private readonly waiting = new Set<() => void>();
  private readonly failures: unknown[] = [];

  constructor(private readonly scripts: readonly Script[]) {}

  get requests(): number {
    return this.connections.reduce((sum, { requests }) => sum + requests, 0);
  }

  open(socket: Socket): void {
    this.opened += 1;
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("close", () => this.sockets.delete(socket));
  }

  serve(socket: Socket): void {
    const connection = new RawConnection(socket, this.connections.length);
    this.connections.push(connection);
    const script = this.scripts[connection.number] ?? this.scripts.at(-1);
    for (const look of this.waiting) look();
    Promise.resolve(script?.(connection)).catch((error: unknown) => {
      if (!(error instanceof ConnectionClosed)) this.failures.push(error);
      connection.destroy();
    });
  }

  connection(number: number): Promise<RawConnection> {
    return new Promise((resolve) => {
      const look = (): void => {
        const connection = this.connections[number];
        if (connection === undefined) return;
        this.waiting.delete(look);
        resolve(connection);
      };
      this.waiting.add(look);
      look();
    });
  }

  async close(server: Server): Promise<void> {
    const closed = once(server, "close");
    server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
    if (this.failures.length > 0) throw this.failures[0];
  }
}
