import { type WireFormat } from "../shared/wireFormat";
import { type DecodeLimits, checkLimit, checkShape, defaultLimits } from "./decodeLimits";
import { DecodeError } from "./errors";
import { type DecodedFrame, type RawTable, normalizeFrame } from "./normalizeFrame";

export interface DecodeOptions {
  /** Default {@link defaultLimits}. */
  readonly limits?: DecodeLimits;
  /**
   * Whether only the end of the connection marked the end of the body: then it must end as its format does, with a line
   * break, its closing bracket or the footer. Default false.
   */
  readonly isCloseDelimited?: boolean;
  /** Called with the table as read, before it is normalised; an exception ends the decoding. */
  readonly inspect?: (table: RawTable) => void;
}

/**
 * Decodes the body of a series.
 *
 * The columns keep the body's order, without the date. The caller owns the arrays: none is a view of `bytes`.
 *
 * @throws {@link DecodeError} for any body that is not one series within the limits.
 */
export async function decodeFrame(
  bytes: Uint8Array,
  format: WireFormat,
  options: DecodeOptions = {},
): Promise<DecodedFrame> {
  const { limits = defaultLimits, isCloseDelimited = false } = options;
  checkLimit("bytes", bytes.length, limits.bytes);
  const table = await readTable(bytes, format, limits, isCloseDelimited);
  options.inspect?.(table);
  checkShape(table.days.length, table.columns.length + 1, limits);
  return normalizeFrame(table);
}

/** Loads each reader on first use: the Parquet module takes tens of milliseconds to start. */
async function readTable(
  bytes: Uint8Array,
  format: WireFormat,
  limits: DecodeLimits,
  isCloseDelimited: boolean,
): Promise<RawTable> {
  if (format === "parquet") {
    const { readParquetTable } = await import("./parquetReader");
    return readParquetTable(bytes, limits);
  }
  const text = decodeUtf8(bytes);
  if (format === "csv") {
    const { readCsvTable } = await import("./csvReader");
    return readCsvTable(text, limits, isCloseDelimited);
  }
  const { readJsonTable } = await import("./jsonReader");
  return readJsonTable(text, limits, isCloseDelimited);
}

/** A byte order mark is not part of the text. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new DecodeError("corrupt", "the body is not UTF-8 text", { cause: error });
  }
}
