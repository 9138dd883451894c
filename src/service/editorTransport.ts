import { type TransportRequest, type TransportResponse } from "./transport";
import { ChangedTargetError, UnreadableAnswerError, UnverifiedTlsError } from "./transportError";
import { type ReplaceableTransport } from "./transportSlot";

/** The part of the standard `fetch` that is needed. */
export type Fetch = (
  url: string,
  init: RequestInit & { readonly cache: "no-store" },
) => Promise<Response>;

/**
 * Sends requests by a `fetch` that somebody else set up: the editor's own knows PAC files and proxies that ask for
 * Kerberos.
 *
 * A `fetch` inflates bodies by itself and cannot tell a compressed one that was cut from a whole one; so compression is
 * declined, and data that come compressed all the same are refused. It tells no phases.
 */
export class EditorTransport implements ReplaceableTransport {
  private readonly inFlight = new Set<Flight>();

  constructor(private readonly fetch: Fetch) {}

  async send({ origin, path, headers, signal }: TransportRequest): Promise<TransportResponse> {
    const url = unchangedUrl(origin, path);
    refuseUnverified(origin);
    const flight = new Flight(signal, this.inFlight);
    try {
      const response = await this.fetch(url, {
        headers: { ...headers, "accept-encoding": "identity" },
        signal: flight.signal,
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
      });
      return { ...readable(response), body: flight.bodyOf(response) };
    } catch (error) {
      flight.end();
      throw reasonOf(error);
    }
  }

  /** Its sockets are not its own, and stay open for others. */
  async retire(): Promise<void> {
    await Promise.all([...this.inFlight].map(({ ended }) => ended));
  }

  dispose(): void {
    for (const flight of this.inFlight) flight.end();
  }
}

/**
 * One exchange until its body has been read: ended by the request's own signal, by a failure, or with the transport.
 */
class Flight {
  /** Resolves with the end. */
  readonly ended: Promise<void>;
  private readonly controller = new AbortController();
  private readonly cancel = (): void => this.end();
  private reportEnd = (): void => undefined;

  constructor(
    private readonly cancelled: AbortSignal,
    private readonly inFlight: Set<Flight>,
  ) {
    inFlight.add(this);
    this.ended = new Promise((resolve) => (this.reportEnd = resolve));
    if (cancelled.aborted) this.end();
    else cancelled.addEventListener("abort", this.cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  async *bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
    try {
      if (body !== null) yield* body;
    } catch (error) {
      throw reasonOf(error);
    } finally {
      this.end();
    }
  }

  /** Closes the socket unless the body has been read. */
  end(): void {
    this.inFlight.delete(this);
    this.reportEnd();
    this.cancelled.removeEventListener("abort", this.cancel);
    this.controller.abort(this.cancelled.reason);
  }
}

/**
 * Whether a `fetch` verifies certificates is for the environment of the process to say, which any extension can change
 * at any time; so it is asked before each request.
 */
function refuseUnverified(origin: string): void {
  const isUnverified = process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  if (isUnverified && origin.startsWith("https:")) throw new UnverifiedTlsError();
}

/** A `fetch` writes its URL anew: dot segments, however they are written, would lead to another target. */
function unchangedUrl(origin: string, path: string): string {
  const url = new URL(origin + path);
  // In a query it writes `'` as `%27`, which is read as the same.
  const written = path.replace(/\?.*/, (query) => query.replaceAll("'", "%27"));
  if (url.origin === origin && url.pathname + url.search === written) return url.href;
  throw new ChangedTargetError("the path would be changed");
}

/** @throws {@link UnreadableAnswerError} for data that came compressed, and for a redirect that is kept secret. */
function readable({
  status,
  type,
  headers,
}: Response): Pick<TransportResponse, "status" | "headers"> {
  if (type === "opaqueredirect") throw new UnreadableAnswerError("redirect");
  const named = new Map(headers);
  const encoding = named.get("content-encoding")?.trim() ?? "";
  const isEncoded = encoding !== "" && encoding.toLowerCase() !== "identity";
  if (!isEncoded) return { status, headers: named };
  const isData = status >= 200 && status < 300;
  if (isData) throw new UnreadableAnswerError(`content encoding ${encoding}`);
  // What a failure says is only read by people, and its status counts more: it is given as it was inflated.
  named.delete("content-encoding");
  return { status, headers: named };
}

/** A `fetch` wraps what happened in an error that only says that something did. */
function reasonOf(error: unknown): unknown {
  const isWrapped = error instanceof TypeError && error.cause instanceof Error;
  return isWrapped ? error.cause : error;
}
