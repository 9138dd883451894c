import assert from "node:assert/strict";
import { type TagValues } from "../../../src/shared/reference";
import { latestColumnsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";

/** What is asked for, pair by pair, and what is told of it. */
function labelsOf(all: readonly TagValues[]): { asked: string[]; told: (string | undefined)[] } {
  const asked: string[] = [];
  const records = all.map((tags) => latestRecord({ tags }));
  const { labels } = latestColumnsOf(records, (field, value) => {
    asked.push(`${field} ${value}`);
    return value === "US" ? `${field} of the US` : value;
  });
  return { asked, told: labels.map(({ label }) => label) };
}

describe("tagLabels", () => {
  it("asks for each value of each field once", () => {
    const us = { country_iso: "US", currency_iso: "US", region_name: "US" };
    const { asked, told } = labelsOf([us, { country_iso: "DE" }, us]);
    assert.deepEqual(asked, [
      "country_iso US",
      "currency_iso US",
      "region_name US",
      "country_iso DE",
    ]);
    assert.deepEqual(told, [
      "country_iso of the US",
      "currency_iso of the US",
      "region_name of the US",
    ]);
  });

  it("needs little memory for fields of which each record has one of its own", () => {
    const count = 100_000;
    const { asked } = labelsOf(
      Array.from({ length: count }, (_, at) => ({ [`f${at}_name`]: `v${at}` })),
    );
    assert.equal(asked.length, count);
  });
});
