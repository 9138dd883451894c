import assert from "node:assert/strict";
import { type VariantFrame, pairedVariants } from "../../../src/data/table/pairedVariants";
import {
  type PanelDriftSummary,
  isPanelUnchanged,
  largestColumnRevisions,
  panelDrift,
  panelDriftSummary,
  toPanelDriftCsv,
} from "../../../src/data/panelDrift";
import { dayOfIso } from "../../../src/shared/day";
import { frameOf } from "../../support/frames";

const days = ["2024-01-01", "2024-01-02", "2024-01-03"];

function series(value: string, levels: readonly (number | null)[]): VariantFrame {
  return { values: [value], frame: frameOf(days.slice(0, levels.length), { Level: levels }) };
}

async function* panel(variants: readonly VariantFrame[]): AsyncGenerator<VariantFrame, void, void> {
  for (const each of variants) yield await Promise.resolve(each);
}

describe("pairedVariants", () => {
  it("puts the variants of all panels in their order, each once", async () => {
    const ones = ["A", "C", "D"].map((value) => series(value, [1]));
    const others = ["B", "C", "a"].map((value) => series(value, [2]));
    const found: unknown[] = [];
    for await (const { values, frames } of pairedVariants([panel(ones), panel(others)])) {
      found.push([values[0], frames.map((frame) => frame?.columns[0]?.values[0])]);
    }
    assert.deepEqual(found, [
      ["A", [1, undefined]],
      ["B", [undefined, 2]],
      ["C", [1, 2]],
      ["D", [1, undefined]],
      ["a", [undefined, 2]],
    ]);
  });

  it("takes no more of a panel than it needs and ends it when it is left", async () => {
    let [taken, ended] = [0, false];
    async function* endless(): AsyncGenerator<VariantFrame, void, void> {
      try {
        for (;;) yield await Promise.resolve(series(`V${String(++taken).padStart(3, "0")}`, [1]));
      } finally {
        ended = true;
      }
    }
    for await (const { values } of pairedVariants([endless()])) {
      if (values[0] === "V003") break;
    }
    assert.deepEqual([taken, ended], [3, true]);
  });
});

describe("panelDrift", () => {
  it("treats a variant whose values differ only by rounding as unchanged (DATA-14)", async () => {
    const before = [series("DE", [1, -2]), series("US", [0.1 + 0.2, null])];
    const after = [series("DE", [1, -2]), series("US", [0.3, null])];
    const drift = await panelDrift(panel(before), panel(after));
    assert.ok(isPanelUnchanged(drift));
    assert.deepEqual([drift.unchanged, drift.unchangedValues], [2, 3]);
    // In Python: 0.1 + 0.2 - 0.3
    assert.equal(drift.rounding, 5.551115123125783e-17);
    const revised = await panelDrift(
      panel(before),
      panel([series("DE", [1, 2]), ...after.slice(1)]),
    );
    assert.deepEqual([revised.changed.length, revised.unchanged], [1, 1]);
    assert.equal(revised.rounding, drift.rounding);
    assert.equal((await panelDrift(panel(before), panel(before))).rounding, 0);
  });

  it("tells variants gone and new, and what changed in the others", async () => {
    const before = ["DE", "JP", "US"].map((value) => series(value, [1, -2]));
    const after = [
      series("FR", [1]),
      series("JP", [1, -2]),
      { values: ["US"], frame: frameOf(days, { Level: [1.5, 2, null] }) },
    ];
    const drift = await panelDrift(panel(before), panel(after));
    const { added, gone, changed, unchanged, unchangedValues } = drift;
    assert.deepEqual([added, gone, unchanged, unchangedValues], [[["FR"]], [["DE"]], 1, 2]);
    const day = dayOfIso("2024-01-02");
    assert.deepEqual(changed, [
      {
        values: ["US"],
        daysAdded: [dayOfIso("2024-01-03")],
        daysGone: [],
        columnsAdded: [],
        columnsGone: [],
        changes: {
          revised: { values: 2, first: dayOfIso("2024-01-01"), last: day },
          added: { values: 0, first: null, last: null },
          removed: { values: 0, first: null, last: null },
          smaller: 0,
        },
        columns: [
          {
            name: "Level",
            ...{ compared: 2, added: 0, gone: 0, revised: 2, smaller: 0, signFlips: 1 },
            firstRevised: dayOfIso("2024-01-01"),
            largest: { day, change: 4 },
            ...{ rms: Math.sqrt((0.5 ** 2 + 4 ** 2) / 2), correlation: Number.NaN, rounding: 0 },
          },
        ],
      },
    ]);
  });

  it("is unchanged where only the order of columns differs", async () => {
    const frame = frameOf(days, { A: [1, null, 2], B: [3, 4, 5] });
    const other = { ...frame, columns: frame.columns.toReversed() };
    const drift = await panelDrift(
      panel([{ values: ["US"], frame }]),
      panel([{ values: ["US"], frame: other }]),
    );
    assert.ok(isPanelUnchanged(drift));
    assert.equal(drift.unchanged, 1);
  });

  it("is nothing without any variant", async () => {
    assert.ok(isPanelUnchanged(await panelDrift(panel([]), panel([]))));
  });
});

