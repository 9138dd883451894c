import { type DecodeErrorKind } from "../data/errors";
import { type Frame } from "../data/frame";
import { type DecodedFrame } from "../data/normalizeFrame";
import { type WireFormat } from "../shared/wireFormat";

/** Bytes to become a frame. */
export interface DecodeTask {
  readonly type: "decode";
  readonly bytes: Uint8Array;
  readonly format: WireFormat;
  readonly isCloseDelimited: boolean;
}

/** A frame to become bytes. */
export interface EncodeTask {
  readonly type: "encode";
  readonly frame: Frame;
  readonly format: WireFormat;
  /** Key and value pairs of a Parquet file, beside the digest of its values; the other formats have no place for them. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** What each task is answered with. */
export interface TaskResults {
  readonly decode: DecodedFrame;
  readonly encode: Uint8Array;
}

export type Task = DecodeTask | EncodeTask;

export interface WorkerRequest {
  readonly id: number;
  readonly task: Task;
}

/** Answers carry the id of their request, in any order. Arrays of numbers are transferred, not copied. */
export type WorkerAnswer =
  | { readonly id: number; readonly ok: true; readonly result: TaskResults[Task["type"]] }
  | { readonly id: number; readonly ok: false; readonly error: WorkerFailure };

/** A failure as it crosses threads, where classes are lost; without a kind it was not foreseen. */
export interface WorkerFailure {
  readonly kind?: DecodeErrorKind;
  readonly message: string;
}
