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
 * them; numbers are copies that move. One copy here costs this thread less than the two that posting would make.
 */
export function transferOf(task: Task): Transfer<Task> {
  if (task.type === "encode") {
    const frame = copyOf(task.frame);
    return { message: { ...task, frame }, moved: buffersOf(frame) };
  }
  if (task.type !== "table" || task.step.kind !== "add") return { message: task, moved: [] };
  const { part } = task.step;
  const frame = copyOf(part.frame);
  const step = { kind: "add", part: { ...part, frame } } as const;
  return { message: { ...task, step }, moved: buffersOf(frame) };
}

/** The memory of a result, all of which its maker gives away. Each buffer is named once: columns may share one. */
export function movedBuffers(result: TaskResult): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer];
  if (!("frame" in result)) return "steps" in result ? buffersOfPart(result) : [];
  return [...new Set(buffersOf(result.frame))];
}

function buffersOfPart({ steps, values }: FlatPart): Transferable[] {
  const bytes = values.filter((value) => value instanceof Uint8Array);
  return [steps, ...bytes].map(({ buffer }) => buffer as ArrayBuffer);
}

function copyOf({ days, columns }: Frame): Frame {
  const copies = columns.map((column): Column =>
    column.type === "number" ? { ...column, values: column.values.slice() } : column,
  );
  return { days: days.slice(), columns: copies };
}

function buffersOf({ days, columns }: Frame): Transferable[] {
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
  return [days, ...numbers].map((values) => values.buffer as ArrayBuffer);
}
