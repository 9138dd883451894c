import { once } from "node:events";
import { type IncomingMessage, type Server, createServer } from "node:http";
import { type Day } from "../shared/day";
import { type SampleAnswer, jsonAnswer, send } from "./sampleAnswer";
import { businessDayAtOrBefore, dayOfMs, productionAsOf } from "./businessDays";
import { answerTo } from "./endpoints";
import { HttpProblem, notFound } from "./httpProblem";
import { type World, worldUpTo } from "./world";
import { createHash, timingSafeEqual } from "node:crypto";

const loopback = "127.0.0.1";

/** Longer than clients keep an idle connection: a connection that the server closes first can cut a request or a response. */
const keepAliveMs = 65_000;

export interface SampleServiceOptions {
  /** 0, the default, chooses a free port. */
  readonly port?: number;
  readonly apiKey: string;
  /** An additional, public key, for programs that use the service at a port that a person chose. */
  readonly knownKey?: string;
  /** The last day with data, if it is a business day; by default yesterday, according to `now`. */
  readonly until?: Day;
  /** Milliseconds since 1970-01-01 UTC; nothing is published later than this. The machine's clock by default. */
  readonly now?: () => number;
}

/** A running service. */
export interface SampleService {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and closes every connection. */
  close(): Promise<void>;
}

/**
 * Starts the whole interface over HTTP on 127.0.0.1, with deterministic synthetic data.
 *
 * @throws Error with the code EADDRINUSE if the port is taken.
 */
export async function startSampleService(options: SampleServiceOptions): Promise<SampleService> {
  const server = createServer({ keepAliveTimeout: keepAliveMs });
  const gate = new Gate([
    options.apiKey,
    ...(options.knownKey === undefined ? [] : [options.knownKey]),
  ]);
  const now = options.now ?? Date.now;
  const worlds = new WorldClock(options.until, now);
  server.listen(options.port ?? 0, loopback);
  await once(server, "listening");
  const port = portOf(server);
  server.on("request", (request, response) => {
    answerOf(request, gate, port, worlds)
      .then((answer) => send(response, answer, request.headers["accept-encoding"] ?? "", now()))
      // Only sending can fail here: the client sees the connection end.
      .catch((error: unknown) => response.destroy(new Error("not sent", { cause: error })));
  });
  return { url: `http://${loopback}:${port}`, port, close: () => closed(server) };
}

/** The current world; a new one after each production. */
class WorldClock {
  private world: World | undefined;

  constructor(
    private readonly until: Day | undefined,
    private readonly now: () => number,
  ) {}

  current(): World {
    const nowMs = this.now();
    const lastDay = this.until ?? dayOfMs(nowMs) - 1;
    const last = Math.max(-1, Math.min(businessDayAtOrBefore(lastDay), productionAsOf(nowMs)));
    if (this.world?.last !== last) this.world = worldUpTo(last);
    return this.world;
  }
}

async function answerOf(
  request: IncomingMessage,
  gate: Gate,
  port: number,
  worlds: WorldClock,
): Promise<SampleAnswer> {
  const target = request.url ?? "";
  try {
    gate.check(request, port);
    return await answerTo(worlds.current(), segmentsOf(target), queryOf(target));
  } catch (error) {
    if (error instanceof HttpProblem) return jsonAnswer({ detail: error.message }, error.status);
    // Reported to the client, since the service has no log.
    return jsonAnswer({ detail: `the sample service failed: ${String(error)}` }, 500);
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the service has no port");
  return address.port;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    // The only possible error is that it was already closed.
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Lets a request pass or throws the {@link HttpProblem} that rejects it. Browser pages are rejected: their requests
 * have an `Origin`, and a rebound DNS name appears in `Host`.
 */
class Gate {
  private readonly keyDigests: readonly Buffer[];

  /** @param apiKeys - Each of them is accepted. */
  constructor(apiKeys: readonly string[]) {
    if (apiKeys.includes("")) throw new RangeError("the API key of the sample service is empty");
    this.keyDigests = apiKeys.map(digest);
  }

  check(request: IncomingMessage, port: number): void {
    const { host = "", origin } = request.headers;
    if (!loopbackNames.some((name) => host.toLowerCase() === `${name}:${port}`)) {
      throw new HttpProblem(403, "this service responds only to loopback host names");
    }
    if (origin !== undefined)
      throw new HttpProblem(403, "this service does not accept requests from web pages");
    if (!this.isKey(keyOf(request))) throw new HttpProblem(401, "missing or wrong API key");
    if (request.method !== "GET") throw notFound("only GET is allowed");
  }

  /** Digests have the same length, so that the comparison takes constant time whatever was sent. */
  private isKey(candidate: string): boolean {
    const candidateDigest = digest(candidate);
    return this.keyDigests.some((each) => timingSafeEqual(candidateDigest, each));
  }
}

/** The header takes precedence over a key in the URL; a duplicate key in the URL is invalid. */
function keyOf(request: IncomingMessage): string {
  const header = request.headers["x-api-key"];
  if (header !== undefined) return String(header);
  const [key = "", ...more] = queryOf(request.url ?? "").getAll("api_key");
  return more.length === 0 ? key : "";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * The decoded segments of a request target's path, without the empty ones from its leading and trailing slash, or
 * undefined for a target that is not a path of the interface: another form, no trailing slash, invalid escapes.
 * Segments of dots are ordinary: nothing is resolved.
 */
function segmentsOf(target: string): readonly string[] | undefined {
  const path = target.split("?", 1).join();
  if (!path.startsWith("/") || !path.endsWith("/") || path === "/") return undefined;
  try {
    return path.slice(1, -1).split("/").map(decodeURIComponent);
  } catch {
    // Percent-encoded bytes that are not UTF-8: no name of the service has this text.
    return undefined;
  }
}

/** The parameters of a request target. */
function queryOf(target: string): URLSearchParams {
  const start = target.indexOf("?");
  return new URLSearchParams(start < 0 ? "" : target.slice(start + 1));
}
