import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type SampleForecastNode,
  type SampleForecast,
  latestForecasts,
} from "../../../src/sample/sampleForecasts";
import { hedgings, sampleMarkets } from "../../../src/sample/markets";
import { sampleSignals, sampleVariants } from "../../../src/sample/signals";
import { World } from "../../../src/sample/world";
import { componentOfColumn } from "../../../src/shared/forecastComponents";
import { runs } from "../../support/propertyRuns";
import { numbersOf, productionOf, rowsOf, world } from "./sampleWorlds";
import { forecastSeries } from "../../../src/sample/endpoints";

/** As the interface writes them. */
const interfaceColumns = [
  "Forecast",
  "_Trend",
  "_Trend_Growth",
  "_Trend_Income",
  "_Trend_Valuation",
  "Cyclical",
  "_Cyclical_Contraction",
  "_Cyclical_Recovery",
  "_Cyclical_Expansion",
  "_Cyclical_Slowdown",
  "Tactical",
  "_Tactical_Fundamentals",
  "_Tactical_Market_Technicals",
];

/** What the interface calls the nodes of the latest forecasts, in the order of the columns. */
const componentNames = [
  "Forecast",
  "Trend",
  "Growth",
  "Income",
  "Valuation",
  "Cyclical",
  "Contraction",
  "Recovery",
  "Expansion",
  "Slowdown",
  "Tactical",
  "Fundamentals",
  "Market Technicals",
];

const sums: [whole: string, parts: string[]][] = [
  ["Forecast", ["_Trend", "Cyclical", "Tactical"]],
  ["_Trend", interfaceColumns.slice(2, 5)],
  ["Cyclical", interfaceColumns.slice(6, 10)],
  ["Tactical", interfaceColumns.slice(11, 13)],
];

const combinations = fc.constantFrom(...sampleMarkets).chain((market) =>
  fc.record({
    market: fc.constant(market),
    currency: fc.constantFrom(...market.currencies),
    horizon: fc.constantFrom(...market.horizons),
  }),
);
const fewRuns = { numRuns: runs(40) };

describe("the sample's markets", () => {
  it("are at least 30, of five kinds, under different tickers", () => {
    const tickers = new Set(sampleMarkets.map(({ ticker }) => ticker));
    assert.ok(tickers.size >= 30);
    assert.equal(tickers.size, sampleMarkets.length);
    assert.equal(new Set(sampleMarkets.map(({ category }) => category)).size, 5);
  });

  it("reach from 3 Months to 10 Years", () => {
    const spx = sampleMarkets.find(({ ticker }) => ticker === "SPX");
    assert.deepEqual(
      spx?.horizons.map(({ name }) => name),
      ["3 Months", "6 Months", "12 Months", "3 Years", "5 Years", "10 Years"],
    );
    assert.ok(spx.currencies.includes("USD"));
  });
});

describe("forecastSeries", () => {
  it("has the interface's columns in its order", () => {
    fc.assert(
      fc.property(combinations, ({ market, currency, horizon }) => {
        const { columns } = forecastSeries(world, market, currency, horizon);
        assert.deepEqual(
          columns.map(({ name }) => name),
          interfaceColumns,
        );
      }),
      { numRuns: runs(10) },
    );
    assert.ok(interfaceColumns.every((name) => componentOfColumn(name) !== undefined));
  });

  it("adds up exactly, in either order", () => {
    fc.assert(
      fc.property(combinations, ({ market, currency, horizon }) => {
        const frame = forecastSeries(world, market, currency, horizon);
        for (const [whole, parts] of sums) {
          assert.deepEqual(
            sumOf(parts.map((part) => numbersOf(frame, part))),
            numbersOf(frame, whole),
          );
          const reversed = [...parts].reverse().map((part) => numbersOf(frame, part));
          assert.deepEqual(sumOf(reversed), numbersOf(frame, whole));
        }
      }),
      fewRuns,
    );
  });

  it("does not depend on where the history ends", () => {
    const shorter = new World(productionOf("1992-03-13"));
    fc.assert(
      fc.property(combinations, ({ market, currency, horizon }) => {
        const early = forecastSeries(shorter, market, currency, horizon);
        const late = forecastSeries(world, market, currency, horizon);
        assert.deepEqual(rowsOf(late, 0, early.days.length), rowsOf(early));
      }),
      fewRuns,
    );
  });

  it("ends with the latest forecast whose hedging is Local", () => {
    fc.assert(
      fc.property(combinations, ({ market, currency, horizon }) => {
        const frame = forecastSeries(world, market, currency, horizon);
        const [local] = latestForecasts(world, market.ticker, horizon.name).filter(
          (each) => each.currency_iso === currency && each.hedging === "Local",
        );
        const lastRow = interfaceColumns.map((name) => numbersOf(frame, name).at(-1));
        const nodes = local === undefined ? [] : flat(local.latest);
        assert.deepEqual(
          nodes.map(({ forecast }) => forecast),
          lastRow,
        );
      }),
      fewRuns,
    );
  });
});

