import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type CoverageSubject,
  type VariantDays,
  coverageOf,
  coverageSummary,
} from "../../../src/data/coverage";
import { dayOfIso } from "../../../src/shared/day";
import { endOfDay } from "../../../src/shared/instant";
import { type PanelRef, type SignalRef, signalRef } from "../../../src/shared/reference";
import { noRepairs } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

const dayOf = (iso: string): number => dayOfIso(iso) ?? Number.NaN;
const asOf = endOfDay(dayOf("2024-01-12"));
const signal = (country: string): SignalRef =>
  signalRef({ code: "INFL", version: 2, tags: { country_iso: country }, dataKind: "FIT", asOf });
const reference: PanelRef & { asOf: typeof asOf } = {
  family: "panel",
  code: "INFL",
  version: 2,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf,
};

/** A panel of the days with a value of each country. */
function panelOf(
  days: Readonly<Record<string, readonly number[]>>,
  others: Partial<Pick<CoverageSubject, "missing" | "failed">> = {},
): CoverageSubject {
  const variants = Object.entries(days).map(([country, each]) => ({
    reference: signal(country),
    observed: Int32Array.from(each),
    rows: each.length + 2,
    repairs: { ...noRepairs, duplicateRows: each.length, leftOutColumns: ["x"] },
  }));
  return { reference, variants, missing: [], failed: [], ...others };
}

const example = panelOf(
  {
    US: ["2024-01-01", "2024-01-02", "2024-01-03", "2024-01-05", "2024-01-08", "2024-01-09"].map(
      dayOf,
    ),
    DE: ["2023-12-29", "2024-01-02", "2024-01-08"].map(dayOf),
    JP: ["2024-01-09"].map(dayOf),
    BR: [],
  },
  { missing: [signal("FR")], failed: [{ reference: signal("GB") }] },
);

describe("coverageOf", () => {
  it("tells first and last day, gaps, lag and unevenness of each variant", () => {
    // pandas 3.0.6: days of u = f.d.drop_duplicates() from g.d.min() to g.d.max(), less g.d.nunique(), by country;
    // NumPy 2.4.6: numpy.busday_count(last + 1, asof + 1)
    const expected: [country: string, ...Values][] = [
      ["DE", "2023-12-29", "2024-01-08", 3, 4, true],
      ["JP", "2024-01-09", "2024-01-09", 0, 3, false],
      ["US", "2024-01-01", "2024-01-09", 0, 3, false],
    ];
    const covered = coverageOf(example).variants.filter(({ status }) => status === "ok");
    assert.deepEqual(
      covered.map(({ tags, days }) => [tags, days]),
      expected.map(([country, ...values]) => [{ country_iso: country }, daysOf(values)]),
    );
  });

  it("lists every variant once, sorted, with what became of it", () => {
    assert.deepEqual(
      coverageOf(example).variants.map(({ tags, status, rows }) => [
        tags["country_iso"],
        status,
        rows,
      ]),
      [
        ["BR", "no data", 2],
        ["DE", "ok", 5],
        ["FR", "no data", 0],
        ["GB", "failed", 0],
        ["JP", "ok", 3],
        ["US", "ok", 8],
      ],
    );
  });

  it("counts days only as gaps that another variant has", () => {
    const monthly = [19_753, 19_782, 19_813, 19_843];
    const { variants } = coverageOf(panelOf({ US: monthly, DE: monthly.slice(1) }));
    assert.deepEqual(
      variants.map(({ days }) => days?.gaps),
      [0, 0],
    );
  });

  it("has no days where no variant has a value", () => {
    const { variants } = coverageOf(panelOf({ US: [], DE: [] }));
    assert.deepEqual(
      variants.map(({ status, days }) => [status, days]),
      [
        ["no data", undefined],
        ["no data", undefined],
      ],
    );
    assert.deepEqual(coverageOf(panelOf({})).variants, []);
  });

  it("counts for each variant as many days as any variant has between its ends", () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 19_000, max: 19_060 }), { maxLength: 30 })
      .map((each) => each.sort((a, b) => a - b));
    fc.assert(
      fc.property(fc.array(days, { maxLength: 5 }), (all) => {
        const union = [...new Set(all.flat())];
        const panel = panelOf(Object.fromEntries(all.map((each, at) => [`C${at}`, each])));
        const before = structuredClone(panel);
        const { variants } = coverageOf(panel);
        assert.deepEqual(panel, before);
        assert.deepEqual(
          variants.map(({ days: own }) => own?.gaps),
          all.map((each) => {
            const [first, last] = [each[0], each.at(-1)];
            if (first === undefined || last === undefined) return undefined;
            return union.filter((day) => day >= first && day <= last && !each.includes(day)).length;
          }),
        );
      }),
      { numRuns: runs() },
    );
  });
});

describe("coverageSummary", () => {
  it("counts the variants of each status and names the days of all together", () => {
    assert.deepEqual(coverageSummary(coverageOf(example)), {
      ok: 3,
      noData: 2,
      failed: 1,
      uneven: 1,
      withGaps: 1,
      firstDay: dayOf("2023-12-29"),
      lastDay: dayOf("2024-01-09"),
      lagBusinessDays: 3,
      repairs: { ...noRepairs, duplicateRows: 10, leftOutColumns: ["x"] },
    });
  });

  it("has no days without data", () => {
    const summary = coverageSummary(coverageOf(panelOf({ US: [] })));
    const { firstDay, lastDay, lagBusinessDays } = summary;
    assert.deepEqual([firstDay, lastDay, lagBusinessDays], [undefined, undefined, undefined]);
  });
});

type Values = [first: string, last: string, gaps: number, lag: number, isUneven: boolean];

function daysOf([first, last, gaps, lagBusinessDays, isUneven]: Values): VariantDays {
  return { firstDay: dayOf(first), lastDay: dayOf(last), gaps, lagBusinessDays, isUneven };
}
