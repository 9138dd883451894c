import assert from "node:assert/strict";
import { parseForecastNode } from "../../../src/service/parseForecastNode";
import { forecastListing } from "../../../src/service/parseForecasts";
import { hedgingListing } from "../../../src/service/parseHedgings";
import { marketListing } from "../../../src/service/parseMarkets";
import { parsedListing } from "../../support/parsedListing";

const leaf = { kind: "Growth", forecast: 0.01, exposure_adjustment: 0.5, drivers: [] };

describe("parseForecastNode", () => {
  it("reads a tree, in order, with its defaults", () => {
    const wire = {
      kind: "Forecast",
      forecast: 0.03,
      drivers: [
        { kind: "Trend", forecast: 0.03, drivers: [leaf, { kind: "New", forecast: null }] },
      ],
    };
    const none = { exposureAdjustment: 0, drivers: [] };
    assert.deepEqual(
      parseForecastNode(wire, (reason) => assert.fail(reason)),
      {
        ...{ kind: "Forecast", forecast: 0.03, exposureAdjustment: 0 },
        drivers: [
          {
            ...{ kind: "Trend", forecast: 0.03, exposureAdjustment: 0 },
            drivers: [
              { kind: "Growth", forecast: 0.01, exposureAdjustment: 0.5, drivers: [] },
              { kind: "New", forecast: Number.NaN, ...none },
            ],
          },
        ],
      },
    );
  });

  for (const broken of [null, 7, {}, { kind: "Trend", forecast: "up" }, { ...leaf, drivers: {} }]) {
    it(`refuses a tree that holds ${JSON.stringify(broken)}`, () => {
      assert.equal(
        parseForecastNode({ ...leaf, drivers: [leaf, broken] }, (reason) => assert.fail(reason)),
        "has a forecast that cannot be read",
      );
    });
  }
});

describe("forecastListing", () => {
  const summary = {
    market_code: "SPX",
    currency_iso: "USD",
    horizon: "12 Months",
    hedging: "Local",
    latest: { kind: "Forecast", forecast: 0.05 },
    attributions: [
      { signal_code: "INFL", variant: { country_iso: "US", sector: null }, forecast: -0.01 },
    ],
  };

  it("reads a summary with its attributions", () => {
    assert.deepEqual(parsedListing(forecastListing, [summary]).items, [
      {
        marketCode: "SPX",
        currencyIso: "USD",
        horizonName: "12 Months",
        hedging: "Local",
        latest: { kind: "Forecast", forecast: 0.05, exposureAdjustment: 0, drivers: [] },
        attributions: [{ signalCode: "INFL", variant: { country_iso: "US" }, forecast: -0.01 }],
      },
    ]);
  });

  it("keeps a summary without attributions", () => {
    const { items, unreadable } = parsedListing(forecastListing, [
      { ...summary, attributions: null },
    ]);
    assert.deepEqual([items[0]?.attributions, unreadable], [[], []]);
  });

  it("leaves out an attribution that cannot be read, and counts it", () => {
    const attributions = [null, { signal_code: "" }, ...summary.attributions];
    const { items, unreadable } = parsedListing(forecastListing, [{ ...summary, attributions }]);
    assert.deepEqual([items[0]?.attributions.length, unreadable.length], [1, 2]);
  });

  it("reads forecasts beyond all doubles as no value, and counts them", () => {
    const latest: unknown = JSON.parse('{"kind": "Forecast", "forecast": 1e999}');
    const attributions = [{ signal_code: "INFL", forecast: "-1e999" }];
    const entry = { ...summary, latest, attributions };
    const { items, unreadable } = parsedListing(forecastListing, [entry]);
    const [item] = items;
    assert.deepEqual(
      [item?.latest.forecast, item?.attributions[0]?.forecast],
      [Number.NaN, Number.NaN],
    );
    assert.deepEqual(
      unreadable.map(({ reason }) => reason),
      ["has an infinite number", "attributions[0] has an infinite number"],
    );
  });

  const variants: [when: string, wire: unknown, variants: object[]][] = [
    [
      "takes a number for its digits",
      { country_iso: "US", basket: 7 },
      [{ country_iso: "US", basket: "7" }],
    ],
    [
      "passes over null and the empty text",
      { country_iso: "US", sector: null, region: "" },
      [{ country_iso: "US" }],
    ],
    [
      "leaves out the whole attribution for a value that is none",
      { country_iso: "US", sector: ["Energy"] },
      [],
    ],
    ["leaves out the whole attribution for a variant that is none", "US", []],
  ];
  for (const [what, variant, expected] of variants) {
    it(`${what} in the variant of an attribution`, () => {
      const attributions = [{ signal_code: "INFL", variant, forecast: 0.01 }];
      const { items, unreadable } = parsedListing(forecastListing, [{ ...summary, attributions }]);
      assert.deepEqual(
        items[0]?.attributions.map((each) => each.variant),
        expected,
      );
      assert.equal(unreadable.length, 1 - expected.length);
    });
  }

  const missing = ["market_code", "currency_iso", "horizon", "hedging", "latest"];
  for (const field of missing) {
    it(`counts a summary without ${field}`, () => {
      const listing = parsedListing(forecastListing, [{ ...summary, [field]: null }, summary]);
      assert.deepEqual([listing.items.length, listing.unreadable[0]?.position], [1, 0]);
    });
  }
});

describe("marketListing", () => {
  it("reads markets, and counts what is none", () => {
    const tags = [{ kind: "region", values: ["EU"], sub_tags: null }];
    const page = [{ ticker: "DAX", name: "Germany", tags }, { ticker: "SPX" }, { name: "x" }, 7];
    const { items, unreadable } = parsedListing(marketListing, page);
    assert.deepEqual(items, [
      { ticker: "DAX", name: "Germany", tags: [{ kind: "region", values: ["EU"], subTags: [] }] },
      { ticker: "SPX", name: "SPX", tags: [] },
    ]);
    assert.deepEqual(
      unreadable.map((each) => each.position),
      [2, 3],
    );
  });
});

describe("hedgingListing", () => {
  it("reads hedgings, and counts what is none", () => {
    const page = [{ name: "Local", description: null }, { name: "Hedged", description: "x" }, "y"];
    const { items, unreadable } = parsedListing(hedgingListing, page);
    assert.deepEqual(items, [{ name: "Local" }, { name: "Hedged", description: "x" }]);
    assert.deepEqual(
      unreadable.map((each) => each.position),
      [2],
    );
  });
});
