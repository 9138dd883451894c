import assert from "node:assert/strict";
import { runSuites, type SuiteOutcome } from "../support/suiteProcess";

/** The suites of what machines read: texts of series, names of files, references, days and instants. */
const suites = [
  "data/csvReader",
  "data/csvWriter",
  "data/table/name",
  "data/jsonReader",
  "data/jsonWriter",
  "shared/day",
  "shared/instant",
  "shared/place",
  "service/route",
];

/** Writes a number as for people, which shows that the locale is in effect. */
const script = "process.stdout.write((1234.5).toLocaleString())";

function runIn(locale: string): Promise<SuiteOutcome> {
  return runSuites(suites, { LC_ALL: locale, FC_RUNS: "20" }, script);
}

describe("L10N-01: the language of the machine", () => {
  const locales: [locale: string, number: string][] = [
    ["tr_TR.UTF-8", "1.234,5"],
    ["ar_EG.UTF-8", "١٬٢٣٤٫٥"],
  ];

  it("has no part in what machines read", async () => {
    const outcomes = await Promise.all(locales.map(([locale]) => runIn(locale)));
    const [passes = 0] = outcomes.map((outcome) => outcome.passes);
    assert.ok(passes > 100);
    const expected = locales.map(([, written]) => ({ passes, failures: [], written }));
    assert.deepEqual(outcomes, expected);
  }).timeout(60_000);
});