describe("latestForecasts", () => {
  const summaries = latestForecasts(world);

  it("has one summary per market, currency, horizon and hedging", () => {
    const expected = sampleMarkets.flatMap(({ ticker, currencies, horizons }) =>
      currencies.flatMap((currency) =>
        horizons.flatMap(({ name }) =>
          hedgings.map((hedging) => [ticker, currency, name, hedging].join()),
        ),
      ),
    );
    assert.deepEqual(summaries.map(nameOf), expected);
  });

  it("filters by market and by horizon", () => {
    const expected = summaries.filter(
      (each) => each.market_code === "GOLD" && each.horizon === "12 Months",
    );
    assert.ok(expected.length > 0);
    assert.deepEqual(latestForecasts(world, "GOLD", "12 Months"), expected);
    assert.deepEqual(latestForecasts(world, "NONE"), []);
  });

  it("tells hedgings apart exactly where the currency is foreign", () => {
    const byCombination = new Map<string, Set<number>>();
    for (const { market_code, currency_iso, horizon, latest } of summaries) {
      const name = [market_code, currency_iso, horizon].join();
      byCombination.set(name, (byCombination.get(name) ?? new Set()).add(latest.forecast));
    }
    const differing = [...byCombination.values()].filter(({ size }) => size === 3).length;
    const foreign = sampleMarkets.reduce(
      (count, { currencies, horizons }) => count + (currencies.length - 1) * horizons.length,
      0,
    );
    assert.equal(differing, foreign);
  });

  it("adds up at every node, but for the exposure adjustment that the node states", () => {
    const nodes = summaries.flatMap(({ latest }) => flat(latest));
    const gaps = nodes
      .filter(({ drivers }) => drivers.length > 0)
      .map(({ forecast, drivers, exposure_adjustment: adjustment }) => {
        const parts = drivers.reduce((sum, driver) => sum + driver.forecast, 0);
        return Math.abs(forecast - parts - adjustment);
      });
    assert.ok(Math.max(...gaps) < 1e-9);
  });

  it("adjusts the Trend of hedged Japanese equities by -0.3 % a year, and nothing else", () => {
    const adjusted = summaries.flatMap(({ latest, ...rest }) =>
      flat(latest)
        .filter(({ exposure_adjustment: adjustment }) => adjustment !== 0)
        .map((node) => ({ ...rest, ...node })),
    );
    const names = new Set(adjusted.map((each) => [nameOf(each), each.kind].join()));
    const horizons = ["3 Months", "6 Months", "12 Months", "3 Years", "5 Years", "10 Years"];
    const expected = ["USD", "EUR"].flatMap((currency) =>
      horizons.map((horizon) => ["NKY", currency, horizon, "Hedged", "Trend"].join()),
    );
    assert.deepEqual(names, new Set(expected));
    const ofOneYear = adjusted.filter(({ horizon }) => horizon === "12 Months");
    for (const { exposure_adjustment: adjustment } of ofOneYear) {
      assert.ok(Math.abs(adjustment - -0.003) < 1e-9);
    }
  });

  it("splits copper in a foreign currency differently under each hedging", () => {
    const missing = (currency: string, hedging: string): string[] => {
      const [found] = summaries.filter(
        (each) =>
          each.market_code === "COPPER" &&
          each.currency_iso === currency &&
          each.hedging === hedging,
      );
      const kinds = new Set(found === undefined ? [] : flat(found.latest).map(kindOf));
      return componentNames.filter((name) => !kinds.has(name));
    };
    assert.deepEqual(missing("EUR", "Local"), []);
    assert.deepEqual(missing("EUR", "Hedged"), componentNames.slice(6, 10));
    assert.deepEqual(missing("EUR", "Unhedged"), componentNames.slice(11, 13));
    for (const hedging of hedgings) assert.deepEqual(missing("USD", hedging), []);
  });

  it("attributes US small caps to a variant with two tags among others", () => {
    const ofMarket = summaries.filter((each) => each.market_code === "RTY");
    assert.ok(ofMarket.length > 0);
    for (const { attributions } of ofMarket) {
      const pairs = attributions.filter(({ variant }) => Object.keys(variant).length === 2);
      assert.ok(attributions.length > pairs.length);
      assert.deepEqual(
        pairs.map(({ signal_code: code, variant }) => ({ code, variant })),
        [{ code: "LENDING", variant: { country_iso: "US", sector: "Financials" } }],
      );
      assert.notEqual(pairs[0]?.forecast, 0);
    }
  });

  it("attributes most of each forecast, by signals of which some pull the other way", () => {
    const attributed = summaries.filter(({ attributions }) => attributions.length > 0);
    const shares = attributed.map(({ latest, attributions }) => {
      const explained = attributions.reduce((sum, { forecast }) => sum + forecast, 0);
      return explained / latest.forecast;
    });
    assert.ok(Math.min(...shares) > 0.75 && Math.max(...shares) < 0.95);
    const isMixed = ({ latest, attributions }: SampleForecast): boolean =>
      attributions.some(({ forecast }) => forecast * latest.forecast < 0);
    assert.ok(attributed.filter(isMixed).length > attributed.length / 4);
  });

  it("attributes forecasts to variants that exist, but for credit", () => {
    const existing = new Set(
      sampleSignals.flatMap((signal) =>
        sampleVariants(signal).map((tags) => JSON.stringify([signal.code, tags])),
      ),
    );
    const attributions = summaries.flatMap((each) => each.attributions);
    const unknown = attributions.filter(
      ({ signal_code: code, variant }) => !existing.has(JSON.stringify([code, variant])),
    );
    assert.ok(attributions.length > summaries.length);
    assert.deepEqual(unknown, []);
    const without = summaries.filter((each) => each.attributions.length === 0);
    assert.deepEqual(
      new Set(without.map((each) => each.market_code)),
      new Set(["USIG", "USHY", "EUIG", "EUHY", "EMHC"]),
    );
  });
});

function sumOf(columns: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(0), ...rest] = columns;
  return first.map((value, row) => rest.reduce((sum, column) => sum + Number(column[row]), value));
}

function flat(node: SampleForecastNode): SampleForecastNode[] {
  return [node, ...node.drivers.flatMap(flat)];
}

function kindOf({ kind }: SampleForecastNode): string {
  return kind;
}

function nameOf(summary: Omit<SampleForecast, "latest">): string {
  return [summary.market_code, summary.currency_iso, summary.horizon, summary.hedging].join();
}