describe("panelDriftSummary", () => {
  const of = async (
    before: readonly VariantFrame[],
    after: readonly VariantFrame[],
  ): Promise<PanelDriftSummary> => panelDriftSummary(await panelDrift(panel(before), panel(after)));

  it("adds up what both panels have, and in how many variants it changed", async () => {
    const before = [
      series("BR", [1, null]),
      series("DE", [1, 2]),
      series("JP", [1, -2]),
      series("US", [0.5, -1]),
      series("ZA", [7, 7, 7]),
    ];
    const after = [
      series("AU", [9]),
      series("BR", [1, 2]),
      series("DE", [1, 2, 3]),
      series("JP", [1, -2]),
      series("US", [0.25, 2, -1]),
    ];
    const [first, second, third] = days.map(dayOfIso);
    assert.deepEqual(await of(before, after), {
      // Brazil has one value in both, the others two.
      compared: 7,
      signFlips: 1,
      changes: {
        revised: { variants: 1, values: 2, first, last: second },
        added: { variants: 3, values: 3, first: second, last: third },
        removed: { variants: 0, values: 0, first: null, last: null },
      },
      smaller: 0,
    });
  });

  it("is nothing without any variant", async () => {
    const none = { variants: 0, values: 0, first: null, last: null };
    assert.deepEqual(await of([], []), {
      compared: 0,
      signFlips: 0,
      changes: { revised: none, added: none, removed: none },
      smaller: 0,
    });
  });
});

describe("largestColumnRevisions", () => {
  it("lists columns of variants by their largest change, of one size by its day", async () => {
    const before = [series("AU", [1, 1]), series("DE", [1, 1]), series("US", [1, 1])];
    const after = [series("AU", [1, 1.5]), series("DE", [0.5, 1]), series("US", [1, 1, 1])];
    const drift = await panelDrift(
      panel([...before, series("ZA", [1])]),
      panel([...after, series("ZA", [-1])]),
    );
    assert.deepEqual(
      largestColumnRevisions(drift).map(({ variant, column }) => [
        variant[0],
        column.largest?.change,
      ]),
      [
        ["ZA", -2],
        ["DE", -0.5],
        ["AU", 0.5],
      ],
    );
  });
});

describe("toPanelDriftCsv", () => {
  it("has a line for each column of a variant that changed, and for what came and went as a whole", async () => {
    const before = [
      series("AR", [1]),
      { values: ["DE"], frame: frameOf(days.slice(0, 1), { Level: [1], Old: [1] }) },
      series("US", [0.1, null, 3]),
    ];
    const after = [
      { values: ["DE"], frame: frameOf(days.slice(0, 1), { Level: [1], New: [1] }) },
      series("US", [0.30000000000000004, 2]),
      series("a,b", [1]),
    ];
    const drift = await panelDrift(panel(before), panel(after));
    assert.deepEqual(toPanelDriftCsv(["column"], drift).split("\n"), [
      "column_2,column,status,compared,revised,sign_flips,largest_change,largest_change_day,added,removed",
      "AR,,variant removed,,,,,,,",
      '"a,b",,variant added,,,,,,,',
      "DE,New,column added,,,,,,,",
      "DE,Old,column removed,,,,,,,",
      "US,Level,changed,1,1,0,0.20000000000000004,2024-01-01,1,1",
      "",
    ]);
  });
});
