import assert from "node:assert/strict";
import fc from "fast-check";
import { URI } from "vscode-uri";
import { type Instant } from "../../../src/shared/instant";
import {
  type Place,
  placeOfPath,
  placeOfUri,
  placePath,
  placeUri,
} from "../../../src/shared/place";
import { forecastRef, panelRef, signalRef } from "../../../src/shared/reference";
import { names, places } from "../../support/references";
import { runs } from "../../support/propertyRuns";

const inflation = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;
const energy = signalRef({ ...inflation, tags: { sector: "Energy", country_iso: "US" } });
const panel = panelRef({
  ...inflation,
  dataKind: "FIT",
  asOf: "20240628T235959Z" as Instant,
  tags: { country_iso: ["US", "DE"] },
});
const wildcard = panelRef({ ...inflation, tags: { country_iso: "*", sector: ["Energy"] } });
const many = panelRef({ ...inflation, tags: { country_iso: ["US", "DE", "FR", "IT", "ES"] } });
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const odd = signalRef({ ...inflation, code: ".a/b*ü%. ", tags: { k: "" } });

describe("placePath", () => {
  const cases: [place: Place, path: string][] = [
    [
      { connectionId: "sample", reference: energy, form: "csv" },
      "/sample/signals/INFL/2/country_iso=US,sector=Energy/SNAP/latest/SAMPLE INFL US Energy.csv",
    ],
    [
      {
        connectionId: "acme",
        reference: panel,
        slice: { from: 18_262, to: 18_627 },
        form: "csv",
      },
      "/acme/signals/INFL/2/country_iso=US+DE/FIT/20240628T235959Z/2020-01-01..2020-12-31/INFL US+DE FIT 2024-06-28.csv",
    ],
    [
      { connectionId: "acme", reference: forecast, form: "chart" },
      "/acme/forecasts/SPX/USD/12 Months/SPX USD 12 Months.chart",
    ],
    [
      { connectionId: "acme", reference: wildcard, slice: { columns: ["Level"] }, form: "json" },
      "/acme/signals/INFL/2/country_iso=*,sector=Energy/SNAP/latest/cols=Level/INFL all country_iso Energy wide Level.json",
    ],
    [
      { connectionId: "acme", reference: wildcard, slice: { columns: ["Level"] }, form: "chart" },
      "/acme/signals/INFL/2/country_iso=*,sector=Energy/SNAP/latest/cols=Level/INFL all country_iso Energy.chart",
    ],
    [
      { connectionId: "acme", reference: wildcard, slice: { columns: ["A", "B"] }, form: "csv" },
      "/acme/signals/INFL/2/country_iso=*,sector=Energy/SNAP/latest/cols=A,B/INFL all country_iso Energy.csv",
    ],
    [
      { connectionId: "acme", reference: energy, slice: { columns: ["Level"] }, form: "csv" },
      "/acme/signals/INFL/2/country_iso=US,sector=Energy/SNAP/latest/cols=Level/INFL US Energy.csv",
    ],
    [
      { connectionId: "acme", reference: many, slice: { from: 18_262 }, form: "csv" },
      "/acme/signals/INFL/2/country_iso=US+DE+FR+IT+ES/SNAP/latest/2020-01-01../INFL 5 country_iso.csv",
    ],
    [
      { connectionId: "acme", reference: odd, form: "csv" },
      "/acme/signals/%2Ea%2Fb%2Aü%25.%20/2/k=%00/SNAP/latest/%2Ea%2Fb%2Aü%25.%20 %00.csv",
    ],
  ];
  for (const [place, path] of cases) {
    it(`writes ${path}`, () => {
      assert.equal(placePath(place), path);
      assert.deepEqual(placeOfPath(path), place);
    });
  }

  it("cuts long values in the name, not in the path", () => {
    const reference = forecastRef({ market: "M".repeat(80), currency: "USD", horizon: "1 Year" });
    const path = placePath({ connectionId: "acme", reference, form: "csv" });
    assert.ok(path.includes(`/${"M".repeat(80)}/`));
    assert.ok(path.endsWith(`/${"M".repeat(60)} USD 1 Year.csv`));
  });

  it("refuses what is no place", () => {
    const place = { connectionId: "acme", reference: energy, form: "csv" } as const;
    for (const connection of ["", "Acme", "a/b", "a".repeat(33), ".."]) {
      assert.throws(() => placePath({ ...place, connectionId: connection }), RangeError);
    }
    assert.throws(() => placePath({ ...place, slice: { from: 2, to: 1 } }), RangeError);
    assert.throws(() => placePath({ ...place, slice: { columns: ["A", "A"] } }), RangeError);
  });
});

