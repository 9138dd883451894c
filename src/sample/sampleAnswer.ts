import { type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

/** The body of an answer and its type. */
export interface SampleAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

export const parquetType = "application/vnd.apache.parquet";
const jsonType = "application/json";
/** Shorter bodies gain nothing from compression. */
const smallestCompressed = 1_024;
const compress = promisify(gzip);
/** The client is on this machine, so speed matters more than size. */
const compression = { level: 1 };

export function jsonAnswer(value: unknown, status = 200): SampleAnswer {
  return { status, contentType: jsonType, body: new TextEncoder().encode(JSON.stringify(value)) };
}

/**
 * Sends an answer, compressed with gzip if the client accepts it; Parquet is already compressed.
 *
 * @param nowMs - The time in the `Date` header.
 */
export async function send(
  response: ServerResponse,
  answer: SampleAnswer,
  acceptEncoding: string,
  nowMs: number,
): Promise<void> {
  const isCompressed =
    answer.contentType !== parquetType &&
    answer.body.length >= smallestCompressed &&
    takesGzip(acceptEncoding);
  const body = isCompressed ? await compress(answer.body, compression) : answer.body;
  response.writeHead(answer.status, {
    Date: new Date(nowMs).toUTCString(),
    "Content-Type": answer.contentType,
    "Content-Length": body.length,
    ...(isCompressed ? { "Content-Encoding": "gzip" } : {}),
    Vary: "Accept-Encoding",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  });
  response.end(body);
}

/** Source: RFC 9110 §12.5.3; `gzip` and its old name take precedence over `*`, and a weight of 0 refuses. */
function takesGzip(acceptEncoding: string): boolean {
  const weights = new Map(
    acceptEncoding.split(",").map((entry) => {
      const [coding = "", ...parameters] = entry.split(";").map((part) => part.trim());
      const weight = parameters.find((part) => /^q=/i.test(part))?.slice(2);
      return [coding.toLowerCase(), weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}
