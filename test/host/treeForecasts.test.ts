import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import * as vscode from "vscode";
import { type ForecastsNode } from "../../src/catalog/forecastsNode";
import { instantOfMs } from "../../src/shared/instant";
import { forecastRef } from "../../src/shared/reference";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { type CatalogRow } from "../../src/features/browse/catalogTree";
import { HedgingChoice } from "../../src/features/browse/hedgingChoice";
import { ForecastsTree } from "../../src/features/browse/forecastsTree";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { itInBoth } from "../support/inBothEditors";
import { nextEvent } from "../support/nextEvent";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { memento } from "../support/memento";
import { itemText } from "../support/itemText";
import { TreeServices } from "../support/treeServices";
import { englishIn, treeTexts } from "../support/treeTexts";
import { pseudoTranslated } from "../support/pseudoHost";

type Row = CatalogRow<ForecastsNode>;

describe("the tree of forecasts", () => {
  let services: TreeServices;
  let tree: ForecastsTree;
  let hedging: HedgingChoice;

  function show(url: string, key?: string, storageFolder?: string): void {
    services = new TreeServices(url, key, undefined, storageFolder);
    hedging = new HedgingChoice(memento());
    tree = new ForecastsTree({
      hedging,
      services,
      context: services,
      offline: services.offline,
      reporter: services,
      seriesFailures: new SeriesFailures(),
      expanded: new ExpandedRows(memento(), "rows"),
      language: "en",
    });
  }

  /** What a row says before its value has come. */
  function textOf(row: Row): string {
    return itemText(tree.provider.getTreeItem(row)).replace(
      /−?\d+\.\d{2} %\u2002(?:\w+\u2002)?/,
      "",
    );
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
    hedging.dispose();
    services.dispose();
  });

  describe("on the sample service", () => {
    beforeEach(() => {
      const { url, key } = hostSetting().sample;
      show(url, key);
    });

    itInBoth("leads from groups to markets, horizons and currencies", async () => {
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

    it("has no English but the service's names when the editor is pseudo-translated", async () => {
      const { url, key } = hostSetting().sample;
      const answers = await Promise.all(
        ["forecast/market/", "forecast/latest/"].map((path) =>
          fetch(new URL(`/api/v3/${path}`, url), { headers: { "X-API-Key": key } }),
        ),
      );
      const listed = await Promise.all(answers.map((answer) => answer.text()));
      let read: readonly string[] = [];
      await pseudoTranslated(async () => {
        await texts();
        read = await treeTexts(tree.provider);
      });
      assert.ok(read.length > 500 && read.join().includes("ŧ"), `${read.length} texts`);
      // Currencies have the names of the platform.
      const currencies = new Intl.DisplayNames("en", { type: "currency" });
      const codes = listed.join().match(/(?<=")[A-Z]{3}(?=")/g) ?? [];
      const named = codes.map((code) => currencies.of(code) ?? code);
      const known = new Set(englishIn([...listed, ...named, "SAMPLE UTC"]));
      assert.deepEqual(
        englishIn(read).filter((word) => !known.has(word)),
        [],
      );
    });

    itInBoth("opens a forecast as a chart", async () => {
      const [, usd] = await rows("Commodities", "Gold | GOLD", "12 Months | EUR, USD");
      assert.ok(usd !== undefined);
      const item = tree.provider.getTreeItem(usd);
      const path = "/sample/forecasts/GOLD/USD/12 Months/SAMPLE GOLD USD 12 Months.chart";
      assert.equal(item.resourceUri?.path, path);
      assert.equal(item.command?.command, "vscode.open");
      assert.equal(item.contextValue, "forecast");
      const tooltip = item.tooltip ?? (await tree.provider.resolveTreeItem(item, usd)).tooltip;
      assert.ok(typeof tooltip === "string");
      assert.match(tooltip, /^Gold · GOLD\n12 Months · US Dollar · USD/);
    });

    it("finds the row of a series", async () => {
      const shape = { market: "GOLD", horizon: "12 Months" };
      const row = await tree.rowOf(forecastRef({ ...shape, currency: "USD" }));
      assert.ok(row?.kind === "forecast");
      assert.equal(tree.provider.getParent(row)?.kind, "horizon");
      assert.equal(await tree.rowOf(forecastRef({ ...shape, currency: "XXX" })), undefined);
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
      const ofForecasts = server.requests.filter(({ target }) => target.includes("/latest/"));
      assert.equal(ofForecasts.length, 1);
    });

    it("shows markets of which nothing was discovered", async () => {
      assert.deepEqual(await texts("S&P | SPX"), [
        "The latest forecasts have no horizon for this market",
      ]);
    });

    describe("with newest forecasts in two hedging modes", () => {
      const summary = (hedging: string, forecast: number, currency = "USD"): unknown => {
        const root = { kind: "Forecast", forecast, drivers: [] };
        const key = { market_code: "SPX", currency_iso: currency, horizon: "12 Months", hedging };
        return { ...key, latest: root };
      };
      const modes = [{ name: "Unhedged", description: "Open to the currency" }, { name: "Hedged" }];
      const horizon = ["S&P | SPX", "12 Months | EUR, USD"] as const;

      /** The descriptions of the forecasts once their values have come. */
      async function forecasts(): Promise<unknown[]> {
        const found = await rows(...horizon);
        const changed = nextEvent(tree.onDidChangeStatus);
        for (const row of found) tree.provider.getTreeItem(row);
        await changed;
        return shown();
      }
      async function shown(): Promise<unknown[]> {
        const found = await rows(...horizon);
        return found.map((row) => tree.provider.getTreeItem(row).description);
      }

      beforeEach(() => {
        const summaries = [
          summary("Hedged", 0.0412),
          summary("Unhedged", 0.0568),
          summary("Hedged", -0.0123, "EUR"),
          summary("Unhedged", -0.0123, "EUR"),
        ];
        latest = (request, response) => {
          const isHedging = request.url === "/api/v3/forecast/hedging/";
          answer(isHedging ? modes : summaries)(request, response);
        };
      });

      it("has the first mode of the service beside a forecast, named where modes differ", async () => {
        assert.deepEqual(await forecasts(), ["−1.23 %\u2002EUR", "5.68 %\u2002Unhedged\u2002USD"]);
        assert.equal(tree.status.description, "Unhedged · Sample, synthetic");
      });

      it("has the chosen mode, which is remembered for the connection", async () => {
        await forecasts();
        const question = await tree.shownHedging();
        assert.deepEqual(question, {
          connectionId: "sample",
          hedgings: modes,
          current: "Unhedged",
        });
        await hedging.set("sample", "Hedged");
        assert.deepEqual(await shown(), ["−1.23 %\u2002EUR", "4.12 %\u2002Hedged\u2002USD"]);
        await hedging.set("acme", "Unhedged");
        assert.deepEqual(await shown(), ["−1.23 %\u2002EUR", "4.12 %\u2002Hedged\u2002USD"]);
      });

      it("has the modes of its answers where the service names none", async () => {
        const answers = latest;
        latest = (request, response) => {
          const isHedging = request.url === "/api/v3/forecast/hedging/";
          (isHedging ? answer({}, 404) : answers)(request, response);
        };
        assert.deepEqual(await forecasts(), ["−1.23 %\u2002EUR", "4.12 %\u2002Hedged\u2002USD"]);
        assert.deepEqual(services.reported, []);
      });

      it("has no value as of an earlier time, and says why", async () => {
        services.change({ asOf: instantOfMs(Date.UTC(2024, 5, 28)) ?? "latest" });
        assert.deepEqual(await shown(), ["EUR", "USD"]);
        assert.doesNotMatch(tree.status.description, /as of/);
        assert.equal(tree.status.message, "Forecasts have no as-of");
      });
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
      assert.equal(services.reported.length, 1);
    });

    it("counts what could not be read in both listings", async () => {
      markets = answer([...listed, {}]);
      latest = answer([7, {}]);
      await rows("S&P | SPX");
      assert.equal(tree.status.message, "3 entries could not be read");
    });

    describe("that an earlier session has used", () => {
      let folder: TemporaryFolder;
      /** Lets the service list the markets and the latest forecasts, in this way. */
      let release: (by: RequestListener) => void;
      const forecast = {
        market_code: "SPX",
        currency_iso: "USD",
        horizon: "12 Months",
        hedging: "Local",
        latest: { kind: "Forecast", forecast: 0.01 },
      };

      beforeEach(async () => {
        folder = temporaryFolder("tree-forecasts");
        latest = answer([forecast]);
        showAgain();
        await rows("S&P | SPX");
        const answered = deferred<RequestListener>();
        markets = (...exchange) => void answered.promise.then((by) => by(...exchange));
        latest = markets;
        release = answered.resolve;
        showAgain();
      });
      afterEach(() => folder.remove());

      function showAgain(): void {
        tree.dispose();
        services.dispose();
        show(server.origin, undefined, folder.path);
      }

      it("has its rows before the service answers, horizons too", async () => {
        assert.deepEqual(await texts("S&P | SPX"), ["12 Months | USD"]);
        assert.equal(tree.status.message, "");
        release(answer(listed));
      });

      it("puts what the service then lists in their place", async () => {
        await rows();
        const changed = nextEvent(tree.provider.onDidChangeTreeData);
        release(answer([...listed, { ticker: "DAX", name: "DAX", tags: [] }]));
        await changed;
        assert.deepEqual(await texts(), ["DAX | DAX", "S&P | SPX"]);
      });

      it("keeps them while the service is away, and says so above them", async () => {
        await rows();
        const changed = nextEvent(tree.provider.onDidChangeTreeData);
        release(answer({}, 503));
        await changed;
        assert.deepEqual(await texts("S&P | SPX"), ["12 Months | USD"]);
        assert.match(tree.status.message, /^The service cannot be reached. This list was fetched /);
        assert.deepEqual(services.reported, []);
      });

      it("shows them no more once the service has refused them", async () => {
        await rows();
        const changed = nextEvent(tree.provider.onDidChangeTreeData);
        release(answer({}, 403));
        await changed;
        const [row, ...others] = await rows();
        assert.ok(row !== undefined);
        assert.deepEqual(others, []);
        assert.equal(tree.provider.getTreeItem(row).contextValue, "failure.key.failed");
      });
    });

    it("takes no row for its own that it did not make", async () => {
      for (const stranger of [undefined, null, "x", {}, { kind: "market", id: "x" }]) {
        assert.equal(await tree.retry(stranger), false);
      }
    });
  });
});
