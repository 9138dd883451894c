import assert from "node:assert/strict";

/** The error that a promise rejects with, which must be one of the class. */
export async function rejection<E extends Error>(
  promise: Promise<unknown>,
  type: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => assert.fail("the promise was fulfilled"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof type, `${String(error)} is no ${type.name}`);
  return error;
}
