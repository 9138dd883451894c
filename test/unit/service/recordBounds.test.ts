import assert from "node:assert/strict";
import { type BodyForm, readBody } from "../../../src/service/readBody";
import { type ForecastNode, parseForecastNode } from "../../../src/service/parseForecastNode";
import { LatestForecasts, LatestForecastsBuilder } from "../../../src/service/latestForecasts";
import { LatestSignals, LatestSignalsBuilder } from "../../../src/service/latestSignals";
import { Reports, readPage } from "../../../src/service/listing";
import { marketListing } from "../../../src/service/parseMarkets";
import { finish } from "../../../src/shared/finish";
import { attribution, summary } from "../../support/forecastSummaries";
import { latestRecord } from "../../support/latestRecords";
import { listingOf } from "../../support/parsedListing";

const facts = { request: "GET /", attempts: 1 };

function countsOf(form: BodyForm, wire: unknown): { items: number; positions: number[] } {
  const { items, unreadable } = readBody({ form, bytes: Buffer.from(JSON.stringify(wire)), facts });
  return { items: items.length, positions: unreadable.map(({ position }) => position) };
}

const record = {
  ...{ signal_code: "INFL", version: 1, point_in_time: "2024-06-28T18:03:12" },
  latest: { Date: "2024-06-28T00:00:00", Level: 1, Momentum: 2, Aggregate: 3 },
};
const forecast = {
  ...{ market_code: "SPX", currency_iso: "USD", horizon: "12 Months", hedging: "Local" },
  latest: { kind: "Forecast", forecast: 0.05 },
};

function fields(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`kind${at}_name`, "x"]));
}

function driversOf(count: number, drivers: unknown = []): unknown[] {
  return Array.from({ length: count }, () => ({ kind: "Growth", forecast: 0, drivers }));
}

function chain(levels: number): unknown {
  const drivers = levels > 1 ? [chain(levels - 1)] : [];
  return { kind: "Trend", forecast: 0, drivers };
}

/** 1 + 31 × (1 + 32) nodes are 1,024. */
function tree(last: number): unknown {
  return {
    kind: "Forecast",
    forecast: 0,
    drivers: [...driversOf(30, driversOf(32)), ...driversOf(1, driversOf(last))],
  };
}

const attributed = { signal_code: "INFL", variant: { country_iso: "US" }, forecast: 0.01 };
const attributions = (count: number): unknown[] => Array.from({ length: count }, () => attributed);

// Each is within its bound; one more is beyond it.
const bounds: [what: string, form: BodyForm, wireOf: (more: number) => object][] = [
  ["32 tags", "latestSignals", (more) => ({ ...record, ...fields(32 + more) })],
  [
    "a tag value of 2,000 characters",
    "latestSignals",
    (more) => ({ ...record, basket_name: "x".repeat(2_000 + more) }),
  ],
  [
    "a tag kind of 2,000 characters",
    "latestSignals",
    (more) => ({ ...record, [`${"x".repeat(1_995 + more)}_name`]: "x" }),
  ],
  [
    "a code of 2,000 characters",
    "latestSignals",
    (more) => ({ ...record, signal_code: "x".repeat(2_000 + more) }),
  ],
  [
    "64 drivers",
    "latestForecasts",
    (more) => ({ ...forecast, latest: { ...forecast.latest, drivers: driversOf(64 + more) } }),
  ],
  ["16 levels", "latestForecasts", (more) => ({ ...forecast, latest: chain(16 + more) })],
  ["1,024 nodes", "latestForecasts", (more) => ({ ...forecast, latest: tree(32 + more) })],
  [
    "10,000 attributions",
    "latestForecasts",
    (more) => ({ ...forecast, attributions: attributions(10_000 + more) }),
  ],
  [
    "a horizon of 2,000 characters",
    "latestForecasts",
    (more) => ({ ...forecast, horizon: "x".repeat(2_000 + more) }),
  ],
  ["a ticker of 2,000 characters", "markets", (more) => ({ ticker: "x".repeat(2_000 + more) })],
];

