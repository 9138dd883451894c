import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { ReadableNames } from "../../src/catalog/readableNames";
import { forecastRef } from "../../src/shared/reference";
import { ForecastSource } from "../../src/features/browse/palette/forecastSource";
import { listRows, type SeriesChoice } from "../../src/features/browse/palette/seriesSource";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

const vintage = { dataKind: "SNAP", asOf: "latest" } as const;
const node = { kind: "Forecast", forecast: 0.01, exposure_adjustment: 0, drivers: [] };
const latest = { market_code: "SPX", currency_iso: "USD", horizon: "12 Months", hedging: "Local" };

/** A service with two markets, of which one is forecast; `status` is that of each listing. */
function service(status: { markets: number; latest: number }): RequestListener {
  return (request, response) => {
    const isLatest = request.url?.includes("/latest/") === true;
    response.statusCode = isLatest ? status.latest : status.markets;
    const listing = isLatest
      ? [{ ...latest, latest: node, attributions: [] }]
      : [
          { ticker: "SPX", name: "US Large Caps", tags: [] },
          { ticker: "DAX", name: "German Equities", tags: [] },
        ];
    response.end(JSON.stringify(listing));
  };
}

describe("the list of forecasts to fetch", () => {
  let server: TestServer;
  let services: TreeServices;
  let source: ForecastSource;
  let hedging: (() => string | undefined) | undefined;

  async function open(status = { markets: 200, latest: 200 }): Promise<void> {
    server = await startServer(service(status));
    await openAt(server.origin);
  }

  async function openAt(url: string, key?: string): Promise<void> {
    start(url, key);
    await loaded();
  }

  function start(url: string, key?: string, storageFolder?: string): void {
    services = new TreeServices(url, key, undefined, storageFolder);
    const shown = hedging && { isLatest: () => true, hedging };
    source = new ForecastSource(services.get, new ReadableNames("en"), shown);
    source.start();
  }

  async function loaded(): Promise<void> {
    await until("the end of loading", () => (source.isLoading ? undefined : true));
  }

  function texts(typed: string): string[] {
    return listRows(source, "forecast", typed).map(
      ({ label, description = "" }) => `${label} | ${description}`,
    );
  }

  function onlyRow(typed: string): SeriesChoice {
    const [row, ...others] = listRows(source, "forecast", typed);
    assert.ok(row !== undefined && others.length === 0);
    return row;
  }

  afterEach(async () => {
    hedging = undefined;
    source.dispose();
    services.dispose();
    await server.close();
  });

  it("has every combination of the sample service", async () => {
    server = await startServer(() => undefined);
    await openAt(hostSetting().sample.url, hostSetting().sample.key);
    assert.match(source.completeness(), /^\d+ forecasts of \d+ markets$/);
    assert.equal(listRows(source, "forecast", "spx usd 12")[0]?.label, "SPX · USD · 12 Months");
  });

  it("has the newest forecast of the chosen hedging mode first behind the label", async () => {
    server = await startServer(() => undefined);
    const { url, key } = hostSetting().sample;
    hedging = () => "Unhedged";
    await openAt(url, key);
    const response = await fetch(`${url}/api/v3/forecast/latest/?market_code=SPX`, {
      headers: { "X-API-Key": key },
    });
    const answer = (await response.json()) as readonly Record<string, unknown>[];
    const summary = answer.find(
      (each) =>
        each["currency_iso"] === "EUR" &&
        each["horizon"] === "12 Months" &&
        each["hedging"] === "Unhedged",
    );
    assert.ok(summary);
    const { forecast } = summary["latest"] as { forecast: number };
    const [row] = listRows(source, "forecast", "spx eur 12 months");
    const [value = "", hedged] = row?.description?.split("\u2002") ?? [];
    assert.equal(value.replace("−", "-"), `${(forecast * 100).toFixed(2)} %`);
    assert.equal(hedged, "Unhedged");
  });

  it("leads to the forecast's series", async () => {
    await open();
    assert.deepEqual(texts("large dollar"), ["SPX · USD · 12 Months | US Large Caps · US Dollar"]);
    const { effect } = onlyRow("spx");
    assert.ok(effect.kind === "choose");
    const expected = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    assert.deepEqual(effect.reference(vintage), expected);
  });

  it("offers what is typed although nobody has discovered it", async () => {
    await open();
    const row = onlyRow("spx eur 18 Months");
    assert.equal(row.label, "SPX · EUR · 18 Months (as typed)");
    assert.ok(row.effect.kind === "choose");
    const expected = forecastRef({ market: "SPX", currency: "EUR", horizon: "18 Months" });
    assert.deepEqual(row.effect.reference(vintage), expected);
  });

  it("starts the text for a market without known forecasts", async () => {
    await open();
    assert.deepEqual(onlyRow("dax").effect, { kind: "type", text: "DAX " });
  });

  it("has what one listing tells when the other fails, and a row that asks again", async () => {
    const status = { markets: 200, latest: 400 };
    await open(status);
    const labels = (): string[] => listRows(source, "forecast", "").map(({ label }) => label);
    assert.deepEqual(labels(), ["The latest forecasts cannot be listed", "SPX", "DAX"]);
    status.latest = 200;
    const { effect } = listRows(source, "forecast", "")[0] ?? {};
    assert.ok(effect?.kind === "run");
    effect.run();
    await loaded();
    assert.deepEqual(labels(), ["SPX · USD · 12 Months", "DAX"]);
  });

  it("asks for the key once where both listings are refused", async () => {
    await open({ markets: 401, latest: 401 });
    assert.deepEqual(
      listRows(source, "forecast", "").map(({ label }) => label),
      ["Enter API Key…", "The markets cannot be listed", "The latest forecasts cannot be listed"],
    );
  });

  it("has what an earlier session was given while the service is asked, and says when that was", async () => {
    const folder = temporaryFolder("palette-forecasts");
    const status = { markets: 200, latest: 200 };
    let gate: Promise<unknown> = Promise.resolve();
    const listener = service(status);
    server = await startServer((...exchange) => void gate.then(() => listener(...exchange)));
    start(server.origin, undefined, folder.path);
    await loaded();
    source.dispose();
    services.dispose();
    const answer = deferred<undefined>();
    gate = answer.promise;
    start(server.origin, undefined, folder.path);
    await until("rows", () =>
      texts("spx").length === 1 && listRows(source, "forecast", "spx")[0]?.effect.kind === "choose"
        ? true
        : undefined,
    );
    assert.equal(source.completeness(), "1 forecast of 2 markets; loading…");
    Object.assign(status, { markets: 503, latest: 503 });
    answer.resolve(undefined);
    await loaded();
    assert.deepEqual(texts("spx"), ["SPX · USD · 12 Months | US Large Caps · US Dollar"]);
    assert.match(
      source.completeness(),
      /^1 forecast of 2 markets; out of date, fetched \d+ \w+ \d{4} /,
    );
    folder.remove();
  });
});
