import assert from "node:assert/strict";
import fc from "fast-check";
import {
  composedOfPath,
  composedPath,
  maxParts,
  seriesOfKey,
} from "../../../src/shared/composedPlace";
import { placeOfPath, type SeriesTarget, targetPath } from "../../../src/shared/place";
import { forecastRef, panelRef, signalRef } from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { runs } from "../../support/propertyRuns";
import { placedSeries } from "../../support/references";

const inflation = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;

function inflationOf(country: string, connection = "acme"): SeriesTarget {
  return {
    connectionId: connection,
    reference: signalRef({ ...inflation, tags: { country_iso: country } }),
  };
}

const forecast: SeriesTarget = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};
const [us, de, fr] = ["US", "DE", "FR"].map((country) => inflationOf(country));
assert.ok(us !== undefined && de !== undefined && fr !== undefined);

const composed: fc.Arbitrary<SeriesTarget[]> = fc.uniqueArray(placedSeries, {
  minLength: 2,
  maxLength: 6,
  selector: targetPath,
});

describe("composedPath", () => {
  const segmentOf = (country: string, connection = "acme"): string =>
    `${connection}%2Fsignals%2FINFL%2F2%2Fcountry_iso%3D${country}%2FSNAP%2Flatest`;
  const cases: [parts: readonly SeriesTarget[], path: string][] = [
    [[us, de], `/~/${segmentOf("US")}/${segmentOf("DE")}/INFL US + INFL DE.chart`],
    [[de, us], `/~/${segmentOf("DE")}/${segmentOf("US")}/INFL DE + INFL US.chart`],
    [
      [us, de, fr],
      `/~/${segmentOf("US")}/${segmentOf("DE")}/${segmentOf("FR")}/INFL US + 2 more.chart`,
    ],
    [
      [us, forecast],
      `/~/${segmentOf("US")}/sample%2Fforecasts%2FSPX%2FUSD%2F12 Months/SAMPLE INFL US + SPX USD 12 Months.chart`,
    ],
    [
      [us, inflationOf("US", "other")],
      `/~/${segmentOf("US")}/${segmentOf("US", "other")}/INFL US + INFL US.chart`,
    ],
  ];
  for (const [parts, path] of cases) {
    it(`writes ${path}`, () => {
      assert.equal(composedPath(parts), path);
      assert.deepEqual(composedOfPath(path), parts);
    });
  }

  const nameOf = (parts: readonly SeriesTarget[]): string =>
    composedPath(parts).split("/").at(-1) ?? "";

  it("ends in a readable name of at most 40 characters, whatever the series are called", () => {
    const market = (name: string, connectionId = "acme"): SeriesTarget => ({
      connectionId,
      reference: forecastRef({ market: name, currency: "USD", horizon: "1Y" }),
    });
    const hindi = "हिन्दी".repeat(20);
    const names: [parts: readonly SeriesTarget[], name: string][] = [
      [[market("S&P 500"), market("EUR/USD")], "S&P 500 USD 1Y + EUR-USD USD 1Y.chart"],
      [[market("a\\b"), market("50%")], "a-b USD 1Y + 50% USD 1Y.chart"],
      [[market("x".repeat(99)), us], `${"x".repeat(30)}… + 1 more.chart`],
      [[market("x".repeat(99), "sample"), us, de], `SAMPLE ${"x".repeat(23)}… + 2 more.chart`],
      [[market(hindi), market(hindi, "other")], `${hindi.slice(0, 30)}… + 1 more.chart`],
    ];
    for (const [parts, name] of names) assert.equal(nameOf(parts), name);
    fc.assert(
      fc.property(composed, (parts) => {
        const name = nameOf(parts);
        assert.ok(Array.from(name).length <= 40 + ".chart".length, name);
        assert.doesNotMatch(name, /[\p{Control}\\/]/u);
      }),
      { numRuns: runs(200) },
    );
  });

  it("still opens the paths whose last segment has encoded names", () => {
    const [first, second] = ["acme", "sample"].map((connectionId) => ({
      connectionId,
      reference: forecastRef({ market: "S&P 500", currency: "USD", horizon: "12 Months" }),
    }));
    assert.ok(first !== undefined && second !== undefined);
    const segment = "forecasts%2FS%2526P 500%2FUSD%2F12 Months";
    const old = `/~/acme%2F${segment}/sample%2F${segment}/SAMPLE S%26P 500 USD 12 Months + S%26P 500 USD 12 Months.chart`;
    assert.deepEqual(composedOfPath(old), [first, second]);
    assert.notEqual(composedPath([first, second]), old);
    assert.equal(composedOfPath(old.replace(" + S%26P", " + T%26P")), undefined);
  });

  it("refuses what is no chart of several series", () => {
    const many = Array.from({ length: maxParts + 1 }, (_, index) => inflationOf(`C${index}`));
    assert.equal(composedOfPath(composedPath(many.slice(1)))?.length, maxParts);
    for (const parts of [[], [us], [us, de, us], many, [us, inflationOf("US", "Acme")]]) {
      assert.throws(() => composedPath(parts), RangeError);
    }
  });

  it("survives the round trip and shares its text with no other place (SEC-08)", () => {
    fc.assert(
      fc.property(composed, (parts) => {
        const path = composedPath(parts);
        assert.deepEqual(composedOfPath(path), parts);
        assert.equal(path.split("/").length, parts.length + 3);
        assert.equal(placeOfPath(path), undefined);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("composedOfPath", () => {
  const good = composedPath([us, de]);
  const panel = panelRef({ ...inflation, tags: { country_iso: "*" } });
  const panelText = `acme%2F${referencePath(panel).replaceAll("/", "%2F").replaceAll("=", "%3D")}`;
  const strangers = [
    "",
    "/~",
    "/~/",
    "/~/.vscode/settings.json",
    "/.vscode/settings.json",
    `${good}/.vscode/tasks.json`,
    good.slice(1),
    good.replace("/~", "/~~"),
    good.replace("/~", "/acme"),
    good.replace(".chart", ".csv"),
    good.replace("INFL US + INFL DE", "INFL US"),
    good.replace("country_iso%3DDE", "country_iso%3DUS").replace("INFL DE", "INFL US"),
    good.replace("%2Fsignals", "/signals"),
    good.replace("%2Fsignals", "%2fsignals"),
    good.replace("country_iso%3DUS", "country_iso=US"),
    good.replace("acme%2F", "Acme%2F"),
    good.replace("INFL%2F2", "INFL%2F02"),
    good.replace("latest", "Latest"),
    good.replace("latest", "latest%2F2020-01-01.."),
    good.replace(/acme[^/]*DE[^/]*/, panelText.replaceAll("*", "%2A")),
  ];
  for (const path of strangers) {
    it(`finds nothing at «${path}»`, () => assert.equal(composedOfPath(path), undefined));
  }

  it("finds nothing at one series alone", () => {
    const [, , only = ""] = good.split("/");
    assert.equal(composedOfPath(`/~/${only}/INFL US.chart`), undefined);
  });
});

describe("seriesOfKey", () => {
  it("reads what targetPath writes", () => {
    fc.assert(
      fc.property(placedSeries, (series) => {
        assert.deepEqual(seriesOfKey(targetPath(series)), series);
      }),
      { numRuns: runs() },
    );
  });

  it("knows no other text", () => {
    for (const key of ["", "acme", "/signals/INFL", `acme/${referencePath(us.reference)}/x`]) {
      assert.equal(seriesOfKey(key), undefined);
    }
  });
});
