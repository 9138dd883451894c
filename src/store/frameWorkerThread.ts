import { type Transferable, parentPort } from "node:worker_threads";
import { toCsv } from "../data/csvWriter";
import { decodeFrame } from "../data/decodeFrame";
import { DecodeError, wordsOf } from "../data/errors";
import { type DecodedFrame } from "../data/normalizeFrame";
import { toJson } from "../data/jsonWriter";
import { toParquet } from "../data/parquetWriter";
import { valuesDigest } from "../data/valuesDigest";
import {
  type DecodeTask,
  type EncodeTask,
  type Task,
  type WorkerAnswer,
  type WorkerFailure,
  type WorkerRequest,
} from "./frameWorkerProtocol";

// Entry point of the thread that decodes and encodes; it runs in no other place.
const port = parentPort;
if (port === null) throw new Error("the frame worker runs in a worker thread only");

port.on("message", (request: WorkerRequest) => {
  void answerTo(request).then((answer) => port.postMessage(answer, transfersOf(answer)));
});

async function answerTo({ id, task }: WorkerRequest): Promise<WorkerAnswer> {
  try {
    return { id, ok: true, result: await resultOf(task) };
  } catch (thrown) {
    return { id, ok: false, error: failureOf(thrown) };
  }
}

async function resultOf(task: Task): Promise<DecodedFrame | Uint8Array> {
  return task.type === "decode" ? decoded(task) : encoded(task);
}

function decoded({ bytes, format, isCloseDelimited }: DecodeTask): Promise<DecodedFrame> {
  return decodeFrame(bytes, format, { isCloseDelimited });
}

/** By which anybody can tell that the values of a file are still those that were written. */
const digestKey = "macro-signals.values_digest";

function encoded({ frame, format, metadata }: EncodeTask): Uint8Array {
  switch (format) {
    case "csv":
      return toCsv(frame);
    case "json":
      return toJson(frame);
    case "parquet":
      return toParquet(frame, { ...metadata, [digestKey]: valuesDigest(frame) });
  }
}

function failureOf(thrown: unknown): WorkerFailure {
  if (thrown instanceof DecodeError) return { kind: thrown.kind, message: thrown.message };
  return { message: wordsOf(thrown) };
}

/** Each buffer may be transferred once, and columns may share one. */
function transfersOf(answer: WorkerAnswer): Transferable[] {
  return answer.ok ? [...new Set(buffersOf(answer.result))] : [];
}

function buffersOf(result: DecodedFrame | Uint8Array): Transferable[] {
  if (result instanceof Uint8Array) return [result.buffer as ArrayBuffer];
  const { days, columns } = result.frame;
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column.values] : []));
  return [days, ...numbers].map((values) => values.buffer as ArrayBuffer);
}
