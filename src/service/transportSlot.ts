import { type Transport, type TransportRequest, type TransportResponse } from "./transport";

/** A transport that can be replaced without losing requests. */
export interface ReplaceableTransport extends Transport {
  /** Accepts no more requests; resolves once pending ones have ended and its sockets are closed. */
  retire(): Promise<void>;
}

/**
 * Holds one transport, created at the first request and again after each change of its configuration. Pending requests
 * finish on the transport they started with.
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

  /** Sends further requests by a new transport. */
  renew(): void {
    const old = this.current;
    this.current = undefined;
    // Earlier callers waiting for the old one continue first, so they send before it retires.
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
      // The next request tries again, unless another transport is in place by now.
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
