import assert from "node:assert/strict";
import { inspect } from "node:util";
import { plainCause } from "../../../src/service/connectionError";
import { Redaction } from "../../../src/service/redaction";
import { testKey } from "../../support/testClient";
import { keyWritings, tells } from "../../support/writtenKeys";

describe("the cause of a failed exchange", () => {
  const redaction = new Redaction(testKey);

  for (const { how, write } of keyWritings) {
    it(`holds a key that is written ${how} neither in its message nor in its stack (SEC-31, 14.4)`, () => {
      const error = new Error(`bad header: ${write(testKey)}`);
      error.stack = `Error: bad header\n    at send (${write(testKey)}:1:1)`;
      const plain = plainCause(error, redaction);
      assert.match(plain.message, /^bad header: [^]*\[REDACTED\]/);
      assert.match(plain.stack ?? "", /^Error: bad header\n {4}at send \([^]*\[REDACTED\]/);
      assert.ok(!tells(plain.message + (plain.stack ?? ""), "canary"));
    });
  }

  it("has no other fields and no cause of its own, in which the key may stand (SEC-11)", () => {
    const error = new TypeError("no answer", { cause: new Error(testKey) });
    const plain = plainCause(Object.assign(error, { request: { key: testKey } }), redaction);
    assert.deepEqual([plain.name, plain.message], ["TypeError", "no answer"]);
    assert.ok(!tells(inspect(plain, { showHidden: true }), "canary"));
  });
});
