import * as zlib from "node:zlib";

/** A way to compress a body, as a `Content-Encoding` names it. */
export interface TestEncoding {
  /** For the names of tests. */
  readonly name: string;
  /** The header's value. */
  readonly header: string;
  readonly compress: (bytes: string | Uint8Array) => Buffer;
}

/** Every content encoding that the client undoes. */
export const contentEncodings: readonly TestEncoding[] = [
  { name: "gzip", header: "gzip", compress: (bytes) => zlib.gzipSync(bytes) },
  { name: "deflate", header: "deflate", compress: (bytes) => zlib.deflateSync(bytes) },
  { name: "bare deflate", header: "deflate", compress: (bytes) => zlib.deflateRawSync(bytes) },
  { name: "br", header: "br", compress: compressBrotli },
  {
    name: "gzip in gzip",
    header: "gzip, gzip",
    compress: (bytes) => zlib.gzipSync(zlib.gzipSync(bytes)),
  },
];

/** The beginning of a body that is cut off at a percentage of its length. */
export function cutAt(percent: number, body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor((body.length * percent) / 100));
}

/** A small body that inflates to 24 MiB. */
export function makeBomb(compress: (bytes: Uint8Array) => Buffer): Buffer {
  return compress(Buffer.alloc(24 * 1024 * 1024, "1"));
}

function compressBrotli(bytes: string | Uint8Array): Buffer {
  // The default quality takes seconds for what bombs are made of.
  return zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } });
}
