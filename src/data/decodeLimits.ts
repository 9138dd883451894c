import { DecodeError } from "./errors";

/** Limits for a body; all are inclusive. */
export interface DecodeLimits {
  readonly rows: number;
  /** Includes the date column. */
  readonly columns: number;
  /** Applies to the body, to its claimed uncompressed size, and to its numbers at eight bytes each. */
  readonly bytes: number;
}

/** Three million rows of a few columns fit in memory beside an editor; the bytes are below V8's longest string. */
export const defaultLimits: DecodeLimits = {
  rows: 3_000_000,
  columns: 2_000,
  bytes: 400 * 1024 * 1024,
};

export const bytesPerNumber = 8;

/** @throws {@link DecodeError} of kind `too-large`, with the numbers. */
export function checkShape(rows: number, columns: number, limits: DecodeLimits): void {
  checkLimit("rows", rows, limits.rows);
  checkLimit("columns", columns, limits.columns);
  checkLimit("bytes of numbers", rows * columns * bytesPerNumber, limits.bytes);
}

/** @throws {@link DecodeError} of kind `too-large`, with the numbers. */
export function checkLimit(what: string, found: number, limit: number): void {
  if (found <= limit) return;
  throw new DecodeError("too-large", `the body has ${found} ${what}; the limit is ${limit}`);
}
