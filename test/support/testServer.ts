import { once } from "node:events";
import { type IncomingHttpHeaders, type RequestListener, createServer } from "node:http";
import { type AddressInfo, type Server, type Socket } from "node:net";

export interface RecordedRequest {
  /** The request target exactly as it came: path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface ListeningServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** How many connections are open. */
  readonly socketCount: () => number;
  /** Ends all connections, too. */
  readonly close: () => Promise<void>;
}

export interface TestServer extends ListeningServer {
  /** In the order they came. */
  readonly requests: readonly RecordedRequest[];
}

/** A real HTTP server on a free port of the loopback interface. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  const requests: RecordedRequest[] = [];
  const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
    requests.push({ target: request.url ?? "", headers: request.headers });
    listener(request, response);
  });
  return { ...(await listening(server)), requests };
}

/** Any server, listening on a free port of the loopback interface. */
export async function listening(server: Server): Promise<ListeningServer> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    socketCount: () => sockets.size,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
