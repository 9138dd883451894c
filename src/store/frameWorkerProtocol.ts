import { type DecodeErrorKind } from "../data/errors";
import { type Frame } from "../data/frame";
import { type LongPart, type LongSpec } from "../data/table/long";
import { type DecodedFrame } from "../data/normalizeFrame";
import { type BodyToRead } from "../service/readBody";
import { type FileFormat, type WireFormat } from "../shared/wireFormat";
import { type FlatPart } from "./flatValue";

/** Bytes to become a frame. */
export interface DecodeTask {
  readonly type: "decode";
  readonly bytes: Uint8Array;
  readonly format: WireFormat;
  readonly isCloseDelimited: boolean;
  /** Whether the bytes are a long table of several series. */
  readonly isLong: boolean;
  /** What neither a frame nor the words of a failure may hold. */
  readonly secrets: readonly string[];
  readonly wantsDigest: boolean;
  /** Whether a small frame may be returned in shared memory. */
  readonly mayShare: boolean;
}

/** A frame to become bytes. */
export interface EncodeTask {
  readonly type: "encode";
  readonly frame: Frame;
  readonly format: FileFormat;
  /** Key and value pairs of a Parquet file, beside the digest of its values; the other formats have no place for them. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** One step of writing a long table. Its steps come one after the other, and a thread writes one table at a time. */
export interface TableTask {
  readonly type: "table";
  readonly step:
    | { readonly kind: "begin"; readonly spec: LongSpec }
    | {
        readonly kind: "add";
        readonly part: LongPart;
        /** Whether the part's numbers move to the thread, which empties the caller's arrays. */
        readonly moves?: boolean;
      }
    | { readonly kind: "end"; readonly metadata: Readonly<Record<string, string>> };
}

/** One step of reading a JSON body, which comes back part by part. A thread reads one body at a time. */
export interface ReadTask {
  readonly type: "read";
  readonly step: { readonly kind: "begin"; readonly body: BodyToRead } | { readonly kind: "next" };
}

/** Why a body cannot be read: the offending field, and what is wrong with it. */
export interface UnreadBody {
  readonly path: string;
  readonly problem: string;
}

/** A frame, and of what. */
export interface DecodedBody extends DecodedFrame {
  /** SHA-256 of the bytes, where it is wanted. */
  readonly bytesDigest?: Uint8Array;
}

/** What each task is answered with. */
export interface TaskResults {
  readonly decode: DecodedBody;
  readonly encode: Uint8Array;
  /** The bytes of the table that follow those of the steps before. */
  readonly table: Uint8Array;
  readonly read: FlatPart | UnreadBody;
}

/** What is sent to the thread, one task after the other; it answers each, in their order. */
export type Task = DecodeTask | EncodeTask | TableTask | ReadTask;

export type TaskResult = TaskResults[Task["type"]];

/** Arrays of numbers are shared or transferred, not copied. */
export type WorkerAnswer = Outcome & {
  /** Bytes of the WebAssembly module's memory, which grows and never shrinks. */
  readonly moduleBytes: number;
};

type Outcome =
  | { readonly ok: true; readonly result: TaskResult }
  | { readonly ok: false; readonly error: WorkerFailure };

/** A failure as it crosses threads, where classes are lost. */
export interface WorkerFailure {
  /** The kind of a `DecodeError`, or that the body holds a secret; absent for an unforeseen error. */
  readonly kind?: DecodeErrorKind | "secret";
  readonly message: string;
  /** Whether the module trapped: the thread is good for nothing more. */
  readonly isTrap: boolean;
}
