import { type Transferable, parentPort } from "node:worker_threads";
import { decodeFrame } from "../data/decodeFrame";
import { DecodeError, wordsOf } from "../data/errors";
import { type DecodedFrame } from "../data/normalizeFrame";
import { type DecodeAnswer, type DecodeFailure, type DecodeRequest } from "./decodeProtocol";

// Entry point of the worker thread that decodes bodies; it runs in no other place.
const port = parentPort;
if (port === null) throw new Error("the decode worker runs in a worker thread only");

port.on("message", (request: DecodeRequest) => {
  void answerTo(request).then((answer) => port.postMessage(answer, transfersOf(answer)));
});

async function answerTo(request: DecodeRequest): Promise<DecodeAnswer> {
  const { id, bytes, format, isCloseDelimited } = request;
  try {
    return { id, ok: true, decoded: await decodeFrame(bytes, format, { isCloseDelimited }) };
  } catch (thrown) {
    return { id, ok: false, error: failureOf(thrown) };
  }
}

function failureOf(thrown: unknown): DecodeFailure {
  if (thrown instanceof DecodeError) return { kind: thrown.kind, message: thrown.message };
  return { message: wordsOf(thrown) };
}

function transfersOf(answer: DecodeAnswer): Transferable[] {
  return answer.ok ? buffersOf(answer.decoded) : [];
}

function buffersOf({ frame }: DecodedFrame): ArrayBuffer[] {
  const numbers = frame.columns.flatMap((column) =>
    column.type === "number" ? [column.values.buffer] : [],
  );
  // Columns may share a buffer; a buffer may be transferred once.
  return [...new Set([frame.days.buffer, ...numbers])] as ArrayBuffer[];
}
