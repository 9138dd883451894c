import assert from "node:assert/strict";
import { type Connection } from "../../src/connect/connection";
import { type ConnectionDependencies } from "../../src/connect/connectionParts";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { ForecastsTree } from "../../src/features/browse/forecastsTree";
import { HedgingChoice } from "../../src/features/browse/hedgingChoice";
import { type SignalsTree } from "../../src/features/browse/signalsTree";
import { hitKinds } from "../../src/features/browse/palette/seriesSource";
import { OtherConnections } from "../../src/features/search/otherConnections";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { memento } from "../support/memento";
import { signalsTreeOver } from "../support/signalsTreeOver";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

const country = { kind: "country_iso", values: ["US", "DE"] };
const definitions: Readonly<Record<string, unknown>> = {
  INFL: [country],
  EARN: [{ ...country, sub_tags: [{ kind: "sector", values: ["Energy", "Banks"] }] }],
  PMI: [{ kind: "region", values: ["Europe"] }],
};

const markets = [
  { ticker: "SPX", name: "US Large Caps", tags: [{ kind: "asset", values: ["Equities"] }] },
  { ticker: "GOLD", name: "Gold", tags: [{ kind: "asset", values: ["Commodities"] }] },
];
const node = { kind: "Forecast", forecast: 0.01, exposure_adjustment: 0, drivers: [] };
const latest = ["24 Months", "3 Months", "12 Months"].flatMap((horizon) =>
  ["USD", "EUR"].map((currency_iso) => ({
    ...{ market_code: "SPX", currency_iso, horizon, hedging: "Local" },
    ...{ latest: node, attributions: [] },
  })),
);

function answerTo(path: string): unknown {
  if (path === "/api/v3/signal/") return Object.keys(definitions);
  if (path.startsWith("/api/v3/forecast/latest/")) return latest;
  if (path.startsWith("/api/v3/signal/latest/")) return [];
  if (path.includes("/hedging")) return [];
  if (path.startsWith("/api/v3/forecast/")) return markets;
  return { tags: definitions[path.split("/").at(-3) ?? ""] };
}

