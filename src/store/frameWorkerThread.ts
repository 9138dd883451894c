import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import { type DecodeOptions, decodeFrame } from "../data/decodeFrame";
import { DecodeError } from "../data/errors";
import { isTrap, moduleMemory } from "../data/parquetModule";
import { toParquet } from "../data/parquetWriter";
import { textFormats } from "../data/table/longText";
import { type TableWriter, tableWriter } from "../data/table/tableWriter";
import { joined, textBlocks } from "../data/textRows";
import { valuesDigest } from "../data/valuesDigest";
import { ContractError } from "../service/errors";
import { latestLimits } from "../service/parseJson";
import { type BodyForm, type BodyPage, readBody } from "../service/readBody";
import { Redaction } from "../service/redaction";
import { freeMemory } from "../shared/freeMemory";
import { messageOf } from "../shared/messageOf";
import { type FlatPart, flatParts } from "./flatValue";
import { movedBuffers, sharedFrame } from "./frameTransfer";
import {
  type DecodedBody,
  type DecodeTask,
  type EncodeTask,
  type ReadTask,
  type TableTask,
  type Task,
  type TaskResult,
  type UnreadBody,
  type WorkerAnswer,
  type WorkerFailure,
} from "./frameWorkerProtocol";

// The program of the thread that decodes and encodes; it runs in no other place.
const port = parentPort;
if (port === null) throw new Error("the frame worker runs in a worker thread only");

/** Ends with the last task so far: tasks are done and answered one after the other. */
let lastTask: Promise<void> = Promise.resolve();

port.on("message", (task: Task) => {
  lastTask = lastTask.then(async () => {
    const answer = await answerTo(task);
    port.postMessage(answer, answer.ok ? movedBuffers(answer.result) : []);
  });
});

async function answerTo(task: Task): Promise<WorkerAnswer> {
  try {
    return { ok: true, result: await resultOf(task), moduleBytes: moduleMemory().byteLength };
  } catch (thrown) {
    const secrets = task.type === "decode" ? task.secrets : [];
    return { ok: false, error: failureOf(thrown, secrets), moduleBytes: moduleMemory().byteLength };
  }
}

async function resultOf(task: Task): Promise<TaskResult> {
  switch (task.type) {
    case "decode":
      return decoded(task);
    case "encode":
      return encoded(task);
    case "table":
      return written(task);
    case "read":
      return read(task);
  }
}

async function decoded({ bytes, format, ...task }: DecodeTask): Promise<DecodedBody> {
  const { isCloseDelimited, isLong, wantsDigest, secrets, mayShare } = task;
  const inspection = secrets.length === 0 ? {} : inspectionFor(new Redaction(...secrets));
  const decoded = await decodeFrame(bytes, format, { isCloseDelimited, isLong, ...inspection });
  const frame = mayShare ? sharedFrame(decoded.frame) : decoded.frame;
  const digest = wantsDigest ? { bytesDigest: digestOf(bytes) } : {};
  freeMemory(bytes.buffer);
  return { ...decoded, ...digest, frame };
}

class SecretError extends Error {
  override readonly name = "SecretError";
}

/** A noncharacter, which no way to write a secret contains. */
const separator = "\uffff";
/** How many characters of texts are searched together, because each search has a fixed cost. */
const searchedTogether = 1 << 18;

/** Decode options that throw a {@link SecretError} if a name, a text or another value of a body contains a secret. */
function inspectionFor(redaction: Redaction): DecodeOptions {
  const refuse = (isIn: boolean): void => {
    if (isIn) throw new SecretError("the table contains a secret");
  };
  const refuseTexts = (texts: readonly (string | null)[]): void => {
    let length = 0;
    let start = 0;
    for (const [index, text] of texts.entries()) {
      length += separator.length + (text ?? "").length;
      if (length < searchedTogether && index < texts.length - 1) continue;
      refuse(redaction.isIn(texts.slice(start, index + 1).join(separator)));
      start = index + 1;
      length = 0;
    }
  };
  return {
    inspect: ({ columns }) => {
      refuseTexts(columns.map(({ name }) => name));
      for (const column of columns) {
        if (column.type === "text") refuseTexts(column.values);
      }
    },
    inspectBytes: async (bytes) => refuse(await redaction.isInBytes(bytes, false)),
  };
}

/** Not a Buffer, which may share its memory with others. */
function digestOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

/** By which anybody can tell that the values of a file are still those that were written. */
const digestKey = "macro-signals.values_digest";

function encoded({ frame, format, metadata }: EncodeTask): Uint8Array {
  if (format === "parquet") {
    return toParquet(frame, { ...metadata, [digestKey]: valuesDigest(frame) });
  }
  return joined(textBlocks(frame, textFormats[format](frame)));
}

/** The table that is being written. */
let table: TableWriter | undefined;

async function written({ step }: TableTask): Promise<Uint8Array> {
  if (step.kind === "begin") {
    table = tableWriter(step.spec);
    return new Uint8Array();
  }
  if (table === undefined) throw new RangeError("no table is being written");
  const isPart = step.kind === "add";
  const blocks = isPart ? await table.add(step.part) : await table.end(step.metadata);
  const bytes = joined(blocks);
  freeMemory(...blocks.map(({ buffer }) => buffer));
  return bytes;
}

/** What is left of the body that is being read. */
let unread: Iterator<FlatPart, void> | undefined;

/** Tags that several signals share come back once for each of them. */
const maxFlatSteps = 4 * latestLimits.elements;

function read({ step }: ReadTask): FlatPart | UnreadBody {
  try {
    if (step.kind === "begin") unread = flatParts(sentPage(readBody(step.body)), maxFlatSteps);
    const part = unread?.next().value;
    if (part === undefined) throw new Error("no body is being read");
    return part;
  } catch (error) {
    if (error instanceof RangeError) return { path: "$", problem: error.message };
    if (!(error instanceof ContractError)) throw error;
    return { path: error.path, problem: error.problem.slice(error.path.length + 1) };
  }
}

/** Columns cross as one buffer, which moves. */
function sentPage(page: BodyPage<BodyForm>): unknown {
  const { items } = page;
  return "packed" in items ? { ...page, items: items.packed } : page;
}

/** Errors of decoding quote cells and names. */
function failureOf(thrown: unknown, secrets: readonly string[]): WorkerFailure {
  const message = new Redaction(...secrets).apply(messageOf(thrown));
  const failure = { message, isTrap: isTrap(thrown) };
  if (thrown instanceof SecretError) return { ...failure, kind: "secret" };
  return thrown instanceof DecodeError ? { ...failure, kind: thrown.kind } : failure;
}
