import { readParquet, wasmMemory } from "parquet-wasm";
import { messageOf } from "../shared/messageOf";
import { ArrowCTable } from "./arrowCData";
import { DecodeError, TrapError } from "./errors";

/** The engine's own; Node's types do not know it. */
declare const WebAssembly: { readonly RuntimeError: ErrorConstructor };

/** The memory of the Parquet module. Taken anew for each table: the buffer is another one when the memory has grown. */
export function moduleMemory(): ArrayBuffer {
  const memory: unknown = wasmMemory();
  if (typeof memory === "object" && memory !== null && "buffer" in memory) {
    if (memory.buffer instanceof ArrayBuffer) return memory.buffer;
  }
  throw new TypeError("the Parquet module has no memory");
}

/**
 * The result of a call into the module for a file that anyone can have made.
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
 * The result of `use`, which gets the table of a file as one record batch. All memory of the module's that this takes is
 * freed afterwards, unless the module trapped.
 *
 * @param rows - How many the file has.
 */
export function useTable<T>(file: Uint8Array, rows: number, use: (table: ArrowCTable) => T): T {
  const stream = readParquet(file, { batchSize: Math.max(1, rows) }).intoFFI();
  const useBatches = (): T => {
    // First: the call may grow the memory, whose buffer is another one from then on.
    const batches = stream.arrayAddrs();
    const schema = stream.schemaAddr();
    return use(new ArrowCTable(moduleMemory(), schema, batches));
  };
  return useAndFree(useBatches, () => stream.drop());
}

/**
 * The result of `use`, and then frees what was used; but not after a trap, when the module can no longer free anything.
 */
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

/**
 * Whether the module stopped in the middle of its work. Its stack running over, and an address outside its memory, are
 * told by the engine as errors of range.
 */
export function isTrap(thrown: unknown): boolean {
  return (
    thrown instanceof TrapError ||
    thrown instanceof WebAssembly.RuntimeError ||
    thrown instanceof RangeError
  );
}
