import assert from "node:assert/strict";
import fc from "fast-check";
import { arrangedSeries } from "../../../../src/data/coordinates";
import { toCsv } from "../../../../src/data/csvWriter";
import { type Frame } from "../../../../src/data/frame";
import { columnNamesOf, toWideFrame } from "../../../../src/data/table/wide";
import { isoOfDay } from "../../../../src/shared/day";
import { signalRef } from "../../../../src/shared/reference";
import { anyFrame, frameOf } from "../../../support/frames";
import { runs } from "../../../support/propertyRuns";

const series = (tags: Record<string, string>, frame: Frame, code = "INFL") => ({
  reference: signalRef({ code, version: 2, tags, dataKind: "SNAP", asOf: "latest" }),
  service: "sample",
  frame,
});

describe("toWideFrame", () => {
  const us = frameOf(["2024-01-01", "2024-01-03"], { Level: [1, null], Momentum: [3, 4] });
  const de = frameOf(["2024-01-02", "2024-01-03"], { Level: [-1, 0.5] });
  const wide = (items: readonly ReturnType<typeof series>[], column: string): string =>
    new TextDecoder().decode(toCsv(toWideFrame(arrangedSeries(items), column)));

  it("has a column for each series, named by what tells them apart, and all their days", () => {
    const tags = { sector: "Energy" };
    const items = [
      series({ ...tags, country_iso: "US" }, us),
      series({ ...tags, country_iso: "DE" }, de),
    ];
    assert.equal(
      wide(items, "Level"),
      "Date,DE,US\n2024-01-01,,1\n2024-01-02,-1,\n2024-01-03,0.5,\n",
    );
  });

  it("leaves the column of a series empty that has no such column", () => {
    const items = [series({ country_iso: "US" }, us), series({ country_iso: "DE" }, de)];
    assert.equal(
      wide(items, "Momentum"),
      "Date,DE,US\n2024-01-01,,3\n2024-01-02,,\n2024-01-03,,4\n",
    );
  });

  it("gives each column another name, also where what tells them apart reads the same", () => {
    const items = [
      series({ a: "x y", b: "z" }, us),
      series({ a: "x", b: "y z" }, de),
      series({ a: "Date", b: "" }, de),
    ];
    const { columns } = toWideFrame(arrangedSeries(items), "Level");
    assert.deepEqual(
      columns.map(({ name }) => name),
      ["Date_2", "x y z", "x y z_2"],
    );
  });

  it("is text where the column is text in one of them", () => {
    const notes = frameOf(["2024-01-01"], { Level: ["high"] });
    const items = [series({ country_iso: "US" }, us), series({ country_iso: "DE" }, notes)];
    assert.equal(wide(items, "Level"), 'Date,DE,US\n2024-01-01,high,"1"\n2024-01-03,,\n');
  });

  it("holds every value of any series, on its day and on no other", () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { minLength: 2, maxLength: 5 }), fc.nat(), (frames, pick) => {
        const names = columnNamesOf(frames);
        const column = names[pick % Math.max(1, names.length)] ?? "Level";
        const items = frames.map((frame, at) => series({ at: String(at) }, frame));
        const { days, columns } = toWideFrame(arrangedSeries(items), column);
        const all = new Set(frames.flatMap((frame) => [...frame.days]));
        assert.deepEqual(
          [...days],
          [...all].sort((a, b) => a - b),
        );
        const isText = columns.some(({ type }) => type === "text");
        for (const [at, { values }] of columns.entries()) {
          const own = frames[at] ?? assert.fail();
          const from = own.columns.find(({ name }) => name === column);
          const byDay = new Map([...own.days].map((day, row) => [day, from?.values[row] ?? null]));
          days.forEach((day, row) => {
            const value = byDay.get(day) ?? null;
            const isNone = value === null || Number.isNaN(value);
            const expected = isNone ? (isText ? null : Number.NaN) : isText ? String(value) : value;
            assert.ok(Object.is(values[row], expected), isoOfDay(day));
          });
        }
      }),
      { numRuns: runs() },
    );
  });
});
