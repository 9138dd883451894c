import assert from "node:assert/strict";
import fc from "fast-check";
import { type SetSubject, setName } from "../../../src/data/setName";
import { endOfDay, instantOfText } from "../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { isSafeFileName } from "../../support/safeFileName";
import { runs } from "../../support/propertyRuns";
import { forecastRefs, signalRefs } from "../../support/references";

const retrievedAt = instantOfText("20261120T140501Z") ?? assert.fail();
const asOf = endOfDay(19_902);
const signal = (tags: Record<string, string>, code = "INFL"): SeriesRef =>
  signalRef({ code, version: 2, tags, dataKind: "FIT", asOf });
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

const subject = (references: readonly SeriesRef[], more: Partial<SetSubject> = {}): SetSubject => ({
  series: references.map((reference) => ({ reference, retrievedAt })),
  isSample: false,
  ...more,
});

const us = signal({ country_iso: "US" });
const de = signal({ country_iso: "DE" });

describe("setName", () => {
  const cases: [what: string, subject: SetSubject, name: RegExp][] = [
    [
      "variants of one signal",
      subject([us, de]),
      /^INFL-v2_country_iso-2-values_FIT_asof-20240628_id-[0-9a-f]{10}\.csv$/,
    ],
    [
      "variants of which one tag is held",
      subject([
        signal({ country_iso: "US", sector: "Health Care" }),
        signal({ country_iso: "DE", sector: "Health Care" }),
      ]),
      /^INFL-v2_country_iso-2-values_sector-Health-Care_FIT_asof-20240628_id-\w{10}\.csv$/,
    ],
    [
      "several signals",
      subject([us, signal({ country_iso: "US" }, "GROWTH")]),
      /^macro-signals_2-series_asof-20240628_id-\w{10}\.csv$/,
    ],
    [
      "signals and forecasts",
      subject([us, spx]),
      /^macro-signals_2-series_asof-20240628_retrieved-20261120T140501Z_id-\w{10}\.csv$/,
    ],
    [
      "a wide table of sample data",
      subject([us, de], { wideColumn: "Level", isSample: true }),
      /^SAMPLE_INFL-v2_country_iso-2-values_FIT_wide-Level_asof-20240628_id-\w{10}\.csv$/,
    ],
  ];
  for (const [what, named, name] of cases) {
    it(`names ${what}`, () => assert.match(setName(named, "csv"), name));
  }

  it("is the same in whatever order the series were chosen", () => {
    assert.equal(setName(subject([us, de]), "csv"), setName(subject([de, us]), "csv"));
  });

  const references = fc.oneof(signalRefs, forecastRefs);
  const subjects: fc.Arbitrary<SetSubject> = fc
    .record({
      references: fc.uniqueArray(references, { selector: referencePath, minLength: 2 }),
      wide: fc.oneof(fc.constant({}), fc.record({ wideColumn: fc.string({ unit: "binary" }) })),
      isSample: fc.boolean(),
    })
    .map(({ references: held, wide, isSample }) => subject(held, { ...wide, isSample }));

  it("is one safe name of at most 120 characters, whatever the service calls things (SEC-19)", () => {
    fc.assert(
      fc.property(subjects, fc.constantFrom("csv", "json", "parquet"), (named, format) =>
        isSafeFileName(setName(named, format), format),
      ),
      { numRuns: runs() },
    );
  });

  it("differs for different subjects, also where case does not count (SEC-19)", () => {
    const identity = ({ series, ...others }: SetSubject): string =>
      JSON.stringify([series.map(({ reference }) => referencePath(reference)).sort(), others]);
    fc.assert(
      fc.property(subjects, subjects, (one, other) => {
        const isSame = setName(one, "csv").toLowerCase() === setName(other, "csv").toLowerCase();
        return isSame === (identity(one) === identity(other));
      }),
      { numRuns: runs() },
    );
  });
});