describe("a place", () => {
  it("survives the round trip through its path and its URI (SEC-08)", () => {
    fc.assert(
      fc.property(places, (place) => {
        assert.deepEqual(placeOfPath(placePath(place)), place);
        assert.deepEqual(placeOfUri(placeUri(place)), place);
      }),
      { numRuns: runs() },
    );
  });

  it("shares its text with no other place", () => {
    const texts = new Map<string, Place>();
    fc.assert(
      fc.property(places, (place) => {
        const known = texts.get(placePath(place));
        assert.deepEqual(known ?? place, place);
        texts.set(placePath(place), place);
      }),
      { numRuns: runs() },
    );
  });

  it("keeps every value in its segment, whatever it holds (SEC-08)", () => {
    fc.assert(
      fc.property(names, names, names, (market, currency, horizon) => {
        const reference = forecastRef({ market, currency, horizon });
        const path = placePath({ connectionId: "acme", reference, form: "csv" });
        const segments = path.split("/");
        assert.equal(segments.length, 7);
        assert.deepEqual(segments.slice(0, 3), ["", "acme", "forecasts"]);
        assert.ok(!segments.some((segment) => /^\.{1,2}$|[\\?#\0]/.test(segment)));
        const uri = URI.from({ scheme: "macro-signals", path });
        assert.equal(URI.parse(uri.toString()).path, path);
      }),
      { numRuns: runs() },
    );
  });
});

describe("placeOfPath", () => {
  const good = placePath({ connectionId: "acme", reference: energy, form: "csv" });
  const strangers = [
    "",
    "/",
    "/acme",
    "/.vscode/settings.json",
    "/acme/.vscode/settings.json",
    "/acme/signals/.vscode/mcp.json",
    "/.claude/settings.json",
    "/acme/signals/INFL/2/.github/copilot-instructions.md",
    `${good}/.vscode/tasks.json`,
    good.slice(1),
    good.replace("/acme", "/Acme"),
    good.replace("/acme", "//acme"),
    good.replace("INFL/2", "INFL/02"),
    good.replace("INFL/2", "INFL/-2"),
    good.replace("INFL/2", "INFL/9007199254740992"),
    good.replace("INFL/2", "infl/2"),
    good.replace("SNAP", "snap"),
    good.replace("latest", "Latest"),
    good.replace("latest", "2024-06-28"),
    good.replace("latest", "20240230T000000Z"),
    good.replace("country_iso=US,sector=Energy", "sector=Energy,country_iso=US"),
    good.replace("country_iso=US", "country_iso=U%53"),
    good.replace("country_iso=US", "country_iso=US=DE"),
    good.replace("country_iso=US", "country_iso=US+US"),
    good.replace("country_iso=US", "country_iso=%zz"),
    good.replace("country_iso=US", "country_iso="),
    good.replace("country_iso=US", "country_iso"),
    good.replace("INFL US Energy", "INFL US"),
    good.replace(".csv", ".txt"),
    good.replace(".csv", ".csv.json"),
    good.replace("latest/", "latest/../"),
    good.replace("latest/", "latest/2020-13-01../"),
    good.replace("latest/", "latest/2020-02-01..2020-01-01/"),
    good.replace("latest/", "latest/cols=/"),
    good.replace("latest/", "latest/cols=Level,Level/"),
    good.replace("latest/", "latest/cols=Level/2020-01-01../"),
  ];
  for (const path of strangers) {
    it(`finds nothing at «${path}»`, () => assert.equal(placeOfPath(path), undefined));
  }

  it("finds nothing at texts that are no canonical path", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, name) => {
        assert.equal(placeOfPath(`${path}/${name}`), undefined);
      }),
      { numRuns: runs() },
    );
  });
});

describe("placeOfUri", () => {
  const good = placeUri({ connectionId: "acme", reference: forecast, form: "csv" });
  const strangers = [
    "",
    "12 Months",
    good.replace("macro-signals:", "file:"),
    good.replace("macro-signals:/", "macro-signals://host/"),
    `${good}?api_key=x`,
    `${good}#day`,
  ];
  for (const text of strangers) {
    it(`finds nothing at «${text}»`, () => assert.equal(placeOfUri(text), undefined));
  }
});