describe("the bounds of a record", () => {
  for (const [what, form, wireOf] of bounds) {
    it(`allow ${what}; a record with one more is left out and reported (LIST-04)`, () => {
      const neighbor =
        form === "latestSignals" ? record : form === "markets" ? { ticker: "DAX" } : forecast;
      assert.deepEqual(countsOf(form, [wireOf(0), neighbor]), { items: 2, positions: [] });
      assert.deepEqual(countsOf(form, [wireOf(1), neighbor]), { items: 1, positions: [0] });
    });
  }

  it("allow 32 tags in the variant of an attribution, and leave out one with more (LIST-04)", () => {
    const wire = (tags: number): unknown => [
      { ...forecast, attributions: [attributed, { ...attributed, variant: fields(tags) }] },
    ];
    const read = (tags: number): [number | undefined, string[]] => {
      const bytes = Buffer.from(JSON.stringify(wire(tags)));
      const { items, unreadable } = readBody({ form: "latestForecasts", bytes, facts });
      return [items.at(0)?.attributions.length, unreadable.map(({ reason }) => reason)];
    };
    assert.deepEqual(read(32), [2, []]);
    assert.deepEqual(read(33), [1, ["attributions[1] has more than 32 tags"]]);
  });

  const coordinates = {
    horizon: "horizonName",
    currency_iso: "currencyIso",
    hedging: "hedging",
  } as const;
  for (const field of ["horizon", "currency_iso", "hedging"] as const) {
    it(`allow 1,000 values of ${field} in all markets, on one page and across pages (LIST-04)`, () => {
      const of = (market_code: string, start: number, count: number): object[] =>
        Array.from({ length: count }, (_, at) => ({
          ...forecast,
          market_code,
          [field]: `${start + at} X`,
        }));
      const entries = [...of("SPX", 0, 600), ...of("DAX", 600, 401), ...of("DAX", 0, 1_000)];
      assert.deepEqual(countsOf("latestForecasts", entries), { items: 2_000, positions: [1_000] });
      const builder = new LatestForecastsBuilder();
      const problems = Array.from({ length: 1_001 }, (_, at) =>
        builder.add(summary({ marketCode: `M${at}`, [coordinates[field]]: `${at}` })),
      );
      assert.deepEqual(
        problems.slice(0, -1).filter((each) => each !== undefined),
        [],
      );
      assert.equal(
        problems.at(-1),
        "belongs to an answer with more than 1000 currencies, horizons or hedgings",
      );
      assert.equal(builder.length, 1_000);
    });
  }

  it("allow 64 forecasts with the same market, currency, horizon and hedging (LIST-04)", () => {
    const of = (count: number, how: object): object[] =>
      Array.from({ length: count }, (_, at) => ({
        ...forecast,
        ...how,
        latest: { kind: "Forecast", forecast: at },
      }));
    const others = [{ market_code: "DAX" }, { currency_iso: "EUR" }, { horizon: "1 Day" }];
    const entries = [...others, { hedging: "Hedged" }].flatMap((how) => of(64, how));
    assert.deepEqual(countsOf("latestForecasts", [...of(65, {}), ...entries, ...of(1, {})]), {
      items: 5 * 64,
      positions: [64, 5 * 64 + 1],
    });
  });

  it("cut a name that is only shown at 4,096 characters (LIST-04)", () => {
    const name = "n".repeat(5_000_000);
    const [market] = listingOf(marketListing, [{ ticker: "DAX", name: `\u{1f600}${name}` }]).items;
    assert.equal(market?.name.length, 4_096);
    assert.match(market.name, /^\u{1f600}n+…$/u);
    const [short] = listingOf(marketListing, [{ ticker: "DAX", name: "n".repeat(4_096) }]).items;
    assert.equal(short?.name, "n".repeat(4_096));
    const [half] = listingOf(marketListing, [
      { ticker: "DAX", name: "nn\u{1f600}".repeat(2_000) },
    ]).items;
    assert.equal(half?.name.slice(-3), "nn…");
  });

  it("report only the first node that exceeds one", () => {
    const reports: string[] = [];
    const read = (wire: unknown): ForecastNode | string =>
      parseForecastNode(wire, (each) => reports.push(each));
    assert.equal(read(chain(17)), "has a forecast with more than 16 levels");
    assert.equal(
      read({ kind: "A", forecast: 0, drivers: driversOf(65) }),
      "has a forecast with more than 64 drivers",
    );
    assert.deepEqual(reports, []);
  });
});

