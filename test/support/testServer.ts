import { once } from "node:events";
import { type IncomingHttpHeaders, type RequestListener, createServer } from "node:http";
import { type AddressInfo, type Server, type Socket } from "node:net";

export interface RecordedRequest {
  /** The request target exactly as it came: path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export interface TestServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** In the order they came. */
  readonly requests: readonly RecordedRequest[];
  /** Ends all connections, too. */
  readonly close: () => Promise<void>;
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

async function listening(server: Server): Promise<Omit<TestServer, "requests">> {
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
    close: async () => {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
