import assert from "node:assert/strict";
import { decodeFrame } from "../../../src/data/decodeFrame";
import { checkSums, forecastColumns } from "../../../src/data/forecastSums";
import { isoOfDay } from "../../../src/shared/day";
import { fixtureBytes } from "../../support/fixtures";
import { frameOf } from "../../support/frames";

const tactical = (
  whole: (number | null)[],
  first: (number | null)[],
  second: (number | null)[],
): ReturnType<typeof frameOf> =>
  frameOf(
    whole.map((_, row) => `2024-01-0${row + 1}`),
    {
      Tactical: whole,
      _Tactical_Fundamentals: first,
      _Tactical_Market_Technicals: second,
    },
  );

describe("checkSums", () => {
  it("finds the one row of the fixture that does not add up, and no other", async () => {
    const { frame } = await decodeFrame(fixtureBytes("forecast.parquet"), "parquet");
    const found = checkSums(frame).map(({ row, day, component }) => [
      row,
      isoOfDay(day),
      component,
    ]);
    // The maker added 0.001 to Cyclical in row 9, before it summed up Forecast.
    assert.deepEqual(found, [[9, isoOfDay(frame.days[9] ?? 0), "Cyclical"]]);
  });

  it("tells the value and what its parts add up to", () => {
    const [mismatch, ...more] = checkSums(tactical([0.5, 0.25], [0.25, 0.125], [0.125, 0.125]));
    assert.deepEqual(more, []);
    assert.deepEqual(mismatch, {
      row: 0,
      day: 19_723,
      component: "Tactical",
      value: 0.5,
      sumOfParts: 0.375,
    });
  });

  it("tolerates 1e-6, and 1e-9 of the value", () => {
    const parts = [0, 0, 0, 0];
    const wholes = [0.9e-6, 1.1e-6, 1, 1e6];
    const found = checkSums(tactical(wholes, [0, 0, 1 - 0.9e-6, 1e6 - 0.9e-3], parts));
    assert.deepEqual(
      found.map(({ row }) => row),
      [1],
    );
  });

  it("checks no sum of which a value or a column is missing", () => {
    assert.deepEqual(checkSums(tactical([1, null, 1], [null, 1, 0.5], [0, 1, 0.5])), []);
    assert.deepEqual(
      checkSums(frameOf(["2024-01-01"], { Tactical: [1], _Tactical_Fundamentals: [0] })),
      [],
    );
    assert.deepEqual(checkSums(frameOf([], {})), []);
  });

  it("knows components by column with and without underscore, and the first of two", () => {
    const frame = frameOf(["2024-01-01"], { _Trend: [1], Trend: [2], Note: [3] });
    assert.deepEqual(
      [...forecastColumns(frame)].map(([component, { name }]) => [component, name]),
      [["Trend", "_Trend"]],
    );
  });
});
