import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import { type AddressInfo } from "node:net";

/** A real HTTP server of the loopback interface that is stopped and started again at the same address. */
export class StoppableServer {
  /** Path and query of each request, in the order they came. */
  readonly targets: string[] = [];
  private server: Server | undefined;
  private port = 0;

  constructor(private readonly listener: RequestListener) {}

  /** `http://127.0.0.1:port`, the same after each start. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.targets.push(request.url ?? "");
      this.listener(request, response);
    });
    server.listen(this.port, "127.0.0.1");
    await once(server, "listening");
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Nobody listens any more, and all connections are closed. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
