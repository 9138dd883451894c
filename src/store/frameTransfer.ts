import { type Transferable } from "node:worker_threads";
import { type Column, type Frame } from "../data/frame";
import { type FlatPart } from "./flatValue";
import { type Task, type TaskResult } from "./frameWorkerProtocol";

/** What is posted to another thread, and what of it moves there instead of being copied on the way. */
export interface Transfer<T> {
  readonly message: T;
  readonly moved: Transferable[];
}

/**
 * A task of which its owner keeps everything: the bytes of a body are in memory that threads share, or posting copies
 * them; numbers that are not shared are copies that move. One copy here costs this thread less than the two that posting would make.
 */
export function transferOf(task: Task): Transfer<Task> {
  if (task.type === "encode") {
    const frame = copyOf(task.frame);
    return { message: { ...task, frame }, moved: movedBuffersOf(frame) };
  }
  if (task.type !== "table" || task.step.kind !== "add") return { message: task, moved: [] };
  const { part } = task.step;
  const frame = copyOf(part.frame);
  const step = { kind: "add", part: { ...part, frame } } as const;
  return { message: { ...task, step }, moved: movedBuffersOf(frame) };
}

/** Up to this size a frame is copied into memory that threads share; a larger one moves. */
export const maxSharedFrameBytes = 4 * 1024 * 1024;

/** A frame in memory that threads share, if it is small. */
export function sharedFrame(frame: Frame): Frame {
  const buffers = [...new Set(buffersOf(frame))];
  const bytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return bytes > maxSharedFrameBytes ? frame : mapped(frame, shared);
}

function shared<T extends Int32Array | Float64Array>(values: T): T {
  const memory = new SharedArrayBuffer(values.byteLength);
  const copy = (
    values instanceof Int32Array ? new Int32Array(memory) : new Float64Array(memory)
  ) as T;
  copy.set(values);
  return copy;
}

/**
 * The memory of a result that moves: all of which its maker gives away but what is shared. Each buffer is named once:
 * columns may share one.
 */
export function movedBuffers(result: TaskResult): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer];
  if (!("frame" in result)) return "steps" in result ? buffersOfPart(result) : [];
  return movedBuffersOf(result.frame);
}

function movedBuffersOf(frame: Frame): Transferable[] {
  return [...new Set(buffersOf(frame))].filter((buffer) => buffer instanceof ArrayBuffer);
}

function buffersOfPart({ steps, values }: FlatPart): Transferable[] {
  const bytes = values.filter((value) => value instanceof Uint8Array);
  return [steps, ...bytes].map(({ buffer }) => buffer as ArrayBuffer);
}

/** What threads share already stays. */
function copyOf(frame: Frame): Frame {
  return mapped(frame, (values) =>
    values.buffer instanceof SharedArrayBuffer ? values : (values.slice() as typeof values),
  );
}

/** A frame with other memory. */
function mapped(
  { days, columns }: Frame,
  map: <T extends Int32Array | Float64Array>(values: T) => T,
): Frame {
  const others = columns.map((column): Column =>
    column.type === "number" ? { ...column, values: map(column.values) } : column,
  );
  return { days: map(days), columns: others };
}

/** The memory of a frame's numbers. */
export function buffersOf({ days, columns }: Frame): readonly ArrayBufferLike[] {
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
  return [days, ...numbers].map(({ buffer }) => buffer);
}
