/** A typed array as it is sent to a page. */
export interface PackedArray {
  readonly arrayType: "Float64Array" | "Int32Array" | "Uint8Array";
  readonly base64: string;
}
