import assert from "node:assert/strict";
import { ForecastPartsError } from "../../../../src/data/forecastPartsError";
import { type ForecastSummary } from "../../../../src/service/latestForecasts";
import { forecastCsv, forecastJson } from "../../../../src/features/latest/forecastText";
import { attribution, node, summary } from "../../../support/forecastSummaries";

const tree = node("Forecast", 0.05, [
  node("Trend", 0.04, [node("Income", 0.025), node("Growth", 0.015, [], -0.002)]),
  node("Tactical", Number.NaN),
]);

async function csvOf(summaries: Iterable<ForecastSummary>): Promise<string> {
  return new TextDecoder().decode(await forecastCsv(summaries));
}

async function jsonOf(summaries: Iterable<ForecastSummary>): Promise<string> {
  return new TextDecoder().decode(await forecastJson(summaries));
}

describe("the latest forecasts as texts", () => {
  it("are CSV with a row for each and a column for each path of nodes", async () => {
    const other = node("Forecast", -0.01, [node("Luck, sheer", 1e-7)]);
    assert.equal(
      await csvOf([
        summary({ latest: tree }),
        summary({ marketCode: "=GOLD", horizonName: "18 Months", hedging: "50%", latest: other }),
      ]),
      [
        "market_code,currency_iso,horizon,hedging,Forecast,Forecast/Trend,Forecast/Trend/Income,Forecast/Trend/Growth," +
          'Forecast/Trend/Growth exposure_adjustment,Forecast/Tactical,"Forecast/Luck, sheer"',
        "SPX,USD,12 Months,Unhedged,0.05,0.04,0.025,0.015,-0.002,,",
        "=GOLD,USD,18 Months,50%,-0.01,,,,,,1e-7",
        "",
      ].join("\n"),
    );
  });

  it("keep siblings of one kind, and names that hold slashes, apart", async () => {
    const twins = node("F", 3, [node("A", 1), node("A", 2), node("A/B", 4), node("B", 5)]);
    const deeper = node("F", 6, [node("A", 7, [node("B", 8)])]);
    const csv = await csvOf([summary({ latest: twins }), summary({ latest: deeper })]);
    assert.deepEqual(
      csv.split("\n").map((line) => line.split(",").slice(4)),
      [
        ["F", "F/A", "F/A/B", "F/A (2)", "F/A/B (2)", "F/B"],
        ["3", "1", "", "2", "4", "5"],
        ["6", "7", "8", "", "", ""],
        [],
      ],
    );
  });

  it("are CSV however deep a tree is", async () => {
    let deep = node("Node", 0.5);
    for (let level = 0; level < 1_500; level++) deep = node("Node", level, [deep]);
    const [header = "", row = ""] = (await csvOf([summary({ latest: deep })])).split("\n");
    assert.equal(header.split(",").length, 4 + 1_501);
    assert.ok(row.endsWith(",1,0,0.5"), row.slice(-20));
  });

  it("are no CSV when they have more different parts than a table has columns", async () => {
    const parts = Array.from({ length: 2_000 }, (_, part) => node(`Part ${part}`, 0));
    await assert.rejects(
      csvOf([summary({ latest: node("Forecast", 0, parts) })]),
      new ForecastPartsError(2_000),
    );
  });

  it("are JSON as the service writes it, one to a line, null for no value", async () => {
    const moved = attribution("INFL", { country_iso: "US" }, 0.003);
    const json = await jsonOf([
      summary({ latest: tree, attributions: [moved] }),
      summary({ currencyIso: "EUR" }),
    ]);
    assert.equal(json.split("\n").length, 5);
    const [first, second] = JSON.parse(json) as [object, { currency_iso: string }];
    assert.deepEqual(first, {
      market_code: "SPX",
      currency_iso: "USD",
      horizon: "12 Months",
      hedging: "Unhedged",
      latest: {
        kind: "Forecast",
        forecast: 0.05,
        exposure_adjustment: 0,
        drivers: [
          {
            kind: "Trend",
            forecast: 0.04,
            exposure_adjustment: 0,
            drivers: [
              { kind: "Income", forecast: 0.025, exposure_adjustment: 0, drivers: [] },
              { kind: "Growth", forecast: 0.015, exposure_adjustment: -0.002, drivers: [] },
            ],
          },
          { kind: "Tactical", forecast: null, exposure_adjustment: 0, drivers: [] },
        ],
      },
      attributions: [{ signal_code: "INFL", variant: { country_iso: "US" }, forecast: 0.003 }],
    });
    assert.equal(second.currency_iso, "EUR");
  });

  it("are an empty table without forecasts", async () => {
    assert.equal(await jsonOf([]), "[]\n");
    assert.equal(await csvOf([]), "market_code,currency_iso,horizon,hedging\n");
  });
});
