import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { frameOf } from "../../support/frames";

describe("valuesDigest", () => {
  it("is the SHA-256 of bytes written by hand", () => {
    const frame = frameOf(["1969-12-31", "1970-01-02"], { Level: [1.5, null], Note: ["é", null] });
    const bytes = Buffer.concat([
      Buffer.from("macro-values/1\n"),
      Buffer.from("Date\0d\0"),
      Buffer.from("ffffffff" + "01000000", "hex"),
      Buffer.from("Level\0f\0"),
      Buffer.from("000000000000f83f" + "000000000000f87f", "hex"),
      Buffer.from("Note\0s\0"),
      Buffer.from("02000000" + "c3a9" + "ffffffff", "hex"),
    ]);
    assert.equal(valuesDigest(frame), createHash("sha256").update(bytes).digest("hex"));
  });

  it("takes any NaN for the same", () => {
    const values = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n]).buffer);
    const odd = {
      days: Int32Array.of(0),
      columns: [{ name: "Level", type: "number", values }],
    } as const;
    assert.equal(valuesDigest(odd), valuesDigest(frameOf(["1970-01-01"], { Level: [null] })));
  });

  const base = frameOf(["2024-01-01", "2024-01-02"], { Level: [1, 2], Momentum: [3, 4] });
  const others: [what: string, frame: ReturnType<typeof frameOf>][] = [
    ["a day", frameOf(["2024-01-01", "2024-01-03"], { Level: [1, 2], Momentum: [3, 4] })],
    [
      "a value",
      frameOf(["2024-01-01", "2024-01-02"], { Level: [1, 2 + 2 ** -51], Momentum: [3, 4] }),
    ],
    [
      "a missing value",
      frameOf(["2024-01-01", "2024-01-02"], { Level: [1, null], Momentum: [3, 4] }),
    ],
    ["a name", frameOf(["2024-01-01", "2024-01-02"], { Level: [1, 2], momentum: [3, 4] })],
    [
      "the order of columns",
      frameOf(["2024-01-01", "2024-01-02"], { Momentum: [3, 4], Level: [1, 2] }),
    ],
    ["a type", frameOf(["2024-01-01", "2024-01-02"], { Level: ["1", "2"], Momentum: [3, 4] })],
  ];
  for (const [what, frame] of others) {
    it(`changes with ${what}`, () => assert.notEqual(valuesDigest(frame), valuesDigest(base)));
  }
});
