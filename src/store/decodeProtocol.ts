import { type DecodedFrame } from "../data/normalizeFrame";
import { type DecodeErrorKind } from "../data/errors";
import { type WireFormat } from "../shared/wireFormat";

/** What the decode worker is asked for. Answers carry the same id, in any order. */
export interface DecodeRequest {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly format: WireFormat;
  readonly isCloseDelimited: boolean;
}

/** The frame's arrays are transferred, not copied. */
export type DecodeAnswer =
  | { readonly id: number; readonly ok: true; readonly decoded: DecodedFrame }
  | { readonly id: number; readonly ok: false; readonly error: DecodeFailure };

/** A failure as it crosses threads, where classes are lost; without a kind it was not foreseen. */
export interface DecodeFailure {
  readonly kind?: DecodeErrorKind;
  readonly message: string;
}