describe("a filter", () => {
  let server: TestServer;
  let services: TreeServices;
  /** The number of requests before what a test is about. */
  let before = 0;
  const asked = (): readonly string[] => server.requests.slice(before).map(({ target }) => target);

  beforeEach(async () => {
    server = await startServer(({ url = "" }, response) => {
      const [path = ""] = url.split("?");
      response.end(JSON.stringify(answerTo(path)));
    });
    services = new TreeServices(server.origin);
  });
  afterEach(async () => {
    services.dispose();
    await server.close();
  });

  describe("of signals", () => {
    let tree: SignalsTree;

    beforeEach(async () => {
      tree = signalsTreeOver(services);
      for (const row of await tree.provider.getChildren()) {
        if (row.kind === "signal") await tree.provider.getChildren(row);
      }
      before = server.requests.length;
    });
    afterEach(() => tree.dispose());

    /** The labels below each row, from the top. */
    async function shown(row?: SignalsNode): Promise<unknown> {
      const rows = await tree.provider.getChildren(row);
      const entries = rows.map(async (each) => [
        "label" in each ? each.label : each.kind,
        await shown(each as SignalsNode),
      ]);
      return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
    }

    it("keeps the rows that a search finds and those that lead to them, without a request", async () => {
      tree.filter("germany");
      assert.deepEqual(await shown(), {
        EARN: { Germany: { Banks: {}, Energy: {} } },
        INFL: { Germany: {} },
      });
      assert.deepEqual(tree.status.message.split(". ")[0], "Filtered by “germany”");
      tree.filter("energy germany");
      assert.deepEqual(await shown(), { EARN: { Germany: { Energy: {} } } });
      tree.filter("enregy");
      assert.deepEqual(await shown(), {
        EARN: { Germany: { Energy: {} }, "United States": { Energy: {} } },
      });
      tree.filter("xyzxyz");
      assert.deepEqual(await shown(), {});
      assert.equal(tree.status.message.split(". ")[0], "Nothing matches “xyzxyz”");
      tree.filter("");
      assert.deepEqual(Object.keys((await shown()) as object), ["EARN", "INFL", "PMI"]);
      assert.equal(tree.status.message, "");
      const others = asked().filter((target) => !target.startsWith("/api/v3/signal/latest/"));
      assert.deepEqual(others, []);
    });

    it("shows the rows of a text that is entered while another one is looked for", async () => {
      const { search } = await services.get();
      const updateStored = search.updateStored.bind(search);
      search.updateStored = async (work) => {
        await updateStored(work);
        search.updateStored = updateStored;
        tree.filter("energy");
      };
      tree.filter("germany");
      assert.deepEqual(await shown(), {
        EARN: { Germany: { Energy: {} }, "United States": { Energy: {} } },
      });
    });
  });

  it("keeps a signal by its name while its variants are not known", async () => {
    const tree = signalsTreeOver(services);
    await tree.provider.getChildren();
    before = server.requests.length;
    tree.filter("pmi");
    const [row, ...others] = await tree.provider.getChildren();
    assert.ok(row?.kind === "signal" && others.length === 0);
    assert.equal(row.signal.code, "PMI");
    assert.deepEqual(asked(), []);
    assert.equal((await tree.provider.getChildren(row)).length, 1);
    tree.dispose();
  });

  it("keeps markets, horizons and currencies, the shortest horizon first", async () => {
    const hedging = new HedgingChoice(memento());
    const tree = new ForecastsTree({
      ...{ hedging, services, context: services, offline: services.offline, reporter: services },
      ...{ seriesFailures: new SeriesFailures(), language: "en" },
      expanded: new ExpandedRows(memento(), "rows"),
    });
    const labels = async (...path: readonly string[]): Promise<readonly string[]> => {
      let rows = await tree.provider.getChildren();
      for (const label of path) {
        rows = await tree.provider.getChildren(
          rows.find((row) => "label" in row && row.label === label),
        );
      }
      return rows.map((row) => ("label" in row ? row.label : row.kind));
    };
    const all = await labels("Equities", "US Large Caps");
    assert.deepEqual(all, ["3 Months", "12 Months", "24 Months"]);
    // The newest values of the rows, which follow them, need it.
    await until("the hedging modes", () =>
      asked().includes("/api/v3/forecast/hedging/") ? true : undefined,
    );
    before = server.requests.length;
    tree.filter("spx euro");
    assert.deepEqual(await labels(), ["Equities"]);
    assert.deepEqual(await labels("Equities", "US Large Caps"), all);
    assert.deepEqual(await labels("Equities", "US Large Caps", "3 Months"), ["Euro"]);
    tree.filter("gold");
    assert.deepEqual(await labels(), ["Commodities"]);
    assert.deepEqual(await labels("Commodities"), ["Gold"]);
    assert.deepEqual(asked(), []);
    tree.dispose();
    hedging.dispose();
  });

  it("is no search of another connection, which is offered without a request", async () => {
    await services.get().then(async ({ search, catalog }) => {
      const { signal } = new AbortController();
      await search.update({ signal, onDidChange: () => undefined });
      await catalog.availableMarkets({ signal });
    });
    before = server.requests.length;
    const acme = { kind: "service", id: "acme", name: "Acme $(x)" } as Connection;
    const sample = { kind: "sample", id: "sample", name: "Sample" } as Connection;
    const connections = { services: [acme], sample };
    const parts = { connections, services } as unknown as ConnectionDependencies;
    const { signal } = new AbortController();
    let changes = 0;
    const others = new OtherConnections(parts, "sample", signal, () => {
      changes++;
    });
    assert.deepEqual(others.rows("germany", hitKinds), []);
    await until("the other connection", () => (changes > 0 ? true : undefined));
    const rows = others.rows("germany", hitKinds);
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [["Search Acme \\$(x) instead", "3 matches"]],
    );
    assert.deepEqual(rows[0]?.effect, { kind: "connection", connection: acme });
    // By a tag, as in its own list.
    changes = 0;
    others.rows("commodities", ["market", "forecast"]);
    await until("the markets", () => (changes > 0 ? true : undefined));
    const [market] = others.rows("commodities", ["market", "forecast"]);
    assert.equal(market?.description, "1 match");
    assert.deepEqual(asked(), []);
  });
});
