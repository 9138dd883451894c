import { type Transferable } from "node:worker_threads";
import { type Column, type Frame, buffersOf } from "../data/frame";
import { type FlatPart } from "./flatValue";
import { type Task, type TaskResult } from "./frameWorkerProtocol";

/** What is posted to another thread, and what of it moves there instead of being copied on the way. */
export interface Transfer<T> {
  readonly message: T;
  readonly moved: Transferable[];
}

/**
 * Bodies and frames of up to this size are posted in shared memory. Larger ones are copied or moved, because the thread
 * that has read shared memory holds it until it next collects its own garbage.
 */
export const maxPostedBytes = 4 * 1024 * 1024;

/**
 * A task that leaves its owner everything, except a part of a table that is to move. What is not shared is copied here, and
 * the copies move: that is cheaper for this thread than the two copies that posting makes.
 */
export function transferOf(task: Task): Transfer<Task> {
  if (task.type === "decode") {
    const bytes = postedBytes(task.bytes);
    return { message: { ...task, bytes }, moved: movable([bytes.buffer]) };
  }
  if (task.type === "encode") {
    const frame = unsharedCopied(task.frame);
    return { message: { ...task, frame }, moved: movable(buffersOf(frame)) };
  }
  if (task.type === "read" || task.step.kind !== "add") return { message: task, moved: [] };
  const { part, moves = false } = task.step;
  const frame = moves ? part.frame : unsharedCopied(part.frame);
  const step = { kind: "add", part: { ...part, frame } } as const;
  return { message: { ...task, step }, moved: movable(buffersOf(frame)) };
}

function postedBytes(bytes: Uint8Array): Uint8Array {
  const isShared = bytes.buffer instanceof SharedArrayBuffer;
  if (isShared && bytes.byteLength <= maxPostedBytes) return bytes;
  // Not `slice`, which gives a view when the bytes are a Buffer; not cleared before it is written.
  const copy = new Uint8Array(Buffer.allocUnsafeSlow(bytes.byteLength).buffer);
  copy.set(bytes);
  return copy;
}

/** The frame in shared memory if it is small, else unchanged. */
export function sharedFrame(frame: Frame): Frame {
  const bytes = buffersOf(frame).reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes > maxPostedBytes ? frame : mapped(frame, shared);
}

function shared<T extends Int32Array | Float64Array>(values: T): T {
  const memory = new SharedArrayBuffer(values.byteLength);
  const copy = (
    values instanceof Int32Array ? new Int32Array(memory) : new Float64Array(memory)
  ) as T;
  copy.set(values);
  return copy;
}

/** The buffers of a result that move: all that are not shared. */
export function movedBuffers(result: TaskResult): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer];
  if (!("frame" in result)) return "steps" in result ? buffersOfPart(result) : [];
  return movable(buffersOf(result.frame));
}

function movable(buffers: readonly ArrayBufferLike[]): Transferable[] {
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer);
}

function buffersOfPart({ steps, values }: FlatPart): Transferable[] {
  const bytes = values.filter((value) => value instanceof Uint8Array);
  return [steps, ...bytes].map(({ buffer }) => buffer as ArrayBuffer);
}

/** The frame in memory that can be moved or shared: copies only the arrays that are not shared. */
export function unsharedCopied(frame: Frame): Frame {
  return mapped(frame, (values) =>
    values.buffer instanceof SharedArrayBuffer ? values : (values.slice() as typeof values),
  );
}

/** The frame with each array of numbers replaced. */
function mapped(
  { days, columns }: Frame,
  map: <T extends Int32Array | Float64Array>(values: T) => T,
): Frame {
  const mappedColumns = columns.map((column): Column =>
    column.type === "number" ? { ...column, values: map(column.values) } : column,
  );
  return { days: map(days), columns: mappedColumns };
}
