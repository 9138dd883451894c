import { type Table, readParquet, readSchema, wasmMemory } from "parquet-wasm";
import { messageOf } from "../shared/messageOf";
import { ArrowCTable } from "./arrowCData";
import { checkLimit } from "./decodeLimits";
import { DecodeError, TrapError } from "./errors";
import { isNearLimit } from "./moduleMemoryLimit";

/** Provided by the engine, but missing from Node's types. */
declare const WebAssembly: { readonly RuntimeError: ErrorConstructor };

/** The memory of the Parquet module. Get it again for each table: growing the memory replaces the buffer. */
export function moduleMemory(): ArrayBuffer {
  const memory: unknown = wasmMemory();
  if (typeof memory === "object" && memory !== null && "buffer" in memory) {
    if (memory.buffer instanceof ArrayBuffer) return memory.buffer;
  }
  throw new TypeError("the Parquet module has no memory");
}

/** The schema of a file, of which only the footer is needed, as an Arrow IPC stream. */
export function schemaStream(end: Uint8Array): Uint8Array {
  return callModule(() => readSchema(end).intoIPCStream());
}

/**
 * A file as an Arrow IPC stream, if possible of one record batch.
 *
 * @param rows - The number of rows that the footer tells.
 * @throws {@link DecodeError} of kind `too-large` when the table takes more than `limitBytes`.
 */
export function tableStream(file: Uint8Array, rows: number, limitBytes: number): Uint8Array {
  const table = readTable(file, rows, rows);
  const bytes = table.getArrayMemorySize();
  // A stream is a copy.
  if (bytes > limitBytes) table.free();
  checkLimit("bytes of values", bytes, limitBytes);
  const stream = callModule(() => table.intoIPCStream());
  checkLimit("bytes of values", stream.length, limitBytes);
  return stream;
}

/**
 * Calls `use` with a file's table in the module's memory, and returns its result. Frees that memory afterwards.
 *
 * @param rows - The number of rows that the footer tells.
 */
export function useTable<T>(file: Uint8Array, rows: number, use: (table: ArrowCTable) => T): T {
  const table = readTable(file, rows, rows);
  const stream = callModule(() => table.intoFFI());
  // First, because the call may grow the memory, which replaces its buffer.
  const batches = callModule(() => stream.arrayAddrs());
  try {
    return use(new ArrowCTable(moduleMemory(), stream.schemaAddr(), batches));
  } finally {
    stream.drop();
  }
}

/** How many rows are copied out of the module at once. */
const streamedRows = 1_024;

/**
 * All values of a file as Arrow IPC streams of consecutive rows. The streams contain texts and bytes unencoded.
 *
 * @throws {@link DecodeError} of kind `too-large` when the table takes more than `limitBytes`.
 */
export function* streamsOf(
  file: Uint8Array,
  rows: number,
  limitBytes: number,
): Generator<Uint8Array> {
  const table = readTable(file, rows, streamedRows);
  let isTrapped = false;
  try {
    checkLimit("bytes of values", table.getArrayMemorySize(), limitBytes);
    for (let index = 0; index < table.numBatches; index++) {
      const stream = callModule(() => table.recordBatch(index)?.intoIPCStream());
      if (stream !== undefined) yield stream;
    }
  } catch (thrown) {
    isTrapped = isTrap(thrown);
    throw thrown;
  } finally {
    if (!isTrapped) table.free();
  }
}

/** Reads one row more than there should be, so that a file with more is noticed. */
function readTable(file: Uint8Array, rows: number, batchSize: number): Table {
  const options = { batchSize: Math.max(1, batchSize), limit: rows + 1 };
  return callModule(() => readParquet(file, options));
}

/**
 * The result of a call into the module for an untrusted file. Our own code has no place in the call: its RangeErrors
 * would be taken for traps.
 *
 * @throws {@link DecodeError} for whatever the module throws: texts, errors of its own, and {@link TrapError} for a
 * trap, of kind `too-large` where the memory is almost full.
 */
function callModule<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    const message = `the Parquet file cannot be read: ${messageOf(thrown)}`;
    if (!isTrap(thrown)) {
      const kind = /not supported|NYI/.test(message) ? "unsupported" : "corrupt";
      throw new DecodeError(kind, message, { cause: thrown });
    }
    if (!isNearLimit(moduleMemory().byteLength)) {
      throw new TrapError("corrupt", message, { cause: thrown });
    }
    const tooLarge = "the Parquet file needs more memory than the limit";
    throw new TrapError("too-large", tooLarge, { cause: thrown });
  }
}

/** Whether the module trapped. The engine reports a stack overflow and an address outside memory as RangeErrors. */
export function isTrap(thrown: unknown): boolean {
  return (
    thrown instanceof TrapError ||
    thrown instanceof WebAssembly.RuntimeError ||
    thrown instanceof RangeError
  );
}
