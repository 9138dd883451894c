import { isTlsFailure } from "./connectionError";
import { type TransportRequest, type TransportResponse } from "./transport";
import { ProxyRefusedError } from "./transportError";
import { type ReplaceableTransport } from "./transportSlot";

export interface AutoTransportOptions {
  /** Tried first. */
  readonly usual: ReplaceableTransport;
  /** Tried at the first contact with an origin when a proxy or TLS stands in the way of the usual one. */
  readonly other: ReplaceableTransport;
  /** Called once for each origin that is reached by the other one alone, with what stood in the usual one's way. */
  readonly onOther: (origin: string, obstacle: Error) => void;
}

/** Finds out, at the first contact with an origin, which of two transports reaches it, and stays with that one. */
export class AutoTransport implements ReplaceableTransport {
  private readonly chosen = new Map<string, ReplaceableTransport>();

  constructor(private readonly options: AutoTransportOptions) {}

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { usual } = this.options;
    const { origin } = request;
    const chosen = this.chosen.get(origin);
    if (chosen !== undefined) return chosen.send(request);
    try {
      const response = await usual.send(request);
      this.choose(origin, usual);
      return response;
    } catch (error) {
      if (request.signal.aborted || !isObstacle(error)) throw error;
      if (this.isChosen(origin, usual)) throw error;
      return this.sendByOther(request, error);
    }
  }

  /** Which way an origin is reached; undefined before the first contact. */
  wayOf(origin: string): "usual" | "other" | undefined {
    const chosen = this.chosen.get(origin);
    if (chosen === undefined) return undefined;
    return chosen === this.options.usual ? "usual" : "other";
  }

  async retire(): Promise<void> {
    await Promise.all([this.options.usual.retire(), this.options.other.retire()]);
  }

  dispose(): void {
    this.options.usual.dispose();
    this.options.other.dispose();
  }

  /** @throws the obstacle, which says more, when the other way leads nowhere either. */
  private async sendByOther(
    request: TransportRequest,
    obstacle: Error,
  ): Promise<TransportResponse> {
    const { other, onOther } = this.options;
    // Nobody tells when the other one has connected: from here on the time for the answer counts.
    request.onPhase?.("waiting for the answer");
    let response: TransportResponse;
    try {
      response = await other.send(request);
    } catch {
      throw obstacle;
    }
    if (this.choose(request.origin, other)) onOther(request.origin, obstacle);
    return response;
  }

  private isChosen(origin: string, transport: ReplaceableTransport): boolean {
    return this.chosen.get(origin) === transport;
  }

  /** False when the choice was made before: the first answer decides. */
  private choose(origin: string, transport: ReplaceableTransport): boolean {
    if (this.chosen.has(origin)) return false;
    this.chosen.set(origin, transport);
    return true;
  }
}

function isObstacle(error: unknown): error is Error {
  return error instanceof ProxyRefusedError || isTlsFailure(error);
}
