import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { anyFrame, frameOf } from "../../support/frames";
import { runs } from "../../support/propertyRuns";
import { toTsv } from "../../../src/data/table/longText";

describe("toTsv", () => {
  it("has tabs between cells, and quotes around what holds one or would be read as another", () => {
    const frame = frameOf(["2024-01-01", "2024-01-02"], {
      Level: [0.1 + 0.2, null],
      "a\tb": ["x\ty", 'say "1"'],
    });
    assert.equal(
      toTsv(frame),
      'Date\tLevel\t"a\tb"\n2024-01-01\t0.30000000000000004\t"x\ty"\n2024-01-02\t\t"say ""1"""\n',
    );
  });

  it("keeps spreadsheets from running a text as a formula (CSV-01)", () => {
    const frame = frameOf(["2024-01-01"], { "-a": ["=1+1"], Level: [-1] });
    assert.equal(toTsv(frame), "Date\t'-a\tLevel\n2024-01-01\t'=1+1\t-1\n");
  });

  it("is its header alone without rows", () => {
    assert.equal(toTsv(frameOf([], { Level: [] })), "Date\tLevel\n");
  });

  it("reads back as the same values", async () => {
    const isInert = (text: string | null): boolean => !/^[=+\-@\t\r\n＝＋－＠]/.test(text ?? "");
    const frames = anyFrame.filter(
      ({ columns }) =>
        columns.length > 0 &&
        columns.every(
          (each) => isInert(each.name) && (each.type === "number" || each.values.every(isInert)),
        ),
    );
    await fc.assert(
      fc.asyncProperty(frames, async (frame) => {
        const bytes = new TextEncoder().encode(toTsv(frame));
        const read = await decodeFrame(bytes, "csv");
        assert.equal(valuesDigest(read.frame), valuesDigest(frame));
      }),
      { numRuns: runs() },
    );
  });
});
