import { Agent, type Dispatcher } from "undici";
import { type Transport, type TransportRequest, type TransportResponse } from "./transport";

/** Speaks HTTP/1.1 through one undici agent of its own; the process-wide dispatcher is neither used nor changed. */
export class UndiciTransport implements Transport {
  // The client's own deadline covers headers and body; undici's body timeout would start anew with each byte that drips.
  private readonly agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

  async send({ origin, path, headers, signal }: TransportRequest): Promise<TransportResponse> {
    // The dispatcher's own method: the module's `request` would send the path through the URL parser, which resolves `%2E%2E`.
    const response = await this.agent.request({ origin, path, method: "GET", headers, signal });
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      body: response.body,
    };
  }

  dispose(): void {
    this.agent.destroy().catch(() => {
      // It rejects only when it was destroyed before: then there is nothing left to close.
    });
  }
}

function headersOf(headers: Dispatcher.ResponseData["headers"]): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  return result;
}
