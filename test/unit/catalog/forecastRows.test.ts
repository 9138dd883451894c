import assert from "node:assert/strict";
import fc from "fast-check";
import {
  forecastCoordinates,
  type HorizonCurrencies,
} from "../../../src/catalog/forecastCoordinates";
import { ForecastRows } from "../../../src/catalog/forecastRows";
import { type ForecastsNode, leadsToForecast } from "../../../src/catalog/forecastsNode";
import { type ForecastSummary } from "../../../src/service/latestForecasts";
import { type ForecastMarket } from "../../../src/service/parseMarkets";
import { type Tag } from "../../../src/service/parseTags";
import { referencePath } from "../../../src/shared/referencePath";
import { tag } from "../../support/definitions";
import { finish } from "../../../src/shared/finish";
import { forecastsOf, summary } from "../../support/forecastSummaries";
import { runs } from "../../support/propertyRuns";
import { names } from "../../support/references";
import { rowsInEnglish } from "../../support/rows";

const rows = new ForecastRows(rowsInEnglish);
type Coordinates = ReadonlyMap<string, readonly HorizonCurrencies[]>;

function coordinatesOf(summaries: readonly Partial<ForecastSummary>[]): Coordinates {
  return finish(forecastCoordinates(forecastsOf(summaries.map(summary))));
}

function market(ticker: string, name: string, ...tags: readonly Tag[]): ForecastMarket {
  return { ticker, name, tags };
}

function under(node: ForecastsNode, coordinates: Coordinates): readonly ForecastsNode[] {
  switch (node.kind) {
    case "marketGroup":
    case "otherMarkets":
      return rows.inGroup(node);
    case "market":
      return rows.inMarket(node, coordinates);
    case "horizon":
      return rows.inHorizon(node);
    case "range":
      return node.children();
    case "forecast":
    case "empty":
      return [];
  }
}

function textOf(row: ForecastsNode): string {
  if (!("label" in row)) return row.kind;
  return `${row.kind}: ${row.label}${row.description === "" ? "" : ` | ${row.description}`}`;
}

function outline(found: readonly ForecastsNode[], coordinates: Coordinates): string[] {
  return found.flatMap((row) => [
    textOf(row),
    ...outline(under(row, coordinates), coordinates).map((line) => `  ${line}`),
  ]);
}

const equities = tag("investment_category_name", ["Equities"]);
const usa = market("SPX", "US Large Caps", equities, tag("country_iso", ["US"]));
const dax = market("DAX", "German Equities", equities);
const gold = market("GOLD", "Gold", tag("commodity", ["Gold"]));
const untagged = market("X", "Unknown");
const coordinates = coordinatesOf([
  { marketCode: "SPX", horizonName: "10 Years", currencyIso: "USD" },
  { marketCode: "SPX", horizonName: "3 Months", currencyIso: "USD" },
  { marketCode: "SPX", horizonName: "3 Months", currencyIso: "EUR" },
  { marketCode: "GOLD", horizonName: "3 Months", currencyIso: "XXQ" },
]);

describe("ForecastRows", () => {
  it("groups markets by the value of their first tag, then horizon and currency", () => {
    assert.deepEqual(outline(rows.markets([usa, gold, untagged, dax]), coordinates), [
      "marketGroup: Equities",
      "  market: German Equities | DAX",
      "    empty",
      "  market: US Large Caps | SPX",
      "    horizon: 3 Months | EUR, USD",
      "      forecast: Euro | EUR",
      "      forecast: US Dollar | USD",
      "    horizon: 10 Years | USD",
      "      forecast: US Dollar | USD",
      "marketGroup: Gold",
      "  market: Gold | GOLD",
      "    horizon: 3 Months | XXQ",
      "      forecast: XXQ | XXQ",
      "otherMarkets",
      "  market: Unknown | X",
      "    empty",
    ]);
  });

  it("shows markets without groups where none has a tag", () => {
    assert.deepEqual(rows.markets([untagged]).map(textOf), ["market: Unknown | X"]);
    assert.deepEqual(rows.markets([]), []);
  });

  it("names a group readably", () => {
    const [group] = rows.markets([market("SPX", "S", tag("country_iso", ["US"]))]);
    assert.ok(group !== undefined);
    assert.equal(textOf(group), "marketGroup: United States | US");
  });

  it("puts more than 2,000 markets into ranges (UI-02)", () => {
    const many = Array.from({ length: 2_001 }, (_, index) => market(`M${index}`, `M${index}`));
    assert.deepEqual(
      rows.markets(many).map(({ kind }) => kind),
      ["range", "range"],
    );
  });

  it("gives currencies the series to open", () => {
    const [group] = rows.markets([gold]);
    const path = [under, under, under].reduce<ForecastsNode | undefined>(
      (node, open) => node && open(node, coordinates)[0],
      group,
    );
    assert.ok(path?.kind === "forecast");
    assert.equal(path.target.connectionId, "acme");
    assert.equal(referencePath(path.target.reference), "forecasts/GOLD/XXQ/3 Months");
  });

  it("has unique ids and knows the way to every forecast", () => {
    const tags = fc.array(
      fc
        .tuple(names, fc.uniqueArray(names, { maxLength: 3 }))
        .map(([kind, values]) => tag(kind, values)),
      { maxLength: 2 },
    );
    const markets = fc.array(fc.tuple(fc.oneof(names, fc.constant("others")), names, tags), {
      maxLength: 4,
    });
    const summaries = fc.array(fc.tuple(names, names), { maxLength: 4 });
    fc.assert(
      fc.property(markets, summaries, (listed, pairs) => {
        const all = listed.map(([ticker, name, own]) => market(ticker, name, ...own));
        const known = coordinatesOf(
          all.flatMap(({ ticker: marketCode }) =>
            pairs.map(([horizonName, currencyIso]) => ({ marketCode, horizonName, currencyIso })),
          ),
        );
        const found = withAllBelow(rows.markets(all), known);
        const ids = found.map(({ id }) => id);
        assert.equal(new Set(ids).size, ids.length);
        const tickers = new Set(found.flatMap((row) => ("market" in row ? row.market.ticker : [])));
        assert.deepEqual(tickers, new Set(all.map(({ ticker }) => ticker)));
        for (const row of found) {
          if (row.kind !== "forecast") continue;
          for (let at: ForecastsNode | undefined = row; at !== undefined; at = at.parent) {
            assert.ok(leadsToForecast(at, row.target.reference), at.id);
          }
        }
      }),
      { numRuns: runs() },
    );
  });
});

function withAllBelow(found: readonly ForecastsNode[], known: Coordinates): ForecastsNode[] {
  return found.flatMap((row) => [row, ...withAllBelow(under(row, known), known)]);
}
