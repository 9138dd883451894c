import assert from "node:assert/strict";
import { messageOfText, textOfMessage } from "../../../../src/shared/chart/messageText";
import { show, signalPart } from "../../../support/chartFrames";

/** A message about one part with these days and values. */
function messageOf(days: Int32Array, values: Float64Array): ReturnType<typeof show> {
  const part = signalPart();
  assert.ok(part.data !== null);
  const [column] = part.data.columns;
  assert.ok(column !== undefined);
  return show([{ ...part, data: { ...part.data, days, columns: [{ ...column, values }] } }]);
}

describe("a message as text", () => {
  const days = Int32Array.of(-719_162, -1, 0, 20_000);
  const cases: readonly (readonly [string, Float64Array])[] = [
    ["values of every size", Float64Array.of(0.1, -5e-324, 1.7976931348623157e308, -0)],
    ["gaps", Float64Array.of(Number.NaN, 1, Number.NaN, 2)],
    ["a column without a value", new Float64Array(4).fill(Number.NaN)],
    ["no rows", new Float64Array()],
    ["more bytes than one call takes", Float64Array.from({ length: 30_000 }, (_, at) => at / 7)],
    ["a part of a larger array", Float64Array.of(9, 1, 2, 3, 4, 9).subarray(1, 5)],
  ];

  for (const [what, values] of cases) {
    it(`reads back unchanged: ${what}`, () => {
      const message = messageOf(days, values);
      assert.deepEqual(messageOfText(textOfMessage(message)), message);
    });
  }

  it("has arrays that own their whole buffer", () => {
    const message = messageOfText(textOfMessage(messageOf(days, Float64Array.of(1, 2, 3, 4))));
    assert.ok(message.type === "show");
    const { data } = message.parts[0] ?? {};
    assert.equal(data?.days.buffer.byteLength, 16);
    assert.equal(data.columns[0]?.values.buffer.byteLength, 32);
  });

  it("holds the bytes of an array as Base64", () => {
    const values = Float64Array.of(1.5, -2);
    const base64 = Buffer.from(values.buffer).toString("base64");
    assert.ok(textOfMessage(messageOf(days, values)).includes(`"${base64}"`));
  });
});