describe("cached answers", () => {
  const leaf = { kind: "Growth", forecast: 0, exposureAdjustment: 0, drivers: [] };
  const nested = (levels: number): ForecastNode => ({
    ...leaf,
    drivers: levels > 1 ? [nested(levels - 1)] : [],
  });
  const wide = (count: number): ForecastNode => ({
    ...leaf,
    drivers: Array.from({ length: count }, () => leaf),
  });
  const largest = (last: number): ForecastNode => ({
    ...leaf,
    drivers: [...Array.from({ length: 30 }, () => wide(32)), wide(last)],
  });
  const forecasts: [what: string, of: (more: number) => LatestForecasts][] = [
    ["levels", (more) => built(summary({ latest: nested(16 + more) }))],
    ["drivers", (more) => built(summary({ latest: wide(64 + more) }))],
    ["nodes", (more) => built(summary({ latest: largest(32 + more) }))],
    [
      "attributions",
      (more) =>
        built(
          summary({
            attributions: Array.from({ length: 10_000 + more }, () => attribution("A", {}, 0)),
          }),
        ),
    ],
    [
      "tags of an attribution",
      (more) => built(summary({ attributions: [attribution("A", fields(32 + more), 0)] })),
    ],
    ["characters of a name", (more) => built(summary({ hedging: "x".repeat(2_000 + more) }))],
  ];
  function built(...summaries: Parameters<LatestForecastsBuilder["add"]>[0][]): LatestForecasts {
    const builder = new LatestForecastsBuilder();
    for (const each of summaries) builder.add(each);
    return new LatestForecasts(builder.build().packed);
  }
  for (const [what, of] of forecasts) {
    it(`of forecasts are refused with more ${what} than an answer may have (LIST-04)`, () => {
      assert.deepEqual([finish(of(0).areSound()), finish(of(1).areSound())], [true, false]);
    });
  }

  it("of forecasts are refused with more horizons than an answer may have (LIST-04)", () => {
    const of = (count: number): LatestForecasts => {
      const builder = new LatestForecastsBuilder();
      for (let at = 0; at < 1_001; at++)
        builder.add(summary({ horizonName: `${at % 1_000}`, marketCode: `${at}` }));
      const items = builder.build();
      // The last forecast has the horizon of the first, whose text stands before the codes of other markets.
      const { horizons, markets } = items.columns;
      if (count > 1_000) horizons[1_000] = markets[1_000] ?? 0;
      return items;
    };
    assert.deepEqual([finish(of(1_000).areSound()), finish(of(1_001).areSound())], [true, false]);
  });

  it("of forecasts are refused with more than 64 of the same coordinates (LIST-04)", () => {
    const of = (count: number): LatestForecasts => {
      const markets = Array.from({ length: count }, (_, at) => summary({ marketCode: `${at}` }));
      const items = built(...markets);
      items.columns.markets.fill(items.columns.markets[0] ?? 0);
      return items;
    };
    assert.deepEqual([finish(of(64).areSound()), finish(of(65).areSound())], [true, false]);
  });

  it("of signals are refused with more tags than a record may have (LIST-04)", () => {
    const of = (tags: number): LatestSignals => {
      const builder = new LatestSignalsBuilder();
      builder.add(latestRecord({ tags: fields(tags) }));
      return new LatestSignals(builder.build().packed);
    };
    assert.deepEqual([finish(of(32).areSound()), finish(of(33).areSound())], [true, false]);
  });
});

describe("reports of what could not be read", () => {
  it("are listed up to 1,000 and then only counted, on one page and across pages (LIST-04)", () => {
    const entries = (count: number): null[] => Array.from({ length: count }, () => null);
    const one = listingOf(marketListing, entries(1_000));
    assert.deepEqual([one.unreadable.length, one.moreUnreadable], [1_000, undefined]);
    const page = readPage(marketListing, entries(1_001), facts);
    assert.deepEqual([page.unreadable.length, page.moreUnreadable], [1_000, 1]);
    const reports = new Reports();
    reports.addAll(0, page);
    reports.addAll(1_001, page);
    assert.deepEqual([reports.gaps.unreadable.length, reports.gaps.moreUnreadable], [1_000, 1_002]);
    const few = new Reports();
    few.addAll(10, { unreadable: [{ position: 2, reason: "x" }] });
    assert.deepEqual(few.gaps, { unreadable: [{ position: 12, reason: "x" }] });
  });

  it("of one definition are listed up to 1,000 and then only counted (LIST-04)", () => {
    const tags = [{ kind: "country_iso", values: Array.from({ length: 2_500 }, () => null) }];
    const bytes = Buffer.from(JSON.stringify({ tags }));
    const [definition] = readBody({ form: "definition", bytes, facts }).items;
    assert.deepEqual(
      [
        definition?.unreadable.length,
        definition?.unreadable.at(-1)?.reason,
        definition?.moreUnreadable,
      ],
      [1_000, "tags[0].values[999] is not a name", 1_500],
    );
  });
});
