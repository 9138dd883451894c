import { type WireFormat } from "../shared/wireFormat";
import { type DecodeLimits, checkLimit, checkShape, defaultLimits } from "./decodeLimits";
import { DecodeError, TrapError } from "./errors";
import { type DecodedFrame, type RawTable, normalizeFrame } from "./normalizeFrame";

export interface DecodeOptions {
  /** Default {@link defaultLimits}. */
  readonly limits?: DecodeLimits;
  /**
   * Whether only the end of the connection marked the end of the body: then it must end as its format does, with a line
   * break, its closing bracket or the footer. Default false.
   */
  readonly isCloseDelimited?: boolean;
  /** Whether the body is a long table of several series: its rows stay as they are. Default false. */
  readonly isLong?: boolean;
  /** Called with the table as read, before it is normalised; an exception ends the decoding. */
  readonly inspect?: (table: RawTable) => void;
  /** Called with all values of a Parquet file if its table leaves some of them out or cannot be read. */
  readonly inspectBytes?: (bytes: Uint8Array) => Promise<void>;
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
  const inspectUnread = (): Promise<void> => inspectValues(bytes, format, limits, options);
  let table: RawTable;
  try {
    table = await readTable(bytes, format, limits, isCloseDelimited);
  } catch (error) {
    const isTooLarge = error instanceof DecodeError && error.kind === "too-large";
    if (!isTooLarge && isRefusal(error)) await inspectUnread().catch(rethrowUnlessRefusal);
    throw error;
  }
  options.inspect?.(table);
  if ((table.leftOutColumns ?? []).length > 0) await inspectUnread();
  checkShape(table.days.length, table.columns.length + 1, limits);
  return normalizeFrame(table, options.isLong);
}

async function inspectValues(
  bytes: Uint8Array,
  format: WireFormat,
  limits: DecodeLimits,
  { inspectBytes }: DecodeOptions,
): Promise<void> {
  if (format !== "parquet" || inspectBytes === undefined) return;
  const { readParquetBytes } = await import("./parquetReader");
  for (const stream of readParquetBytes(bytes, limits)) await inspectBytes(stream);
}

/** Whether the reader refused the body but can still be used; after a trap it cannot. */
function isRefusal(error: unknown): boolean {
  return error instanceof DecodeError && !(error instanceof TrapError);
}

function rethrowUnlessRefusal(error: unknown): void {
  if (!isRefusal(error)) throw error;
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
