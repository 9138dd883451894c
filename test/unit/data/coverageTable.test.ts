import assert from "node:assert/strict";
import { type Coverage } from "../../../src/data/coverage";
import { toCoverageCsv, toCoverageMarkdown } from "../../../src/data/coverageTable";
import { dayOfIso } from "../../../src/shared/day";
import { noRepairs } from "../../support/frames";

const days = {
  firstDay: dayOfIso("2023-12-29") ?? Number.NaN,
  lastDay: dayOfIso("2024-01-08") ?? Number.NaN,
  gaps: 3,
  lagBusinessDays: 4,
  isUneven: true,
};
const coverage: Coverage = {
  tagKinds: ["country_iso", "status"],
  variants: [
    { tags: { country_iso: "DE", status: 'on, "off"' }, status: "ok", rows: 5, days },
    { tags: { country_iso: "JP", status: "1" }, status: "failed", rows: 0 },
  ],
  repairs: noRepairs,
};
const words = {
  firstDay: "First Day",
  lastDay: "Last Day",
  rows: "Rows",
  gaps: "Gaps",
  lagBusinessDays: "Lag",
  status: "Status",
  statuses: {
    ok: "complete",
    uneven: "ends early",
    "no data": "no data",
    failed: "failed|again",
  },
  tagValue: (kind: string, value: string) => (kind === "country_iso" ? `the ${value}` : value),
};

describe("toCoverageCsv", () => {
  it("has a line for each variant, and a number behind a tag kind that has the name of a column", () => {
    assert.equal(
      toCoverageCsv(coverage),
      [
        "country_iso,status_2,first_day,last_day,rows,gaps,lag_business_days,uneven,status",
        'DE,"on, ""off""",2023-12-29,2024-01-08,5,3,4,true,ok',
        'JP,"1",,,0,,,,failed',
        "",
      ].join("\n"),
    );
  });
});

describe("toCoverageMarkdown", () => {
  it("is a table in the words of people, numbers to the right", () => {
    assert.equal(
      toCoverageMarkdown(coverage, words),
      [
        "| country_iso | status    | First Day  | Last Day   | Rows | Gaps | Lag | Status        |",
        "| ----------- | --------- | ---------- | ---------- | ---: | ---: | --: | ------------- |",
        '| the DE      | on, "off" | 2023-12-29 | 2024-01-08 |    5 |    3 |   4 | ends early    |',
        "| the JP      | 1         |            |            |    0 |      |     | failed\\|again |",
        "",
      ].join("\n"),
    );
  });

  it("leaves out the tag kinds that all variants share, unless no other is there", () => {
    const held = coverage.variants.map((each) => ({
      ...each,
      tags: { ...each.tags, country_iso: "DE" },
    }));
    const headOf = (variants: Coverage["variants"]): string | undefined =>
      toCoverageMarkdown({ ...coverage, variants }, words).split("\n", 1)[0];
    assert.match(headOf(held) ?? "", /^\| status +\| First Day/);
    assert.match(headOf(held.slice(0, 1)) ?? "", /^\| country_iso \| status +\| First Day/);
  });
});
