import assert from "node:assert/strict";
import { DecodeError, type DecodeErrorKind } from "../../src/data/errors";

/** Asserts that decoding is refused with this kind and a one-line message that matches. */
export async function assertRefused(
  decoding: Promise<unknown>,
  kind: DecodeErrorKind,
  message = /./,
): Promise<void> {
  const error = await decoding.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof DecodeError, `not refused, or not by a DecodeError: ${String(error)}`);
  assert.equal(error.kind, kind, error.message);
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /[\r\n]/);
}
