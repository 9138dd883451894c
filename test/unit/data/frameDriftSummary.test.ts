import assert from "node:assert/strict";
import {
  type FrameDrift,
  changeOf,
  changesByKind,
  driftOf,
  driftRuns,
  revisionRuns,
  toDriftCsv,
} from "../../../src/data/frameDrift";
import { dayOfIso, isoOfDay } from "../../../src/shared/day";
import { frameOf } from "../../support/frames";

type Values = readonly (number | string | null)[];

const week = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-08"];

/** Of values of the first days of a week. */
function drift(before: Values, after: Values): FrameDrift {
  const [first, second] = [before, after].map((values) =>
    frameOf(week.slice(0, values.length), { Level: values }),
  );
  assert.ok(first && second);
  return driftOf(first, second);
}

describe("changesByKind", () => {
  it("counts revised, added and removed values, each with its first and last day", () => {
    const { rows } = drift([1, 2, 3, null, 5, 6], [1, 2.5, null, 4, 5.5]);
    const [second, third, fourth, fifth, sixth] = week.slice(1).map(dayOfIso);
    assert.deepEqual(changesByKind(rows, "score"), {
      revised: { values: 2, first: second, last: fifth },
      added: { values: 1, first: fourth, last: fourth },
      removed: { values: 2, first: third, last: sixth },
      smaller: 0,
    });
  });

  it("counts revisions that a person cannot see apart, in the unit of the values", () => {
    const { rows } = drift([1, 2, 3], [1.004, 2.006, 3]);
    const [, second] = week.map(dayOfIso);
    const none = { values: 0, first: null, last: null };
    const revised = { values: 1, first: second, last: second };
    assert.deepEqual(changesByKind(rows, "score"), {
      ...{ revised, added: none, removed: none, smaller: 1 },
    });
    assert.equal(changesByKind(rows, "fraction").revised.values, 2);
  });

  it("has no days where nothing changed", () => {
    const none = { values: 0, first: null, last: null };
    assert.deepEqual(changesByKind([], "score"), {
      ...{ revised: none, added: none, removed: none, smaller: 0 },
    });
  });
});

describe("revisionRuns", () => {
  const runsOf = (found: FrameDrift): unknown[] =>
    revisionRuns(found).map((run) => [
      isoOfDay(run.first),
      isoOfDay(run.last),
      run.column,
      changeOf(run),
    ]);

  it("lists revised values by the size of their change, of one size by day", () => {
    assert.deepEqual(runsOf(drift([1, 2, 3, 4, null], [1.5, 2, 0, 4.5, 5])), [
      ["2024-01-03", "2024-01-03", "Level", -3],
      ["2024-01-01", "2024-01-01", "Level", 0.5],
      ["2024-01-04", "2024-01-04", "Level", 0.5],
    ]);
  });

  it("joins days in a row on which a column had one value and has another", () => {
    const before = frameOf(week, { Level: [1, 1, 1, 1, 1, 1], Momentum: [0, 0, 2, 0, 0, 0] });
    const after = frameOf(week, { Level: [2, 2, 1, 2, 2, 2], Momentum: [0, 0, 5, 0, 0, 0] });
    assert.deepEqual(runsOf(driftOf(before, after)), [
      ["2024-01-03", "2024-01-03", "Momentum", 3],
      ["2024-01-01", "2024-01-02", "Level", 1],
      ["2024-01-04", "2024-01-08", "Level", 1],
    ]);
  });

  it("does not join changes of one size between other values", () => {
    assert.equal(runsOf(drift([1, 2], [2, 3])).length, 2);
  });

  it("lists texts last, whose change has no size", () => {
    const before = frameOf(week.slice(0, 2), { Grade: ["A", "B"], Level: [1, 2] });
    const after = frameOf(week.slice(0, 2), { Grade: ["B", "B"], Level: [1, 3] });
    assert.deepEqual(runsOf(driftOf(before, after)), [
      ["2024-01-02", "2024-01-02", "Level", 1],
      ["2024-01-01", "2024-01-01", "Grade", null],
    ]);
  });
});

describe("driftRuns", () => {
  const runsOf = (before: Values, after: Values): unknown[] =>
    driftRuns(drift(before, after)).map(({ kind, first, last, values }) => [
      kind,
      isoOfDay(first),
      isoOfDay(last),
      values,
    ]);

  it("joins days that follow each other in the series, over a weekend too", () => {
    assert.deepEqual(runsOf([1, 2, 3], [1, 2, 3, 4, 5, 6]), [
      ["added", "2024-01-04", "2024-01-08", 3],
    ]);
  });

  it("ends where a day between has not changed, or has changed in another way", () => {
    assert.deepEqual(runsOf([null, null, 3, null, 5, 6], [1, 2, 3, 4, null, 6]), [
      ["added", "2024-01-01", "2024-01-02", 2],
      ["added", "2024-01-04", "2024-01-04", 1],
      ["removed", "2024-01-05", "2024-01-05", 1],
    ]);
  });

  it("counts the values of all columns of a day", () => {
    const before = frameOf(week.slice(0, 1), { Level: [1], Momentum: [1] });
    const after = frameOf(week.slice(0, 3), { Level: [1, 2, 3], Momentum: [1, 2, null] });
    const [run, ...more] = driftRuns(driftOf(before, after));
    assert.deepEqual([run?.values, run?.last, more], [3, dayOfIso("2024-01-03"), []]);
  });

  it("finds none where values were only revised", () => {
    assert.deepEqual(runsOf([1, 2], [3, 4]), []);
  });
});

describe("toDriftCsv", () => {
  it("has a line for each day and column, numbers in full", () => {
    const before = frameOf(["2024-01-01", "2024-01-02"], { Level: [0.1, 2], Grade: ["A", null] });
    const after = frameOf(["2024-01-01", "2024-01-03"], {
      Level: [0.30000000000000004, 7],
      Grade: ["1,5", null],
    });
    assert.deepEqual(toDriftCsv(driftOf(before, after)).split("\n"), [
      "Date,column,before,after,change",
      "2024-01-01,Level,0.1,0.30000000000000004,0.20000000000000004",
      '2024-01-01,Grade,A,"1,5",',
      "2024-01-02,Level,2,,",
      "2024-01-03,Level,,7,",
      "",
    ]);
  });

  it("quotes the name of a column that holds a comma", () => {
    const [before, after] = [1, 2].map((value) => frameOf(["2024-01-01"], { "a,b": [value] }));
    assert.ok(before && after);
    assert.match(toDriftCsv(driftOf(before, after)), /^2024-01-01,"a,b",1,2,1$/m);
  });
});
