import { type Transport, type TransportRequest, type TransportResponse } from "./transport";

/** A transport whose place another one can take without a request being lost. */
export interface ReplaceableTransport extends Transport {
  /** Takes no more requests; resolves once those that it has have ended and its sockets are closed. */
  retire(): Promise<void>;
}

/**
 * The place of one transport, which is made with the first request, and anew after each change of what it was made
 * from. Requests that are on their way end with the transport they began with.
 */
export class TransportSlot implements Transport {
  private current: Promise<ReplaceableTransport> | undefined;
  private readonly alive = new Set<ReplaceableTransport>();
  private isDisposed = false;

  constructor(private readonly make: () => Promise<ReplaceableTransport>) {}

  async send(request: TransportRequest): Promise<TransportResponse> {
    if (this.isDisposed) throw new Error("the transport is closed");
    return (await this.get()).send(request);
  }

  /** Requests from now on are sent by a new transport. */
  renew(): void {
    const old = this.current;
    this.current = undefined;
    // Who waits for the old one was here first and sends before it retires.
    void old?.then((transport) => this.retire(transport)).catch(() => undefined);
  }

  dispose(): void {
    this.isDisposed = true;
    for (const transport of this.alive) transport.dispose();
    this.alive.clear();
  }

  private get(): Promise<ReplaceableTransport> {
    if (this.current !== undefined) return this.current;
    const created = this.create();
    this.current = created;
    created.catch(() => {
      // Who asks next tries anew, unless another one has its place by now.
      if (this.current === created) this.current = undefined;
    });
    return created;
  }

  private async create(): Promise<ReplaceableTransport> {
    const transport = await this.make();
    this.alive.add(transport);
    if (this.isDisposed) this.dispose();
    return transport;
  }

  private async retire(transport: ReplaceableTransport): Promise<void> {
    await transport.retire();
    this.alive.delete(transport);
    transport.dispose();
  }
}
