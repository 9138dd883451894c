import { type Table, readParquet, wasmMemory } from "parquet-wasm";
import { messageOf } from "../shared/messageOf";
import { ArrowCTable } from "./arrowCData";
import { checkLimit } from "./decodeLimits";
import { DecodeError, TrapError } from "./errors";

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

/**
 * The result of a call into the module for an untrusted file.
 *
 * @throws {@link DecodeError} for whatever the module throws: texts, errors of its own, and {@link TrapError} for a
 * trap.
 */
export function callModule<T>(call: () => T): T {
  try {
    return call();
  } catch (thrown) {
    if (thrown instanceof DecodeError) throw thrown;
    const message = `the Parquet file cannot be read: ${messageOf(thrown)}`;
    if (isTrap(thrown)) throw new TrapError(message, { cause: thrown });
    throw new DecodeError("corrupt", message, { cause: thrown });
  }
}

/**
 * Calls `use` with the table of a file as one record batch, and returns its result. Frees all module memory afterwards,
 * unless the module trapped.
 *
 * @param rows - The file's number of rows.
 */
export function useTable<T>(file: Uint8Array, rows: number, use: (table: ArrowCTable) => T): T {
  const stream = readParquet(file, { batchSize: Math.max(1, rows) }).intoFFI();
  const useBatches = (): T => {
    // First, because the call may grow the memory, which replaces its buffer.
    const batches = stream.arrayAddrs();
    const schema = stream.schemaAddr();
    return use(new ArrowCTable(moduleMemory(), schema, batches));
  };
  return useAndFree(useBatches, () => stream.drop());
}

/** How many rows are copied out of the module at once. */
const streamedRows = 1_024;

/** Reads all columns of a file; {@link streamsOf} frees the table. */
export function readWhole(file: Uint8Array): Table {
  return callModule(() => readParquet(file, { batchSize: streamedRows }));
}

/**
 * Converts the rows of a table to Arrow IPC streams. Frees the table at the end, unless the module trapped.
 *
 * @throws {@link DecodeError} of kind `too-large` when the table takes more than `limitBytes`, since a stream is a copy.
 */
export function* streamsOf(table: Table, limitBytes: number): Generator<Uint8Array> {
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

/** Calls `use`, then frees its memory, except after a trap, when the module can no longer free anything. */
function useAndFree<T>(use: () => T, free: () => void): T {
  let result: T;
  try {
    result = use();
  } catch (thrown) {
    if (!isTrap(thrown)) free();
    throw thrown;
  }
  free();
  return result;
}

/** Whether the module trapped. The engine reports a stack overflow and an address outside memory as RangeErrors. */
export function isTrap(thrown: unknown): boolean {
  return (
    thrown instanceof TrapError ||
    thrown instanceof WebAssembly.RuntimeError ||
    thrown instanceof RangeError
  );
}
