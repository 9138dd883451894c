import { type TransportRequest, type TransportResponse } from "./transport";
import { ChangedTargetError, UnreadableAnswerError, UnverifiedTlsError } from "./transportError";
import { type ReplaceableTransport } from "./transportSlot";

/** The part of the standard `fetch` that is needed. */
export type Fetch = (
  url: string,
  init: RequestInit & { readonly cache: "no-store" },
) => Promise<Response>;

/**
 * Sends requests by a `fetch` that is configured elsewhere: the editor's own supports PAC files and proxies that
 * require Kerberos.
 *
 * A `fetch` inflates bodies itself and cannot tell a truncated compressed one from a complete one. So requests decline
 * compression, and data that are compressed anyway are refused. It does not report phases.
 */
export class EditorTransport implements ReplaceableTransport {
  private readonly pendingFetches = new Set<PendingFetch>();

  constructor(private readonly fetch: Fetch) {}

  async send({ origin, path, headers, signal }: TransportRequest): Promise<TransportResponse> {
    const url = unchangedUrl(origin, path);
    refuseUnverified(origin);
    const pending = new PendingFetch(signal, this.pendingFetches);
    try {
      const response = await this.fetch(url, {
        headers: { ...headers, "accept-encoding": "identity" },
        signal: pending.signal,
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer",
      });
      return { ...readable(response), body: pending.bodyOf(response) };
    } catch (error) {
      pending.end();
      throw reasonOf(error);
    }
  }

  /** The sockets belong to the `fetch` and stay open for others. */
  async retire(): Promise<void> {
    await Promise.all([...this.pendingFetches].map(({ ended }) => ended));
  }

  dispose(): void {
    for (const pending of this.pendingFetches) pending.end();
  }
}

/** One exchange until its body has been read; ended by the request's signal, by a failure, or with the transport. */
class PendingFetch {
  /** Resolves at the end. */
  readonly ended: Promise<void>;
  private readonly controller = new AbortController();
  private readonly cancel = (): void => this.end();
  private reportEnd = (): void => undefined;

  constructor(
    private readonly cancelled: AbortSignal,
    private readonly pendingFetches: Set<PendingFetch>,
  ) {
    pendingFetches.add(this);
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
    this.pendingFetches.delete(this);
    this.reportEnd();
    this.cancelled.removeEventListener("abort", this.cancel);
    this.controller.abort(this.cancelled.reason);
  }
}

/**
 * Whether a `fetch` verifies certificates depends on the environment of the process, which any extension can change at
 * any time, so this is checked before each request.
 */
function refuseUnverified(origin: string): void {
  const isUnverified = process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0";
  if (isUnverified && origin.startsWith("https:")) throw new UnverifiedTlsError();
}

/** A `fetch` normalises its URL: dot segments, however they are encoded, would lead to another target. */
function unchangedUrl(origin: string, path: string): string {
  const url = new URL(origin + path);
  // In a query it writes `'` as `%27`, which is equivalent.
  const written = path.replace(/\?.*/, (query) => query.replaceAll("'", "%27"));
  if (url.origin === origin && url.pathname + url.search === written) return url.href;
  throw new ChangedTargetError("the path would be changed");
}

/** @throws {@link UnreadableAnswerError} for compressed data, and for an opaque redirect. */
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
  // The body of a failure is only read by people, and its status matters more, so it is kept as `fetch` inflated it.
  named.delete("content-encoding");
  return { status, headers: named };
}

/** The cause that a `fetch` wraps in its unspecific error. */
function reasonOf(error: unknown): unknown {
  const isWrapped = error instanceof TypeError && error.cause instanceof Error;
  return isWrapped ? error.cause : error;
}
