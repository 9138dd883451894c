import { createHash, timingSafeEqual } from "node:crypto";
import { type IncomingMessage } from "node:http";
import { HttpProblem, notFound } from "./httpProblem";
import { queryOf } from "./requestTarget";

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Lets a request pass or throws the {@link HttpProblem} that refuses it. Pages in a browser are kept out: what a page
 * requests carries its `Origin`, and a name that was rebound to this machine stands in `Host`.
 */
export class Gate {
  private readonly keyDigests: readonly Buffer[];

  /** @param apiKeys - Any of them opens it. */
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

  /** Digests have one length, so that comparing takes one time whatever was sent. */
  private isKey(candidate: string): boolean {
    const candidateDigest = digest(candidate);
    return this.keyDigests.some((each) => timingSafeEqual(candidateDigest, each));
  }
}

/** The header decides even when the URL holds another key; a key given twice in the URL is none. */
function keyOf(request: IncomingMessage): string {
  const header = request.headers["x-api-key"];
  if (header !== undefined) return String(header);
  const [key = "", ...more] = queryOf(request.url ?? "").getAll("api_key");
  return more.length === 0 ? key : "";
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
