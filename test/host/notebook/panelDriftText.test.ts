import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { type VariantFrame } from "../../../src/data/table/pairedVariants";
import { panelDrift } from "../../../src/data/panelDrift";
import { panelDriftText } from "../../../src/features/notebook/lines/driftText";
import { frameOf } from "../../support/frames";

const days = ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-04"];
const head = {
  title: "INFL all",
  line: "# macro-signals: …",
  before: "2024-01-02",
  after: "2024-01-04",
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
  return panelDriftText(head, ["country_iso"], drift, "all.csv").split("\n");
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
      "# Drift of INFL all",
      "",
      "Comparing 2024-01-02 with 2024-01-04.",
      "",
      "| Change  | Variants | Values | First day  | Last day   | Largest change |",
      "| ------- | -------: | -----: | ---------- | ---------- | -------------: |",
      "| Revised |        1 |      2 | 1 Jan 2024 | 2 Jan 2024 |         +4.000 |",
      "| Added   |        4 |      6 | 2 Jan 2024 | 4 Jan 2024 |              – |",
      "| Removed |        0 |      0 | –          | –          |              – |",
      "",
      "2 of 9 values revised (22.2 %), 1 sign flip.",
      "",
      "Variants removed: AR.",
      "",
      "Variants added: ZA.",
      "",
      "Variants changed: 4, unchanged: 1.",
      "",
      "[All changes as CSV](all.csv)",
      "",
      "## Largest changes",
      "",
      "| country_iso | Column | Revised | Of | Sign flips | Largest change | On         |",
      "| ----------- | ------ | ------: | -: | ---------: | -------------: | ---------- |",
      "| US          | Level  |       2 |  2 |          1 |         +4.000 | 2 Jan 2024 |",
      "",
      "## Days and columns added and removed",
      "",
      "- 3 Jan 2024: 1 day added (CH, DE, US)",
      "- 3 Jan 2024 to 4 Jan 2024: 2 days added (JP)",
      "",
      "## Reference line",
      "",
      "`# macro-signals: …`",
      "",
    ]);
  });

  it("counts variants of which the same days came and went, and lists twenty columns", async () => {
    const names = Array.from({ length: 26 }, (_, at) => `C${String.fromCharCode(65 + at)}`);
    const of = (levels: (at: number) => number[]): Record<string, number[]> =>
      Object.fromEntries(names.map((name, at) => [name, levels(at)]));
    const lines = await textOf(
      of(() => [0]),
      of((at) => [at, 1]),
    );
    const rows = lines.filter((line) => line.startsWith("| C") && line.includes("Level"));
    // All but the first were revised, by 1 to 25.
    assert.deepEqual([rows.length, rows[0]?.slice(2, 4), rows[19]?.slice(2, 4)], [20, "CZ", "CG"]);
    assert.ok(lines.includes("and 5 more"));
    assert.ok(lines.includes("- 2 Jan 2024: 1 day added (26 variants)"));
  });

  it("has neither days nor values where only variants came and went", async () => {
    const lines = await textOf({ DE: [1], US: [1] }, { JP: [1], US: [1] });
    assert.deepEqual(lines.slice(6, 21), [
      "| Revised |        0 |      0 | –         | –        |              – |",
      "| Added   |        0 |      0 | –         | –        |              – |",
      "| Removed |        0 |      0 | –         | –        |              – |",
      "",
      "Variants removed: DE.",
      "",
      "Variants added: JP.",
      "",
      "Variants changed: 0, unchanged: 1.",
      "",
      "[All changes as CSV](all.csv)",
      "",
      "## Reference line",
      "",
      "`# macro-signals: …`",
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
    const text = panelDriftText(head, ["country_iso", "sector"], drift, "all.csv");
    assert.match(text, /^\| sector +\| Column \|/m);
    assert.match(text, /^\| Energy +\| Level +\| +1 \|/m);
  });

  it("shows what a service calls variants and columns as plain text (SEC-13)", async () => {
    const evil = "<img src=x> [a](http://evil.example) | `b`";
    async function* of(...names: string[]): AsyncGenerator<VariantFrame, void, void> {
      for (const [at, name] of names.entries()) {
        const frame = frameOf(days.slice(0, 1), { [evil]: [at], [name]: [names.length] });
        yield await Promise.resolve({ values: [name], frame });
      }
    }
    const drift = await panelDrift(of(evil, `${evil}2`), of(`${evil}1`, `${evil}2`, `${evil}3`));
    const text = panelDriftText({ ...head, title: evil }, [evil], drift, `${evil}.csv`);
    const html = new MarkdownIt({ html: true, linkify: true }).render(text);
    assert.doesNotMatch(html, /<img|href="[^"]*[:/]/);
    // Only the link to the CSV is one.
    assert.equal(html.match(/<a /g)?.length, 1);
  });
});
