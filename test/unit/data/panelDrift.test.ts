import assert from "node:assert/strict";
import { type VariantFrame, pairedVariants } from "../../../src/data/pairedVariants";
import { isPanelUnchanged, panelDrift } from "../../../src/data/panelDrift";
import { type PanelDriftSummary, panelDriftSummary } from "../../../src/data/panelDriftSummary";
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
        columns: [
          {
            name: "Level",
            compared: 2,
            onlyInOne: 0,
            onlyInOneOfBoth: 0,
            revised: 2,
            signFlips: 1,
            largest: { day, change: 4 },
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

  it("adds up what both panels have, and finds the largest change", async () => {
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
    assert.deepEqual(await of(before, after), {
      daysAdded: [dayOfIso("2024-01-03")],
      daysGone: [],
      // Brazil has one value in both, the others two.
      compared: 7,
      revised: 2,
      onlyInOneOfBoth: 1,
      signFlips: 1,
      largest: { variant: ["US"], column: "Level", day: dayOfIso("2024-01-02"), change: 3 },
      equalInValues: 2,
    });
  });

  it("has no largest change where none was revised", async () => {
    const { largest, revised, compared } = await of([series("US", [1])], [series("US", [1, 2])]);
    assert.deepEqual([largest, revised, compared], [null, 0, 1]);
    assert.equal((await of([], [])).compared, 0);
  });
});
