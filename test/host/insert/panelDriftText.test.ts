import assert from "node:assert/strict";
import { type VariantFrame } from "../../../src/data/pairedVariants";
import { panelDrift } from "../../../src/data/panelDrift";
import { panelDriftText } from "../../../src/vscode/insert/lines/panelDriftText";
import { frameOf } from "../../support/frames";

const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];
const head = {
  title: "INFL all",
  line: "# macro-signals: …",
  before: "as of 2024-01-02",
  after: "as of 2024-01-04",
  unit: "score",
} as const;

async function* panel(
  series: Readonly<Record<string, readonly (number | null)[]>>,
): AsyncGenerator<VariantFrame, void, void> {
  for (const [country, levels] of Object.entries(series)) {
    const frame = frameOf(days.slice(0, levels.length), { Level: levels });
    yield await Promise.resolve({ values: [country], frame });
  }
}

async function textOf(
  before: Parameters<typeof panel>[0],
  after: Parameters<typeof panel>[0],
): Promise<string[]> {
  const drift = await panelDrift(panel(before), panel(after));
  const [, , , , , , ...lines] = panelDriftText(head, ["country_iso"], drift).split("\n");
  return lines;
}

describe("the text of a panel's drift", () => {
  it("begins with all of it in a few numbers, and lists variants only where they differ", async () => {
    const before = { AR: [1], BR: [1, 2], CH: [1, 2], DE: [1, 2], JP: [1, null], US: [1, -2] };
    const after = {
      BR: [1, 2],
      CH: [1, 2, 3],
      DE: [1, 2, 3],
      JP: [1, 2, 3, 4],
      US: [1.5, 2, 3],
      ZA: [1],
    };
    assert.deepEqual(await textOf(before, after), [
      "- Variants removed: 1 (AR)",
      "- Variants added: 1 (ZA)",
      "- Variants changed: 4, unchanged: 1",
      "- Days added: 2 (2024-01-03 … 2024-01-04)",
      "- Days removed: 0",
      "- Values revised: 2 of 9 (22.2 %)",
      "- Values added or removed on common days: 1",
      "- Largest change: +4.00 (US, Level, 2024-01-02)",
      "- Sign flips: 1",
      "",
      "## Days",
      "",
      "- Variants without a change: 1",
      "- Variants with the same changes: 3; days added: 1 (2024-01-03), days removed: 0",
      "",
      "| country_iso | Days added                  | Days removed |",
      "| ----------- | --------------------------- | ------------ |",
      "| JP          | 2 (2024-01-03 … 2024-01-04) | 0            |",
      "",
      "## Values",
      "",
      "- Variants without a change: 3",
      "",
      "| country_iso | Column | Revised | Of | Flips | Largest | On         |",
      "| ----------- | ------ | ------: | -: | ----: | ------: | ---------- |",
      "| JP          | Level  |       0 |  1 |     0 |       – | –          |",
      "| US          | Level  |       2 |  2 |     1 |   +4.00 | 2024-01-02 |",
      "",
    ]);
  });

  it("has neither days nor values where only variants came and went", async () => {
    assert.deepEqual(await textOf({ DE: [1], US: [1] }, { JP: [1], US: [1] }), [
      "- Variants removed: 1 (DE)",
      "- Variants added: 1 (JP)",
      "- Variants changed: 0, unchanged: 1",
      "- Days added: 0",
      "- Days removed: 0",
      "- Values revised: 0 of 1 (0.0 %)",
      "- Sign flips: 0",
      "",
    ]);
  });

  it("leaves out of its tables the tag kinds that all changed variants share", async () => {
    async function* ofJapan(level: number): AsyncGenerator<VariantFrame, void, void> {
      for (const sector of ["Energy", "Utilities"]) {
        const frame = frameOf(days.slice(0, 1), { Level: [level] });
        yield await Promise.resolve({ values: ["JP", sector], frame });
      }
    }
    const drift = await panelDrift(ofJapan(1), ofJapan(2));
    const text = panelDriftText(head, ["country_iso", "sector"], drift);
    assert.match(text, /^\| sector +\| Column \|/m);
    assert.match(text, /^\| Energy +\| Level +\| +1 \|/m);
  });
});
