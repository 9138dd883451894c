import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { driftOf, isUnchanged } from "../../../src/data/frameDrift";
import { valuesDigest } from "../../../src/data/valuesDigest";
import { dayOfIso } from "../../../src/shared/day";
import { anyFrame, frameOf } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

const day = (iso: string): number => dayOfIso(iso) ?? Number.NaN;

describe("driftOf", () => {
  const before = frameOf(["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"], {
    Level: [0.5, -0.25, null, 1],
    Momentum: [1, 1, 1, 1],
    Note: ["a", null, "c", "d"],
    Old: [1, 2, 3, 4],
  });
  const after = frameOf(["2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05"], {
    Momentum: [1, 1, 1.125, 2],
    Level: [0.25, 0.75, 1, null],
    Note: [null, "C", "d", "e"],
    New: [null, null, null, 9],
  });

  it("tells days and columns that came and went", () => {
    const { daysAdded, daysGone, columnsAdded, columnsGone } = driftOf(before, after);
    assert.deepEqual(
      [daysAdded, daysGone, columnsAdded, columnsGone],
      [[day("2024-01-05")], [day("2024-01-01")], ["New"], ["Old"]],
    );
  });

  it("counts the revisions of each column with the largest and the flips of sign", () => {
    const { columns } = driftOf(before, after);
    assert.deepEqual(
      columns.map(({ name, runs: _runs, rms: _rms, correlation: _of, ...counts }) => [
        name,
        counts,
      ]),
      [
        [
          "Momentum",
          {
            ...{ compared: 3, added: 1, gone: 1, revised: 1, smaller: 0, signFlips: 0 },
            firstRevised: day("2024-01-04"),
            largest: { day: day("2024-01-04"), change: 0.125 },
            rounding: 0,
          },
        ],
        [
          "Level",
          {
            ...{ compared: 2, added: 1, gone: 1, revised: 1, smaller: 0, signFlips: 1 },
            firstRevised: day("2024-01-02"),
            largest: { day: day("2024-01-02"), change: 0.5 },
            rounding: 0,
          },
        ],
        [
          "Note",
          {
            ...{ compared: 2, added: 1, gone: 1, revised: 1, smaller: 0, signFlips: 0 },
            ...{ firstRevised: day("2024-01-03"), largest: null, rounding: 0 },
          },
        ],
      ],
    );
    // In pandas, ((after.Level - before.Level) ** 2).mean() ** 0.5 of 0.5 and 0.
    assert.equal(columns[1]?.rms, Math.sqrt(0.125));
  });

  it("lists every value that changed, by day and column", () => {
    const rows = driftOf(before, after).rows.filter(
      ({ day: at }) => at !== day("2024-01-01") && at !== day("2024-01-05"),
    );
    assert.deepEqual(
      rows.map((row) => [row.day, row.column, row.before, row.after]),
      [
        [day("2024-01-02"), "Level", -0.25, 0.25],
        [day("2024-01-02"), "Old", 2, null],
        [day("2024-01-03"), "Level", null, 0.75],
        [day("2024-01-03"), "Note", "c", "C"],
        [day("2024-01-03"), "Old", 3, null],
        [day("2024-01-04"), "Momentum", 1, 1.125],
        [day("2024-01-04"), "Old", 4, null],
      ],
    );
  });

  it("finds all of a frame new beside an empty one", () => {
    const empty = frameOf([], {});
    const { daysAdded, columnsAdded, rows } = driftOf(
      empty,
      frameOf(["2024-01-01"], { Level: [1] }),
    );
    assert.deepEqual([daysAdded, columnsAdded], [[day("2024-01-01")], ["Level"]]);
    assert.deepEqual(rows, [{ day: day("2024-01-01"), column: "Level", before: null, after: 1 }]);
    assert.ok(isUnchanged(driftOf(empty, empty)));
  });

  it("finds the same values, except for rounding, in a text with ten decimals (DATA-14)", async () => {
    const bodies = [
      ["csv", "Date,Level,Note\n2024-06-26,0.123456789012345,a\n2024-06-27,-1.987654321098765,b\n"],
      [
        "json",
        '[{"Date":"2024-06-26","Level":0.123456789,"Note":"a"},{"Date":"2024-06-27","Level":-1.9876543211,"Note":"b"}]',
      ],
    ] as const;
    const [full, ten] = await Promise.all(
      bodies.map(async ([form, body]) => {
        const { frame } = await decodeFrame(new TextEncoder().encode(body), form);
        return frame;
      }),
    );
    assert.ok(full && ten);
    assert.notEqual(valuesDigest(full), valuesDigest(ten));
    const drift = driftOf(full, ten);
    assert.ok(isUnchanged(drift));
    assert.deepEqual(drift.rows, []);
    // In Python: abs(0.123456789012345 - 0.123456789) is 1.23e-11.
    assert.equal(drift.rounding.toPrecision(3), "1.23e-11");
    assert.equal(driftOf(full, full).rounding, 0);
  });

  it("distinguishes a text from a number, and two texts that are nearly the same (DATA-14)", () => {
    const days = ["2024-01-01"];
    const [number, text, other] = [1, "1", "1.0"].map((cell) => frameOf(days, { Level: [cell] }));
    assert.ok(number && text && other);
    for (const [one, two] of [
      [number, text],
      [text, other],
    ] as const) {
      const { rows, columns } = driftOf(one, two);
      assert.deepEqual([rows.length, columns[0]?.revised], [1, 1]);
    }
  });

  it("takes a day without values for a day", () => {
    const added = driftOf(frameOf([], { Level: [] }), frameOf(["2024-01-01"], { Level: [null] }));
    assert.equal(isUnchanged(added), false);
  });

  it("finds nothing between a frame and itself, whatever the order of its columns", () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const turned = { days: frame.days, columns: frame.columns.toReversed() };
        assert.ok(isUnchanged(driftOf(frame, frame)));
        assert.ok(isUnchanged(driftOf(frame, turned)));
      }),
      { numRuns: runs() },
    );
  });

  it("finds in the other direction what it found in one", () => {
    fc.assert(
      fc.property(anyFrame, anyFrame, (a, b) => {
        const [there, back] = [driftOf(a, b), driftOf(b, a)];
        assert.deepEqual(there.daysAdded, back.daysGone);
        assert.deepEqual(there.columnsAdded, back.columnsGone);
        assert.equal(there.rows.length, back.rows.length);
      }),
      { numRuns: runs() },
    );
  });
});
