import assert from "node:assert/strict";
import {
  isFileOfLine,
  otherTimeOfFile,
  timeOfFile,
} from "../../../../../src/features/notebook/code/fileOfLine";
import { parseReferenceLine, type ReferenceLine } from "../../../../../src/shared/referenceLine";

const series = "signals/INFL/2/country_iso=US/FIT";
const reference = `${series}/20240628T235959Z`;
const file = "data/SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628.csv";
const otherFile = file.replace("20240628", "20261121T130303Z");

function lineOf(text: string): ReferenceLine {
  const line = parseReferenceLine(`# macro-signals: ${text} @ sample`);
  assert.ok(line);
  return line;
}

describe("the file of a reference line", () => {
  const line = lineOf(reference);

  it("tells another as-of than the line by a name of the line's own series alone", () => {
    assert.equal(otherTimeOfFile(file, line), undefined);
    assert.equal(otherTimeOfFile(otherFile, line), "20261121T130303Z");
    for (const name of [
      otherFile.replace("INFL", "GROWTH"),
      otherFile.replace("SAMPLE_", ""),
      otherFile.replace("FIT", "SNAP"),
      "data/mine.csv",
    ]) {
      assert.equal(otherTimeOfFile(name, line), undefined, name);
    }
  });

  it("tells another as-of than the line of a panel, of the same sets alone", () => {
    const panel = lineOf("signals/INFL/2/country_iso=*/FIT/20240628T235959Z");
    const name = "data/SAMPLE_INFL-v2_country_iso-all_FIT_asof-20240628.parquet";
    const other = name.replace("20240628", "20261121T130303Z");
    assert.equal(timeOfFile(name, panel), "20240628T235959Z");
    assert.equal(otherTimeOfFile(name, panel), undefined);
    assert.equal(otherTimeOfFile(other, panel), "20261121T130303Z");
    assert.equal(timeOfFile(other, lineOf(reference)), undefined);
  });

  it("is named after the time of retrieval where the line has no as-of to compare it with", () => {
    const forecast = lineOf("forecasts/SPX/USD/12 Months");
    const name = "data/SAMPLE_SPX_USD_12-Months_retrieved-20261120T140501Z.csv";
    assert.equal(timeOfFile(name, forecast), "20261120T140501Z");
    assert.equal(otherTimeOfFile(name, forecast), undefined);
    assert.equal(otherTimeOfFile(otherFile, lineOf(`${series}/latest`)), undefined);
    assert.ok(isFileOfLine(name, undefined, forecast));
  });

  const own = { reference, service: "sample" };
  const cases: [when: string, path: string, origin: typeof own | undefined, is: boolean][] = [
    ["its name says the same", file, undefined, true],
    ["its name says another as-of", otherFile, undefined, false],
    ["its name says nothing", "data/mine.csv", undefined, false],
    ["it says the same itself under another name", "mine.parquet", own, true],
    ["its name says another than itself", otherFile, own, false],
    [
      "it says another as-of than its name",
      file,
      { ...own, reference: `${series}/20261121T130303Z` },
      false,
    ],
    ["it is of another service", file, { ...own, service: "https://other.example/" }, false],
  ];
  for (const [when, path, origin, is] of cases) {
    it(`is ${is ? "" : "not "}what the line tells of when ${when}`, () => {
      assert.equal(isFileOfLine(path, origin, line), is);
    });
  }
});
