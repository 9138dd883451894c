import assert from "node:assert/strict";
import { encodedText } from "../../../src/store/encodedText";

describe("encodedText", () => {
  it("is the text of all pieces as UTF-8, however long", async () => {
    const pieces = Array.from({ length: 30_000 }, (_, at) => `${at} · é, 😀\n`);
    const bytes = await encodedText(pieces);
    assert.deepEqual(Buffer.from(bytes), Buffer.from(pieces.join("")));
    assert.equal(bytes.byteLength, bytes.buffer.byteLength);
  });

  it("may be empty", async () => {
    assert.deepEqual(await encodedText(["", ""]), new Uint8Array());
  });

  it("ends when nobody waits for it any more", async () => {
    const cancel = new AbortController();
    function* endless(): Generator<string> {
      for (;;) {
        yield "x";
        cancel.abort(new Error("left"));
      }
    }
    await assert.rejects(encodedText(endless(), cancel.signal), /left/);
  });
});
