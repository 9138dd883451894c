import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import * as vscode from "vscode";
import { type ForecastsNode } from "../../src/catalog/forecastsNode";
import { forecastRef } from "../../src/shared/reference";
import { SeriesFailures } from "../../src/vscode/report/seriesFailures";
import { type CatalogRow } from "../../src/vscode/tree/catalogTree";
import { ForecastsTree } from "../../src/vscode/tree/forecastsTree";
import { hostSetting } from "../support/hostResult";
import { type TestServer, startServer } from "../support/testServer";
import { itemText } from "../support/itemText";
import { TreeServices } from "../support/treeServices";

type Row = CatalogRow<ForecastsNode>;

describe("the tree of forecasts", () => {
  let services: TreeServices;
  let tree: ForecastsTree;

  function show(url: string, key?: string): void {
    services = new TreeServices(url, key);
    tree = new ForecastsTree({
      services,
      context: services,
      reporter: services,
      seriesFailures: new SeriesFailures(),
      language: "en",
    });
  }

  function textOf(row: Row): string {
    return itemText(tree.provider.getTreeItem(row));
  }

  async function rows(...path: readonly string[]): Promise<Row[]> {
    let found = await tree.provider.getChildren();
    for (const text of path) {
      const row = found.find((each) => textOf(each) === text);
      assert.ok(row !== undefined, `${text} is not among: ${found.map(textOf).join(", ")}`);
      found = await tree.provider.getChildren(row);
    }
    return found;
  }

  async function texts(...path: readonly string[]): Promise<string[]> {
    return (await rows(...path)).map(textOf);
  }

  afterEach(() => {
    tree.dispose();
    services.dispose();
  });

  describe("on the sample service", () => {
    beforeEach(() => {
      const { url, key } = hostSetting().sample;
      show(url, key);
    });

    it("leads from groups to markets, horizons and currencies", async () => {
      assert.deepEqual(await texts(), [
        "Commodities",
        "Credit",
        "Currencies",
        "Equities",
        "Government Bonds",
      ]);
      const horizons = await texts("Equities", "US Large Caps | SPX");
      assert.deepEqual(horizons.slice(0, 2), [
        "3 Months | EUR, GBP, JPY, USD",
        "6 Months | EUR, GBP, JPY, USD",
      ]);
      assert.deepEqual(await texts("Commodities", "Gold | GOLD", "12 Months | EUR, USD"), [
        "Euro | EUR",
        "US Dollar | USD",
      ]);
    });

    it("opens a forecast as a chart", async () => {
      const [, usd] = await rows("Commodities", "Gold | GOLD", "12 Months | EUR, USD");
      assert.ok(usd !== undefined);
      const item = tree.provider.getTreeItem(usd);
      const path = "/sample/forecasts/GOLD/USD/12 Months/SAMPLE GOLD USD 12 Months.chart";
      assert.equal(item.resourceUri?.path, path);
      assert.equal(item.command?.command, "vscode.open");
      assert.equal(item.contextValue, "forecast");
      assert.equal(item.tooltip, "Gold · GOLD\n12 Months · US Dollar · USD");
    });

    it("finds the row of a series", async () => {
      const shape = { market: "GOLD", horizon: "12 Months" };
      const row = await tree.find(forecastRef({ ...shape, currency: "USD" }));
      assert.ok(row?.kind === "forecast");
      assert.equal(tree.provider.getParent(row)?.kind, "horizon");
      assert.equal(await tree.find(forecastRef({ ...shape, currency: "XXX" })), undefined);
    });
  });

  describe("on a service that a test writes", () => {
    let server: TestServer;
    let latest: RequestListener;
    let markets: RequestListener;
    const listed = [{ ticker: "SPX", name: "S&P", tags: [] }];

    function answer(body: unknown, status = 200): RequestListener {
      return (_, response) => response.writeHead(status).end(JSON.stringify(body));
    }

    beforeEach(async () => {
      markets = answer(listed);
      latest = answer([]);
      server = await startServer((request, response) => {
        const isMarkets = request.url === "/api/v3/forecast/market/";
        (isMarkets ? markets : latest)(request, response);
      });
      show(server.origin);
    });
    afterEach(() => server.close());

    it("makes one request for the markets, and one for the horizons of all", async () => {
      await rows();
      assert.equal(server.requests.length, 1);
      await rows("S&P | SPX");
      await rows("S&P | SPX");
      assert.equal(server.requests.length, 2);
    });

    it("shows markets of which nothing was discovered", async () => {
      assert.deepEqual(await texts("S&P | SPX"), [
        "The latest forecasts have no horizon for this market",
      ]);
    });

    it("keeps the row of a market when its horizons fail, and opens it after a retry", async () => {
      latest = answer({ detail: "overloaded" }, 404);
      const [market] = await rows();
      assert.ok(market !== undefined);
      assert.deepEqual(await tree.provider.getChildren(market), []);
      const failed = tree.provider.getTreeItem(market);
      assert.equal(failed.label, "S&P");
      assert.match(String(failed.description), /overloaded/);
      assert.equal(failed.contextValue, "market.failed");
      latest = answer([]);
      assert.equal(await tree.retry(market), true);
      const { Expanded } = vscode.TreeItemCollapsibleState;
      assert.equal(tree.provider.getTreeItem(market).collapsibleState, Expanded);
    });

    it("keeps what was shown when a refresh fails", async () => {
      await rows();
      markets = answer({}, 500);
      await tree.refresh();
      assert.deepEqual(await texts(), ["S&P | SPX"]);
      assert.equal(services.told.length, 1);
    });

    it("counts what could not be read in both listings", async () => {
      markets = answer([...listed, {}]);
      latest = answer([7, {}]);
      await rows("S&P | SPX");
      assert.equal(tree.status.message, "3 entries could not be read");
    });

    it("takes no row for its own that it did not make", async () => {
      for (const stranger of [undefined, null, "x", {}, { kind: "market", id: "x" }]) {
        assert.equal(await tree.retry(stranger), false);
      }
    });
  });
});
