import { type Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as zlib from "node:zlib";

/** The `Accept-Encoding` of requests; `node:zlib` supports them in every supported runtime. */
export const acceptedEncodings = "gzip, br, deflate";

/** No real service applies more layers. */
const maxLayers = 2;
const chunkSize = 64 * 1024;

type Chunks = AsyncIterable<Uint8Array>;
type Inflate = (compressed: Chunks) => Chunks;

/** The decoded output exceeded the limit of inflated bytes. */
export class InflatedLimitError extends Error {
  override readonly name = "InflatedLimitError";
}

/**
 * The body after content decoding (RFC 9110 §8.4), the last encoding undone first; undefined for an encoding that was not
 * asked for, and for more than two. Throws for a truncated or damaged body, however the connection ended.
 *
 * @param limitBytes - A layer that inflates to more throws {@link InflatedLimitError}.
 */
export function inflated(
  body: Chunks,
  contentEncoding: string,
  limitBytes: number,
): Chunks | undefined {
  const layers = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity")
    .reverse();
  if (layers.length > maxLayers) return undefined;
  let chunks = body;
  for (const layer of layers) {
    const inflate = inflateOf(layer);
    if (inflate === undefined) return undefined;
    chunks = limited(inflate(chunks), limitBytes);
  }
  return chunks;
}

function inflateOf(encoding: string): Inflate | undefined {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return (compressed) => through(compressed, zlib.createGunzip({ chunkSize }));
    case "br":
      return (compressed) => through(compressed, zlib.createBrotliDecompress({ chunkSize }));
    case "deflate":
      return inflateDeflate;
    default:
      return undefined;
  }
}

/**
 * `deflate` means the zlib format, but some servers send raw deflate; the first byte tells them apart (RFC 1950 §2.2:
 * CM is 8).
 */
async function* inflateDeflate(compressed: Chunks): Chunks & AsyncGenerator<Uint8Array> {
  const chunks = compressed[Symbol.asyncIterator]();
  let first = await chunks.next();
  while (first.done !== true && first.value.length === 0) first = await chunks.next();
  if (first.done === true) return;
  const head = first.value;
  const isZlib = ((head[0] ?? 0) & 0x0f) === 8;
  const whole = (async function* () {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  })();
  yield* through(
    whole,
    isZlib ? zlib.createInflate({ chunkSize }) : zlib.createInflateRaw({ chunkSize }),
  );
}

async function* through(compressed: Chunks, decoder: Duplex): AsyncGenerator<Uint8Array> {
  pipeline(compressed, decoder).catch(() => {
    // The loop below throws the same error.
  });
  for await (const chunk of decoder) yield chunk as Uint8Array;
}

async function* limited(chunks: Chunks, limitBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limitBytes) throw new InflatedLimitError("too many inflated bytes");
    yield chunk;
  }
}
