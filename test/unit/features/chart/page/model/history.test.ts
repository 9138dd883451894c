import assert from "node:assert/strict";
import { defaultViewState } from "../../../../../../src/features/chart/model/viewState";
import {
  historySentences,
  shownHistory,
} from "../../../../../../src/features/chart/page/model/history";
import { day } from "../../../../../support/chartFrames";
import { partOf, signalData } from "../../../../../support/chartParts";

const on = day("2024-01-31");

/** The sentences for the values of three month ends, and of FIT. */
function sentencesOf(values: readonly (number | null)[], fit: number | null): string {
  const dataOf = (value: number | null): ReturnType<typeof signalData> =>
    signalData({ Aggregate: [value] }, { days: Int32Array.of(on) });
  const vintages = values.map((value, at) => {
    const asOf = `2024${["0131", "0229", "0331"][at]}T235959Z`;
    return partOf(dataOf(value), { id: asOf, identity: { asOf } });
  });
  const other = partOf(dataOf(fit), { id: "FIT", identity: { dataKind: "FIT" } });
  const found = shownHistory([...vintages, other], { ...defaultViewState, history: on });
  return historySentences(found ?? assert.fail()).join(" ");
}

describe("the sentences of a day's history", () => {
  const cases: [what: string, values: (number | null)[], fit: number | null, text: string][] = [
    [
      "names the first print where FIT equals it, and a lower bound of the revisions",
      [null, 0.5, 0.4],
      0.5,
      "First print +0.50, as of 29 Feb 2024. Changed at least once; now +0.40. FIT: +0.50.",
    ],
    [
      "names no first print where FIT is unknown",
      [0.5, 0.4, 0.3],
      null,
      "Earliest of these vintages: +0.50, as of 31 Jan 2024. Changed at least 2 times; now +0.30.",
    ],
    [
      "states that a day was revised before the earliest vintage",
      [null, 0.5, 0.5],
      0.6,
      "Earliest of these vintages: +0.50, as of 29 Feb 2024. No change among these vintages. FIT: +0.60, so it was revised before 29 Feb 2024.",
    ],
    [
      "distinguishes a difference that the digits do not show from none",
      [0.5, 0.502, 0.502],
      0.501,
      "Earliest of these vintages: +0.50, as of 31 Jan 2024. No change of 0.005 or more among these vintages. One change is smaller than 0.005. FIT: +0.50, less than 0.005 away, so it was revised before 31 Jan 2024.",
    ],
  ];
  for (const [what, values, fit, text] of cases) {
    it(what, () => assert.equal(sentencesOf(values, fit), text));
  }
});
