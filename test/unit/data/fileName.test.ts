import assert from "node:assert/strict";
import fc from "fast-check";
import { type FileSubject, fileName, timeInFileName } from "../../../src/data/fileName";
import { dayOfIso } from "../../../src/shared/day";
import { type Instant, instantOfText } from "../../../src/shared/instant";
import { type SeriesRef, forecastRef, signalRef } from "../../../src/shared/reference";
import { isSafeFileName } from "../../support/safeFileName";
import { runs } from "../../support/propertyRuns";
import { forecastRefs, signalRefs, slices } from "../../support/references";

function instant(text: string): Instant {
  const found = instantOfText(text);
  assert.ok(found !== undefined);
  return found;
}

const retrievedAt = instant("20261120T140501Z");
const inflation = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "FIT",
  asOf: instant("20240628T235959Z"),
});
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

function subject(reference: SeriesRef, more: Partial<FileSubject> = {}): FileSubject {
  return { reference, retrievedAt, isSample: false, ...more };
}

const subjects: fc.Arbitrary<FileSubject> = fc
  .record({
    reference: fc.oneof(signalRefs, forecastRefs),
    isSample: fc.boolean(),
    slice: fc.oneof(fc.constant({}), slices),
  })
  .map((parts) => ({ ...parts, retrievedAt }));

describe("fileName", () => {
  const from = dayOfIso("2020-01-01");
  const to = dayOfIso("2020-12-31");
  assert.ok(from !== undefined && to !== undefined);
  const cases: [what: string, subject: FileSubject, name: string][] = [
    ["a signal", subject(inflation), "INFL-v2_country_iso-US_FIT_asof-20240628.csv"],
    [
      "a time of the day",
      subject({ ...inflation, asOf: retrievedAt }),
      "INFL-v2_country_iso-US_FIT_asof-20261120T140501Z.csv",
    ],
    [
      "the latest by when it was retrieved",
      subject({ ...inflation, asOf: "latest" }),
      "INFL-v2_country_iso-US_FIT_latest-retrieved-20261120T140501Z.csv",
    ],
    ["a forecast", subject(spx), "SPX_USD_12-Months_retrieved-20261120T140501Z.csv"],
    [
      "sample data",
      subject(spx, { isSample: true }),
      "SAMPLE_SPX_USD_12-Months_retrieved-20261120T140501Z.csv",
    ],
    [
      "several tags",
      subject({ ...inflation, tags: { country_iso: "US", sector: "Health Care" } }),
      "INFL-v2_country_iso-US_sector-Health-Care_FIT_asof-20240628.csv",
    ],
    ["no tags", subject({ ...inflation, tags: {} }), "INFL-v2_FIT_asof-20240628.csv"],
    [
      "a slice",
      subject(inflation, { slice: { from, to } }),
      "INFL-v2_country_iso-US_FIT_asof-20240628_from-20200101_to-20201231.csv",
    ],
  ];
  for (const [what, named, name] of cases) {
    it(`names ${what}`, () => {
      assert.equal(fileName(named, "csv"), name);
    });
  }

  it("ends with a digest where characters were lost", () => {
    const istanbul = subject(signalRef({ ...inflation, tags: { city: "İstanbul" } }));
    assert.match(
      fileName(istanbul, "parquet"),
      /^INFL-v2_city-Istanbul_FIT_asof-20240628_id-[0-9a-f]{10}\.parquet$/,
    );
  });

  it("tells texts apart that differ in what a name cannot show (SEC-19)", () => {
    const alike = ["12 Months", "12-Months", "12 months", "12  Months", "12/Months", "12 Months "];
    const names = alike.map((horizon) =>
      fileName(subject(forecastRef({ ...spx, horizon })), "csv"),
    );
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, alike.length);
  });

  it("tells tags apart whose joined text is the same (SEC-19)", () => {
    const together = signalRef({ ...inflation, tags: { a: "X_b-Y" } });
    const apart = signalRef({ ...inflation, tags: { a: "X", b: "Y" } });
    assert.notEqual(fileName(subject(together), "csv"), fileName(subject(apart), "csv"));
  });

  it("is one safe name of at most 120 characters, whatever the service calls things (SEC-19)", () => {
    fc.assert(
      fc.property(subjects, fc.constantFrom("csv", "json", "parquet"), (named, format) =>
        isSafeFileName(fileName(named, format), format),
      ),
      { numRuns: runs() },
    );
  });

  it("differs for different subjects, also where case does not count (SEC-19)", () => {
    const identity = ({ reference, slice = {}, isSample }: FileSubject): string =>
      JSON.stringify([reference, Object.entries(slice).sort(), isSample]);
    fc.assert(
      fc.property(subjects, subjects, (one, other) => {
        const [a, b] = [one, other].map((each) => fileName(each, "csv").toLowerCase());
        return (a === b) === (identity(one) === identity(other));
      }),
      { numRuns: runs() },
    );
  });

  it("has a day for the time of a forecast that was retrieved at its end", () => {
    const named = subject(spx, { retrievedAt: instant("20261121T235959Z") });
    assert.equal(fileName(named, "csv"), "SPX_USD_12-Months_retrieved-20261121.csv");
  });

  it("has a part of the values' digest where the usual name is taken", () => {
    const named = subject(inflation, { valuesDigest: "0123456789abcdef" });
    assert.equal(
      fileName(named, "csv"),
      "INFL-v2_country_iso-US_FIT_asof-20240628_values-0123456789.csv",
    );
  });
});

describe("timeInFileName", () => {
  const other = instant("20250103T235959Z");
  const digests = fc.option(fc.constant("0123456789abcdef"), { nil: undefined });

  it("finds the as-of or the time of retrieval in the names of a series' files", () => {
    fc.assert(
      fc.property(subjects, digests, (named, digest) => {
        const { reference } = named;
        const isSignal = reference.family === "signal";
        const dated = {
          ...named,
          ...(isSignal ? { reference: { ...reference, asOf: other } } : { retrievedAt: other }),
          ...(digest === undefined ? {} : { valuesDigest: digest }),
        };
        return timeInFileName(fileName(dated, "csv"), named, "csv") === other;
      }),
      { numRuns: runs() },
    );
  });

  it("finds none in the names of other series, formats and files", () => {
    const others: [name: string, named: FileSubject][] = [
      ["INFL-v2_country_iso-DE_FIT_asof-20240628.csv", subject(inflation)],
      ["INFL-v2_country_iso-US_SNAP_asof-20240628.csv", subject(inflation)],
      ["INFL-v2_country_iso-US_FIT_asof-20240628.parquet", subject(inflation)],
      ["INFL-v2_country_iso-US_FIT_asof-20241328.csv", subject(inflation)],
      ["SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628.csv", subject(inflation)],
      ["INFL-v2_country_iso-US_FIT_asof-20240628 (1).csv", subject(inflation)],
      ["notes.csv", subject(spx)],
    ];
    for (const [name, named] of others) {
      assert.equal(timeInFileName(name, named, "csv"), undefined, name);
    }
  });

  it("takes what a service calls a thing for no time", () => {
    const tags = { "a_asof-20200101_b": "x", c_asof: "20200202" };
    const named = subject(signalRef({ ...inflation, tags }));
    assert.equal(timeInFileName(fileName(named, "csv"), named, "csv"), "20240628T235959Z");
  });
});
