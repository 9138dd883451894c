import assert from "node:assert/strict";
import fc from "fast-check";
import { withMetadata } from "../../../src/data/footerMetadata";
import { toParquet } from "../../../src/data/parquetWriter";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { frameOf } from "../../support/frames";
import { describeWith } from "../../support/interpreters";
import { runs } from "../../support/propertyRuns";

const frame = frameOf(["2024-01-01", "2024-01-02"], { Level: [0.5, null] });

describeWith(duckDb, "DuckDB")("metadata that is added to a Parquet file, read by DuckDB", () => {
  let duck: DuckFiles;

  before(async () => {
    duck = await DuckFiles.open();
  });
  after(() => duck.close());

  it("stands beside what was there, however many keys and however long the values", async () => {
    const keys = fc.string({ unit: "grapheme", minLength: 1 }).map((key) => `own ${key}`);
    const values = fc.oneof(
      fc.string({ unit: "grapheme" }),
      // The lengths at which that of a length changes.
      fc.constantFrom(127, 128, 16_383, 16_384).map((length) => "x".repeat(length)),
    );
    const before = toParquet(frame, { first: "kept" });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, values, { maxKeys: 40 }), async (added) => {
        await duck.write(withMetadata(before, added));
        const metadata = await duck.metadata();
        const schema = metadata["ARROW:schema"];
        assert.deepEqual(metadata, { "ARROW:schema": schema, first: "kept", ...added });
        assert.deepEqual(await duck.rows("SELECT Date::VARCHAR, Level FROM FILE"), [
          ["2024-01-01", 0.5],
          ["2024-01-02", null],
        ]);
      }),
      { numRuns: runs(100) },
    );
  });

  it("needs the end of the file only", () => {
    const whole = toParquet(frame);
    const length = Buffer.from(whole).readUInt32LE(whole.length - 8);
    const end = whole.subarray(whole.length - 8 - length);
    const added = { own: "said" };
    const pages = whole.subarray(0, whole.length - end.length);
    assert.deepEqual(
      Buffer.concat([pages, withMetadata(end, added)]),
      Buffer.from(withMetadata(whole, added)),
    );
  });

  it("is refused where a footer has no list of it", () => {
    // A structure of one field, the version 2, as thrift-compact-protocol.md has it: header, zigzag, stop.
    const footer = Buffer.of(0x15, 0x04, 0x00);
    const end = Buffer.concat([
      Buffer.from("PAR1"),
      footer,
      Buffer.of(3, 0, 0, 0),
      Buffer.from("PAR1"),
    ]);
    assert.throws(() => withMetadata(end, { own: "said" }), RangeError);
  });
});
