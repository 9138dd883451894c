import assert from "node:assert/strict";
import fc from "fast-check";
import { csvSizeBound, toCsv } from "../../../src/data/csvWriter";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { type Frame } from "../../../src/data/frame";
import { jsonSizeBound, toJson } from "../../../src/data/jsonWriter";
import { toParquet } from "../../../src/data/parquetWriter";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { anyFrame, frameOf, noRepairs } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

const writers: [format: WireFormat, write: (frame: Frame) => Uint8Array, runCount: number][] = [
  ["parquet", (frame) => toParquet(frame), 200],
  ["csv", toCsv, 1_000],
  ["json", toJson, 1_000],
];

describe("each format", () => {
  for (const [format, write, runCount] of writers) {
    it(`${format} carries any frame there and back`, async () => {
      await fc.assert(
        fc.asyncProperty(anyFrame, async (any) => {
          const frame = format === "json" ? withPlainTexts(any) : any;
          const { frame: read, repairs } = await decodeFrame(write(frame), format, {
            isCloseDelimited: true,
          });
          assert.deepEqual(read, frame);
          assert.equal(valuesDigest(read), valuesDigest(frame));
          // The names may be those of scores, with texts as values.
          assert.deepEqual({ ...repairs, textInstead: [] }, { ...noRepairs, textInstead: [] });
        }),
        { numRuns: runs(runCount) },
      );
    }).timeout(600_000);
  }

  it("carries a frame without rows; JSON loses the names of its columns", async () => {
    const empty = frameOf([], { Level: [], Momentum: [] });
    assert.deepEqual((await decodeFrame(toParquet(empty), "parquet")).frame, empty);
    assert.deepEqual((await decodeFrame(toCsv(empty), "csv")).frame, empty);
    const { frame } = await decodeFrame(toJson(empty), "json");
    assert.deepEqual(frame, { days: new Int32Array(), columns: [] });
  });
});

/** Adds a text that is not a number to each text column: in JSON, a column with only numerals is numeric. */
function withPlainTexts(frame: Frame): Frame {
  const columns = frame.columns.map((column) =>
    column.type === "number"
      ? column
      : { ...column, values: column.values.map((text, row) => (row === 0 ? `x${text}` : text)) },
  );
  return { ...frame, columns };
}

describe("the bounds of text sizes", () => {
  it("are never below the size of the text", () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        assert.ok(toCsv(frame).length <= csvSizeBound(frame));
        assert.ok(toJson(frame).length <= jsonSizeBound(frame));
      }),
      { numRuns: runs() },
    );
  });

  it("hold where every number and text is as long as can be", () => {
    const longest = -2.2250738585072014e-308;
    const frame = frameOf(["2024-01-01", "2024-01-02"], {
      Level: [longest, longest],
      Quotes: ['"'.repeat(50), "\u0000\uffff".repeat(50)],
    });
    assert.ok(toCsv(frame).length <= csvSizeBound(frame));
    assert.ok(toJson(frame).length <= jsonSizeBound(frame));
  });
});
