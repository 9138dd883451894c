import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import * as vscode from "vscode";
import { silentLog } from "../../src/shared/log";
import { SignalsGrouping } from "../../src/features/browse/signalsGrouping";
import { SignalsTree } from "../../src/features/browse/signalsTree";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { type CatalogRow } from "../../src/features/browse/catalogTree";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { HttpError, UnauthorizedError } from "../../src/service/errors";
import { signalRef } from "../../src/shared/reference";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { describeInBoth } from "../support/inBothEditors";
import { memento } from "../support/memento";
import { type TestServer, startServer } from "../support/testServer";
import { itemText } from "../support/itemText";
import { TreeServices } from "../support/treeServices";
import { nextEvent } from "../support/nextEvent";
import { accepted } from "../support/accepted";

type Row = CatalogRow<SignalsNode>;

describe("the tree of signals", () => {
  let services: TreeServices;
  let grouping: SignalsGrouping;
  let tree: SignalsTree;
  let questions: number[];
  let seriesFailures: SeriesFailures;

  function show(url: string, key?: string): void {
    questions = [];
    services = new TreeServices(url, key);
    grouping = new SignalsGrouping(memento());
    seriesFailures = new SeriesFailures();
    tree = new SignalsTree({
      services,
      context: services,
      offline: services.offline,
      reporter: services,
      seriesFailures,
      grouping,
      log: silentLog,
      expanded: new ExpandedRows(memento(), "rows"),
      language: "en",
      mayLoad: (count) => {
        questions.push(count);
        return Promise.resolve(false);
      },
    });
    tree.setVisible(true);
  }

  async function rows(...path: readonly string[]): Promise<Row[]> {
    let found = await tree.provider.getChildren();
    for (const text of path) found = await tree.provider.getChildren(rowOf(found, text));
    return found;
  }

  /** The label and description of a row, as it is shown before its value has come. */
  function textOf(row: Row): string {
    return itemText(tree.provider.getTreeItem(row)).replace(/[+−]?\d+\.\d{2}\u2002/, "");
  }

  function rowOf(found: readonly Row[], text: string): Row {
    const row = found.find((each) => textOf(each) === text);
    assert.ok(row !== undefined, `${text} is not among: ${found.map(textOf).join(", ")}`);
    return row;
  }

  async function texts(...path: readonly string[]): Promise<string[]> {
    return (await rows(...path)).map(textOf);
  }

  async function itemAt(...path: readonly string[]): Promise<vscode.TreeItem> {
    const found = await rows(...path.slice(0, -1));
    return tree.provider.getTreeItem(rowOf(found, path.at(-1) ?? ""));
  }

  /** Until the rows by tag hold what is wanted; they change as definitions come. */
  async function texted(wanted: string): Promise<string[]> {
    for (;;) {
      const changed = nextEvent(tree.provider.onDidChangeTreeData);
      const found = await texts();
      if (found.includes(wanted)) return found;
      await changed;
    }
  }

  afterEach(() => {
    tree.dispose();
    grouping.dispose();
    services.dispose();
  });

  describeInBoth("on the sample service", () => {
    beforeEach(() => {
      const { url, key } = hostSetting().sample;
      show(url, key);
    });

    it("lists signals by name, and the variants of the one that is opened", async () => {
      const signals = await texts();
      const inflation = signals.indexOf("Inflation v2 | INFL");
      assert.deepEqual(signals.slice(inflation, inflation + 2), [
        "Inflation v2 | INFL",
        "Inflation v1 | INFL · superseded",
      ]);
      const variants = await texts("Inflation v2 | INFL");
      assert.equal(variants.length, 40);
      assert.deepEqual(variants.slice(0, 2), ["Australia | AU", "Austria | AT"]);
    });

    it("nests signals of several dimensions", async () => {
      const sectors = await texts("Earnings Revisions | EARN v1", "Germany | DE");
      assert.ok(sectors.includes("Energy"));
      assert.equal(sectors.length, 11);
    });

    it("opens a variant as a chart, with everything that a row needs", async () => {
      const item = await itemAt("Inflation v2 | INFL", "United States | US");
      const path = "/sample/signals/INFL/2/country_iso=US/SNAP/latest/SAMPLE INFL US.chart";
      assert.equal(item.resourceUri?.path, path);
      assert.equal(item.command?.command, "vscode.open");
      assert.deepEqual(item.command.arguments, [item.resourceUri]);
      assert.equal(item.contextValue, "variant");
      assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.None);
      assert.match(
        item.accessibilityInformation?.label ?? "",
        /^Variant United States, US of Infl/,
      );
      assert.equal(
        item.tooltip,
        "Inflation · INFL v2\nCountry: United States (US)\nSNAP, as of latest",
      );
      assert.ok(item.iconPath instanceof vscode.ThemeIcon);
    });

    it("opens what the setting names, from the moment it is changed", async () => {
      const section = vscode.workspace.getConfiguration("macroSignals");
      const opens = (form?: "chart" | "csv" | "pie"): Thenable<void> =>
        section.update("tree.open", form, vscode.ConfigurationTarget.Global);
      const endings: (string | undefined)[] = [];
      try {
        for (const form of ["csv", "chart", "pie"] as const) {
          const changed = nextEvent(tree.provider.onDidChangeTreeData);
          await opens(form);
          await changed;
          const item = await itemAt("Inflation v2 | INFL", "United States | US");
          endings.push(item.resourceUri?.path.split(".").at(-1));
        }
      } finally {
        await opens();
      }
      assert.deepEqual(endings, ["csv", "chart", "chart"]);
    });

    it("gives new references the kind of the context, and rows the ids they had", async () => {
      const before = await itemAt("Inflation v2 | INFL", "United States | US");
      const changed = nextEvent(tree.provider.onDidChangeTreeData);
      services.change({ dataKind: "FIT" });
      await changed;
      const after = await itemAt("Inflation v2 | INFL", "United States | US");
      assert.match(after.resourceUri?.path ?? "", /\/FIT\/latest\//);
      assert.equal(after.id, before.id);
    });

    it("groups by tag, as the definitions come", async () => {
      await grouping.set("tag");
      const kinds = await texted("Model");
      assert.ok(kinds.includes("Country"));
      const countries = await texts("Country");
      assert.ok(countries.includes("Germany | DE"));
      const germany = await texts("Country", "Germany | DE");
      assert.ok(germany.includes("Inflation v2 | INFL"));
      const row = await itemAt("Country", "Germany | DE", "Inflation v2 | INFL");
      const spoken = "Variant Inflation v2, INFL of Germany";
      assert.equal(row.accessibilityInformation?.label, spoken);
      const [first] = await texts("Country", "Germany | DE", "Earnings Revisions | EARN v1");
      assert.equal(first, "Communication Services");
    });

    it("finds the row of a series, in both groupings", async () => {
      const tags = { country_iso: "DE", sector: "Energy" };
      const shape = { code: "EARN", version: 1, dataKind: "FIT", asOf: "latest" } as const;
      const wanted = signalRef({ ...shape, tags });
      for (const mode of ["signal", "tag"] as const) {
        await grouping.set(mode);
        const row = await tree.rowOf(wanted);
        assert.ok(row?.kind === "variant");
        const chain: string[] = [];
        for (
          let at: SignalsNode | undefined = row;
          at !== undefined;
          at = tree.provider.getParent(at)
        ) {
          chain.push(at.kind);
        }
        assert.equal(chain.at(-1), mode === "signal" ? "signal" : "tagKind");
        const other = signalRef({ ...shape, tags: { country_iso: "DE", sector: "None" } });
        assert.equal(await tree.rowOf(other), undefined);
      }
    });

    it("says that the data is synthetic", async () => {
      await rows();
      assert.deepEqual(tree.status, { description: "Sample, synthetic", message: "" });
    });
  });

  describe("on a service that a test writes", () => {
    let server: TestServer;
    let listener: RequestListener;
    let definition: RequestListener;
    const listing = ["INFL", "GROWTH"].map((code) => ({ code, version: 1, name: `${code} name` }));
    const one = { tags: [{ kind: "country_iso", values: ["US"] }] };

    function fail(status: number, detail: string): RequestListener {
      return (_, response) => response.writeHead(status).end(JSON.stringify({ detail }));
    }
    function answer(body: unknown): RequestListener {
      return (_, response) => response.end(JSON.stringify(body));
    }

    beforeEach(async () => {
      listener = answer(listing);
      definition = answer(one);
      server = await startServer((request, response) => {
        const isListing = request.url === "/api/v3/signal/";
        (isListing ? listener : definition)(request, response);
      });
      show(server.origin);
    });
    afterEach(() => server.close());

    it("makes one request for the signals and one for each that is opened", async () => {
      await rows();
      assert.equal(server.requests.length, 1);
      await texts("INFL name | INFL v1");
      await texts("INFL name | INFL v1");
      assert.equal(server.requests.length, 2);
    });

    it("shows one failure row for a listing that fails, and the list after a retry", async () => {
      listener = fail(404, "gone fishing");
      const [row, ...others] = await rows();
      assert.ok(row !== undefined);
      assert.deepEqual(others, []);
      const item = tree.provider.getTreeItem(row);
      assert.equal(item.contextValue, "failure.failed");
      assert.equal(item.command?.command, "macroSignals.retryNode");
      assert.match(String(item.description), /404: gone fishing/);
      assert.deepEqual(services.reported, []);
      listener = answer(listing);
      assert.equal(await tree.retry(row), true);
      assert.deepEqual(await texts(), ["GROWTH name | GROWTH v1", "INFL name | INFL v1"]);
    });

    it("forgets that a row failed in an outage once the service answers again", async () => {
      const answered = { body: "", detail: "" };
      const error = (status: number): HttpError =>
        new HttpError({ request: "GET /", attempts: 1 }, { ...answered, status });
      const [growth] = await rows();
      assert.ok(growth !== undefined);
      for (const [status, shown] of [
        [404, "signal.failed"],
        [503, "signal"],
      ] as const) {
        tree.provider.fail("GROWTH v1", error(status));
        assert.equal(tree.provider.getTreeItem(growth).contextValue, "signal.failed");
        // Returns within a minute of each other are one.
        services.offline.forget("sample");
        services.offline.note("sample", error(503));
        services.offline.note("sample");
        assert.equal(tree.provider.getTreeItem(growth).contextValue, shown);
      }
    });

    it("keeps the row of a signal whose definition fails, with the service's words", async () => {
      definition = fail(404, "no such signal");
      const [growth] = await rows();
      assert.ok(growth !== undefined);
      assert.deepEqual(await tree.provider.getChildren(growth), []);
      const failed = tree.provider.getTreeItem(growth);
      assert.equal(failed.label, "GROWTH name");
      assert.match(String(failed.description), /no such signal/);
      assert.equal(failed.contextValue, "signal.failed");
      assert.equal(failed.collapsibleState, vscode.TreeItemCollapsibleState.None);
      assert.match(failed.accessibilityInformation?.label ?? "", /GROWTH name.*no such signal/);
      definition = answer(one);
      await tree.retry(growth);
      const opened = tree.provider.getTreeItem(growth);
      assert.equal(opened.contextValue, "signal");
      assert.equal(opened.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    });

    it("locks what is not in the subscription, and asks for no key (HTTP-10)", async () => {
      definition = fail(403, "upgrade");
      const [growth] = await rows();
      assert.ok(growth !== undefined);
      await tree.provider.getChildren(growth);
      const item = tree.provider.getTreeItem(growth);
      assert.equal(item.description, "Not in your subscription");
      assert.equal(item.contextValue, "signal.locked");
      assert.ok(item.iconPath instanceof vscode.ThemeIcon);
      assert.equal(item.iconPath.id, "lock");
      assert.deepEqual(services.reported, []);
    });

    it("locks a variant whose series is not in the subscription, and still opens it (HTTP-10)", async () => {
      const [row] = await rows("GROWTH name | GROWTH v1");
      assert.ok(row?.kind === "variant");
      const facts = { request: "GET /api/v3/signal/GROWTH/1/data/", attempts: 1 };
      const answered = { status: 403, body: "", detail: "upgrade" };
      seriesFailures.note(row.target, new UnauthorizedError(facts, answered, accepted()));
      const item = tree.provider.getTreeItem(row);
      assert.equal(item.description, "Not in your subscription");
      assert.ok(item.iconPath instanceof vscode.ThemeIcon);
      assert.equal(item.iconPath.id, "lock");
      assert.equal(item.contextValue, "variant");
      assert.equal(item.command?.command, "vscode.open");
      seriesFailures.note(row.target);
      assert.notEqual(tree.provider.getTreeItem(row).description, item.description);
    });

    it("asks for the key once when it is refused", async () => {
      listener = fail(401, "no");
      const [row] = await rows();
      await rows();
      assert.ok(row !== undefined);
      const { contextValue, command } = tree.provider.getTreeItem(row);
      assert.deepEqual(
        [contextValue, command?.command],
        ["failure.key.failed", "macroSignals.enterApiKey"],
      );
      assert.equal(services.reported.length, 1);
      assert.ok(services.reported[0]?.error instanceof UnauthorizedError);
      assert.equal(services.reported[0].context.connectionId, "sample");
    });

    it("lists anew when the key was entered", async () => {
      listener = fail(401, "no");
      await rows();
      listener = answer(listing);
      const changed = nextEvent(tree.provider.onDidChangeTreeData);
      services.reset();
      await changed;
      assert.equal((await texts()).length, 2);
    });

    it("keeps what was shown when a refresh fails, and says so", async () => {
      const before = await texts();
      listener = fail(500, "broken");
      await tree.refresh();
      assert.deepEqual(await texts(), before);
      assert.ok(services.reported[0]?.error instanceof HttpError);
      assert.ok(services.reported[0].context.retry !== undefined);
    });

    it("shows what a refresh brought", async () => {
      await texts("INFL name | INFL v1");
      listener = answer([listing[0]]);
      definition = answer({ tags: [{ kind: "country_iso", values: ["DE"] }] });
      await tree.refresh();
      assert.deepEqual(await texts(), ["INFL name | INFL v1"]);
      assert.deepEqual(await texts("INFL name | INFL v1"), ["Germany | DE"]);
    });

    it("counts what could not be read", async () => {
      listener = answer([...listing, 7, null, { name: "nobody" }]);
      await rows();
      assert.equal(tree.status.message, "3 entries could not be read");
    });

    it("says so when there are no signals", async () => {
      listener = answer([]);
      assert.deepEqual(await texts(), ["The service lists no signals"]);
    });

    it("says why a variant cannot be asked for, and does not open it", async () => {
      definition = answer({ tags: [{ kind: "fmt", values: ["csv"] }] });
      const [row] = await rows("INFL name | INFL v1");
      assert.ok(row !== undefined);
      const item = tree.provider.getTreeItem(row);
      assert.equal(item.contextValue, "variantReserved");
      assert.match(String(item.description), /cannot be requested/);
      assert.equal(item.command, undefined);
      assert.equal(item.resourceUri, undefined);
    });

    it("shows texts of the service as plain lines (SEC-13)", async () => {
      const name = "<b>$(trash)</b>\n[x](command:y)\u202e";
      listener = answer([{ code: "A", name }]);
      const [row] = await rows();
      assert.ok(row !== undefined);
      const item = tree.provider.getTreeItem(row);
      assert.equal(item.label, "<b>$(trash)</b> [x](command:y)");
      assert.equal(item.tooltip, undefined);
      const { tooltip } = await tree.provider.resolveTreeItem(item, row);
      assert.ok(tooltip instanceof vscode.MarkdownString);
      // CommonMark 0.31 §2.4: a backslash before punctuation makes it text.
      assert.match(tooltip.value, /^\*\*A v0 · \\<b\\>\\\$\(trash\)\\<\/b\\> \\\[x\\\]\(command/);
      assert.notEqual(tooltip.isTrusted, true);
      assert.notEqual(tooltip.supportHtml, true);
    });

    it("forgets the rows of another connection", async () => {
      const [before] = await rows();
      assert.ok(before !== undefined);
      const typed = parseBaseUrl(server.origin);
      assert.ok(typed.ok);
      const { baseUrl } = typed;
      services.change({ connection: { kind: "service", id: "acme", name: "Acme", baseUrl } });
      assert.deepEqual(await tree.provider.getChildren(before), []);
      const [after] = await rows();
      assert.ok(after !== undefined);
      assert.notEqual(after.id, before.id);
      assert.equal(tree.status.description, "Acme");
      services.current = undefined;
      assert.deepEqual(await rows(), []);
      assert.equal(tree.status.description, "");
    });

    describe("grouped by tag", () => {
      /** Until the service was asked this often. */
      async function requested(count: number): Promise<void> {
        while (server.requests.length < count) {
          await new Promise((resolve) => setImmediate(resolve));
        }
      }

      const many = Array.from({ length: 501 }, (_, index) => ({ code: `S${index}`, version: 1 }));

      it("keeps the signals that fail in a group of their own", async () => {
        definition = (request, response) =>
          (request.url?.includes("GROWTH") === true ? fail(404, "gone") : answer(one))(
            request,
            response,
          );
        await grouping.set("tag");
        const found = await texted("Not Loaded | 1 signal");
        assert.deepEqual(found, ["Country", "Not Loaded | 1 signal"]);
        const [failed] = await rows("Not Loaded | 1 signal");
        assert.ok(failed !== undefined);
        assert.equal(tree.provider.getTreeItem(failed).contextValue, "signal.failed");
        definition = answer({ tags: [{ kind: "region", values: ["World"] }] });
        await tree.retry(failed);
        assert.deepEqual(await texts(), ["Country", "Region"]);
      });

      it("asks before it loads more than 500 definitions, and leads on without", async () => {
        listener = answer(many);
        await grouping.set("tag");
        const [row] = await rows();
        assert.ok(row !== undefined);
        const item = tree.provider.getTreeItem(row);
        assert.equal(itemText(item), "Not Loaded | 501 signals");
        assert.equal(item.contextValue, "notLoaded.failed");
        assert.deepEqual(questions, [501]);
        assert.match(tree.status.message, /needs 501 more definitions/);
        assert.equal((await texts("Not Loaded | 501 signals")).length, 501);
        assert.equal(server.requests.length, 1);
        assert.equal(await tree.retry(row), true);
        await texted("Country");
        assert.equal(tree.status.message, "");
      });

      it("stops when the view is hidden, and goes on when it is shown", async () => {
        const gate = deferred<undefined>();
        definition = (request, response) =>
          void gate.promise.then(() => answer(one)(request, response));
        listener = answer(many.slice(0, 100));
        await grouping.set("tag");
        await rows();
        // The listing, and six of eight places: two stay free for clicks.
        await requested(7);
        tree.setVisible(false);
        gate.resolve(undefined);
        await rows();
        assert.equal(server.requests.length, 7);
        tree.setVisible(true);
        await rows();
        await texted("Country");
        await requested(101);
      });

      it("stops asking, and asks for the key once, when the key is refused", async () => {
        listener = answer(many.slice(0, 100));
        definition = fail(401, "no");
        await grouping.set("tag");
        await rows();
        await texted("Not Loaded | 100 signals");
        assert.equal(services.reported.length, 1);
        assert.ok(server.requests.length < 20);
      });
    });
  });
});
