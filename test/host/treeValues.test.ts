import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import * as vscode from "vscode";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { instantOfMs, type Instant } from "../../src/shared/instant";
import { silentLog } from "../../src/shared/log";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { type CatalogRow } from "../../src/features/browse/catalogTree";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SignalsGrouping } from "../../src/features/browse/signalsGrouping";
import { SignalsTree } from "../../src/features/browse/signalsTree";
import { hostSetting } from "../support/hostResult";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { pseudoTranslated } from "../support/pseudoHost";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { englishIn, treeTexts } from "../support/treeTexts";

function instantOf(day: string): Instant {
  const instant = instantOfMs(Date.parse(day));
  if (instant === undefined) throw new RangeError(`${day} is no day`);
  return instant;
}

type Row = CatalogRow<SignalsNode>;

describe("newest values in the tree of signals", () => {
  let services: TreeServices;
  let grouping: SignalsGrouping;
  let tree: SignalsTree;

  function show(url: string, key?: string): void {
    services = new TreeServices(url, key);
    grouping = new SignalsGrouping(memento());
    tree = new SignalsTree({
      services,
      context: services,
      offline: services.offline,
      reporter: services,
      seriesFailures: new SeriesFailures(),
      grouping,
      log: silentLog,
      expanded: new ExpandedRows(memento(), "rows"),
      language: "en",
      mayLoad: () => Promise.resolve(false),
    });
  }

  /** The rows below the signal of this label. */
  async function variantsOf(signal: string): Promise<Row[]> {
    const signals = await tree.provider.getChildren();
    const row = signals.find((each) => tree.provider.getTreeItem(each).label === signal);
    assert.ok(row !== undefined);
    return tree.provider.getChildren(row);
  }

  function item(rows: readonly Row[], label: string): vscode.TreeItem {
    const items = rows.map((row) => tree.provider.getTreeItem(row));
    const found = items.find((each) => each.label === label);
    assert.ok(found !== undefined, `${label} is not a row`);
    return found;
  }

  /** The rows of a signal once values have come to them, or cannot come. */
  async function changedRows(signal: string): Promise<Row[]> {
    const rows = await variantsOf(signal);
    const changed = nextEvent(tree.onDidChangeStatus);
    for (const row of rows) tree.provider.getTreeItem(row);
    await changed;
    return rows;
  }

  async function setValue(value: string | undefined): Promise<void> {
    const settings = vscode.workspace.getConfiguration("macroSignals");
    await settings.update("tree.value", value, vscode.ConfigurationTarget.Global);
  }

  afterEach(async () => {
    await setValue(undefined);
    tree.dispose();
    grouping.dispose();
    services.dispose();
  });

  it("are those of the service, first in the descriptions, in the score of the setting", async () => {
    const { url, key } = hostSetting().sample;
    const response = await fetch(`${url}/api/v3/signal/latest/`, { headers: { "X-API-Key": key } });
    const answer = (await response.json()) as readonly Record<string, unknown>[];
    const wanted = (score: string): Record<string, string> =>
      Object.fromEntries(
        answer
          .filter((record) => record["signal_code"] === "INFL" && record["version"] === 2)
          .map((record) => {
            const value = Number((record["latest"] as Record<string, number>)[score]).toFixed(2);
            const isZero = !/[1-9]/.test(value);
            const sign = isZero ? "" : value.startsWith("-") ? "−" : "+";
            return [String(record["country_iso"]), `${sign}${value.replace("-", "")}`];
          }),
      );
    show(url, key);
    const changed = nextEvent(tree.provider.onDidChangeTreeData);
    let rows = await changedRows("Inflation v2");
    // No other row: one that is drawn anew may lose the key that is pressed.
    assert.deepEqual(await changed, rows);
    for (const [value, score] of [
      [undefined, "Aggregate"],
      ["level", "Level"],
      ["momentum", "Momentum"],
    ] as const) {
      await setValue(value);
      rows = await variantsOf("Inflation v2");
      const shown = rows.map((row) => {
        const [number = "", code = ""] = String(tree.provider.getTreeItem(row).description).split(
          "\u2002",
        );
        return [code, number];
      });
      assert.equal(shown.length, 40);
      assert.deepEqual(Object.fromEntries(shown), wanted(score));
    }
    const reading = rows.map(async (row) => {
      const shown = tree.provider.getTreeItem(row);
      const code = String(shown.description).split("\u2002").at(-1) ?? "";
      const { tooltip } = await tree.provider.resolveTreeItem(shown, row);
      assert.ok(typeof tooltip === "string");
      return [code, tooltip.split("\n").slice(3, 6)] as const;
    });
    const told = await Promise.all(reading);
    const scores = ["Aggregate", "Level", "Momentum"].map(
      (score) => [score, wanted(score)] as const,
    );
    assert.deepEqual(
      told,
      told.map(([code]) => [
        code,
        scores.map(([score, values]) => `${score}: ${values[code] ?? ""}`),
      ]),
    );
    await setValue("none");
    assert.equal(item(rows, "Germany").description, "DE");
  });

  describe("on a service that a test writes", () => {
    let server: TestServer;
    let latest: RequestListener;
    const records = (aggregate: number): unknown => [
      record("US", "2024-06-28", aggregate),
      record("DE", "2024-05-31", -1.204),
      {
        ...record("FR", "2024-06-28", 1),
        latest: { Date: "2024-06-28", Level: 1, Momentum: 1, Aggregate: null },
      },
    ];

    function record(country: string, day: string, aggregate: number): Record<string, unknown> {
      const values = { Date: `${day}T00:00:00`, Level: 0.25, Momentum: -0.5, Aggregate: aggregate };
      const produced = { point_in_time: "2024-07-02T07:38:00" };
      return { signal_code: "INFL", version: 2, country_iso: country, latest: values, ...produced };
    }
    function answer(body: unknown): RequestListener {
      return (_, response) => response.end(JSON.stringify(body));
    }
    const countries = { kind: "country_iso", values: ["US", "DE", "FR", "JP"] };
    const listing = answer([{ code: "INFL", version: 2, name: "Inflation", tags: [countries] }]);

    beforeEach(async () => {
      latest = answer(records(0.421));
      server = await startServer((request, response) => {
        (request.url === "/api/v3/signal/" ? listing : latest)(request, response);
      });
      show(server.origin);
    });
    afterEach(() => server.close());

    const asked = (): number =>
      server.requests.filter(({ target }) => target === "/api/v3/signal/latest/").length;

    it("stand in rows without English when the editor is pseudo-translated", async () => {
      const data =
        /^(INFL|Inflation|US|United|States|Germany|France|Japan|Sample|country|Country|iso|UTC|SNAP|Jun|Jul|May)$/;
      const columns = /^(Aggregate|Level|Momentum)$/;
      const read: string[] = [];
      await pseudoTranslated(async () => {
        await changedRows("Inflation");
        read.push(...(await treeTexts(tree.provider)));
        latest = (_, response) => response.writeHead(404).end();
        show(server.origin);
        await changedRows("Inflation");
        read.push(...(await treeTexts(tree.provider)));
      });
      assert.ok(read.length >= 10 && read.join().includes("ŧ"));
      assert.deepEqual(
        englishIn(read).filter((word) => !data.test(word) && !columns.test(word)),
        [],
      );
    });

    it("are asked for with the first row of a variant, once for all, and again by a refresh", async () => {
      await variantsOf("Inflation");
      assert.equal(asked(), 0);
      const rows = await changedRows("Inflation");
      assert.equal(item(rows, "United States").description, "+0.42\u2002US");
      assert.equal(asked(), 1);
      latest = answer(records(-0.004));
      await tree.refresh();
      const renewed = await changedRows("Inflation");
      assert.equal(item(renewed, "United States").description, "0.00\u2002US");
      assert.equal(asked(), 2);
    });

    it("are not shown as of an earlier time, and are not asked for", async () => {
      services.change({ asOf: instantOf("2024-06-30") });
      const rows = await variantsOf("Inflation");
      assert.equal(item(rows, "Germany").description, "DE");
      assert.equal(tree.status.message, "Values only for latest");
      assert.equal(asked(), 0);
    });

    it("are missing where the service has none, which is said once above the rows", async () => {
      latest = (_, response) => response.writeHead(404).end("{}");
      const rows = await changedRows("Inflation");
      assert.equal(item(rows, "Germany").description, "DE");
      assert.equal(tree.status.message, "No values: Sample does not provide latest signals");
      assert.deepEqual(services.reported, []);
      assert.equal(asked(), 1);
    });

    it("stand in the tooltip with the other scores, their day and production", async () => {
      const rows = await changedRows("Inflation");
      const [germany] = rows.filter((row) => tree.provider.getTreeItem(row).label === "Germany");
      assert.ok(germany !== undefined);
      const shown = tree.provider.getTreeItem(germany);
      assert.equal(shown.tooltip, undefined);
      // 31 May 2024 is a Friday, 2 July a Tuesday: 22 business days.
      const tooltip = [
        "Inflation · INFL v2",
        "Country: Germany (DE)",
        "SNAP, as of latest",
        "Aggregate: −1.20",
        "Level: +0.25",
        "Momentum: −0.50",
        "31 May 2024, 22 business days before production",
        "Produced 2 Jul 2024 07:38 UTC",
      ];
      const resolved = await tree.provider.resolveTreeItem(shown, germany);
      assert.equal(resolved.tooltip, tooltip.join("\n"));
    });

    it("have their day beside them when others of the signal are newer, and are heard", async () => {
      const rows = await changedRows("Inflation");
      assert.equal(item(rows, "Germany").description, "−1.20\u200231 May 2024\u2002DE");
      assert.equal(
        item(rows, "United States").accessibilityInformation?.label,
        "Variant United States, US of Inflation, Aggregate plus 0.42, 28 Jun 2024",
      );
      assert.equal(item(rows, "France").description, "–\u2002FR");
      assert.equal(item(rows, "Japan").description, "JP");
    });
  });
});
