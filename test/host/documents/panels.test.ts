import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import {
  type PanelRef,
  type SignalRef,
  type TagSet,
  panelRef,
  signalRef,
} from "../../../src/shared/reference";
import { type Slice } from "../../../src/shared/slice";
import { FrameWorker } from "../../../src/store/frameWorker";
import { PanelDocuments } from "../../../src/vscode/documents/panels/panelDocuments";
import { SeriesFileSystem } from "../../../src/vscode/documents/seriesFileSystem";
import { targetUri } from "../../../src/vscode/target";
import { type FailureContext } from "../../../src/vscode/report/failureReporter";
import { SeriesFailures } from "../../../src/vscode/report/seriesFailures";
import { SharedProgress } from "../../../src/vscode/sharedProgress";
import { deferred } from "../../support/deferred";
import { hostSetting } from "../../support/hostResult";
import { fetchedCsv, pastAsOf } from "../../support/sampleSeries";
import { rowsBetween, seriesTable } from "../../support/seriesTable";
import { startServer, type TestServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

const names = ["Level", "Momentum", "Aggregate"];
const always = ["0000-01-01", "9999-12-31"] as const;

function panel(code: string, version: number, tags: Readonly<Record<string, TagSet>>): PanelRef {
  const reference = panelRef({ code, version, tags, dataKind: "FIT", asOf: pastAsOf });
  assert.ok(reference.family === "panel");
  return reference;
}

/** Days and values of a series as texts, as a request of its own gives them; undefined where the service has none. */
async function single(reference: SignalRef): Promise<readonly string[] | undefined> {
  try {
    const table = seriesTable(await fetchedCsv(hostSetting().sample, reference));
    return rowsBetween(table, names, always).map((row) => row.join(","));
  } catch (error) {
    assert.match(String(error), /: 404$/);
    return undefined;
  }
}

function variant({ code, version, dataKind, asOf }: PanelRef, tags: SignalRef["tags"]): SignalRef {
  return signalRef({ code, version, tags, dataKind, asOf });
}

describe("panels as documents", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let panels: PanelDocuments;
  let files: SeriesFileSystem;
  let told: { readonly error: unknown; readonly context: FailureContext }[];
  /** How far what is under way is. */
  let progress: string[];

  function open(url: string, key: string, transferFormat: "csv" | "parquet" = "parquet"): void {
    [told, progress] = [[], []];
    const reporter = {
      report: (error: unknown, context: FailureContext): Promise<void> => {
        told.push({ error, context });
        return Promise.resolve();
      },
    };
    services = new TestServices(url, worker, { key, transferFormat });
    panels = new PanelDocuments({ services, reporter });
    const options = { services, worker, reporter, seriesFailures: new SeriesFailures() };
    const shared = new SharedProgress((_title, work) =>
      work(new AbortController().signal, (message) => progress.push(message)),
    );
    files = new SeriesFileSystem({ ...options, panels: panels.shown, progress: shared });
  }

  function uriOf(reference: PanelRef, slice?: Slice): vscode.Uri {
    return targetUri({ connectionId: "acme", reference }, "csv", slice);
  }

  async function linesOf(reference: PanelRef, slice?: Slice): Promise<string[]> {
    const bytes = await files.readFile(uriOf(reference, slice));
    return Buffer.from(bytes).toString("utf8").trimEnd().split("\n");
  }

  /** What stands on top of a document. */
  async function lensesOf(uri: vscode.Uri): Promise<string[]> {
    // All that the provider looks at.
    const document = { uri } as vscode.TextDocument;
    const lenses = await panels.provideCodeLenses(document);
    return lenses.map(({ command }) => command?.title ?? "");
  }

  afterEach(async () => {
    files.dispose();
    panels.dispose();
    services.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => worker.dispose());

  describe("of the sample service", () => {
    beforeEach(() => open(hostSetting().sample.url, hostSetting().sample.key));

    it("have every value of all countries as single requests give them", async () => {
      const reference = panel("INFL", 2, { country_iso: "*" });
      const [head, ...lines] = await linesOf(reference);
      assert.equal(head, "Date,country_iso,Level,Momentum,Aggregate");
      const byCountry = new Map<string, string[]>();
      for (const line of lines) {
        const [day = "", country = "", ...values] = line.split(",");
        const rows = byCountry.get(country) ?? [];
        rows.push([day, ...values].join(","));
        byCountry.set(country, rows);
      }
      assert.equal(byCountry.size, 40);
      assert.deepEqual([...byCountry.keys()], [...byCountry.keys()].sort());
      for (const [country, rows] of byCountry) {
        assert.deepEqual(rows, await single(variant(reference, { country_iso: country })), country);
      }
    });

    it("stand side by side for one column of a signal of two dimensions, one of them held", async () => {
      const reference = panel("EARN", 1, { country_iso: "*", sector: ["Energy"] });
      const [head = "", ...lines] = await linesOf(reference, { columns: ["Level"] });
      const [, ...countries] = head.split(",");
      assert.ok(countries.length > 20);
      const table = seriesTable(`${[head, ...lines].join("\n")}\n`);
      for (const country of countries) {
        const own = variant(reference, { country_iso: country, sector: "Energy" });
        const rows = rowsBetween(table, [country], always).map((row) => row.join(","));
        const wanted = await fetchedCsv(hostSetting().sample, own);
        assert.deepEqual(
          rows.filter((row) => !row.endsWith(",")),
          rowsBetween(seriesTable(wanted), ["Level"], always)
            .map((row) => row.join(","))
            .filter((row) => !row.endsWith(",")),
        );
      }
    });

    it("lack what the service does not have, which is coverage and no failure", async () => {
      const reference = panel("TERMS", 1, { country_iso: "*", commodity: ["Gold"] });
      const [, ...lines] = await linesOf(reference);
      const found = new Set(lines.map((line) => line.split(",")[2] ?? ""));
      const { items } = await services.catalog.signals();
      const terms = items.find(({ code }) => code === "TERMS");
      assert.ok(terms !== undefined);
      const { tags } = await services.catalog.definition(terms);
      const countries = tags.find(({ kind }) => kind === "country_iso")?.values ?? [];
      for (const country of countries) {
        const rows = await single(variant(reference, { country_iso: country, commodity: "Gold" }));
        assert.equal(rows !== undefined, found.has(country), country);
      }
      assert.ok(found.size < countries.length);
      const [line] = await lensesOf(uriOf(reference));
      const missing = countries.length - found.size;
      const counts = `${found.size} of ${countries.length} variants · ${missing} without data · `;
      assert.equal(line?.slice(0, counts.length), counts);
      assert.deepEqual(told, []);
    });

    it("lead to their coverage as Markdown and CSV", async () => {
      const reference = panel("INFL", 2, { country_iso: ["US", "XX"] });
      const target = { connectionId: "acme", reference };
      await panels.showCoverage(target, "md");
      const markdown = vscode.window.activeTextEditor?.document;
      assert.equal(markdown?.languageId, "markdown");
      const us = await single(variant(reference, { country_iso: "US" }));
      const last = us?.at(-1)?.slice(0, 10);
      assert.match(markdown.getText(), /^# Coverage of INFL US\+XX FIT 2024-06-28$/m);
      assert.match(markdown.getText(), /^1 of 2 variants · 1 without data · last day /m);
      assert.match(markdown.getText(), /^\| XX +\| +\| +\| +0 \|.* no data +\|$/m);
      await panels.showCoverage(target, "csv");
      const csv = vscode.window.activeTextEditor?.document.getText() ?? "";
      const [head, first, second] = csv.split("\n");
      assert.equal(
        head,
        "country_iso,first_day,last_day,rows,gaps,lag_business_days,uneven,status",
      );
      assert.equal(first?.split(",")[2], last);
      assert.equal(first?.split(",")[3], String(us?.length));
      assert.equal(second, "XX,,,0,,,,no data");
    });
  });

  describe("of a service that fails", () => {
    let server: TestServer;
    let broken: Set<string>;
    /** France comes no sooner. */
    let held: Promise<unknown>;

    beforeEach(async () => {
      broken = new Set(["DE", "FR"]);
      held = Promise.resolve();
      server = await startServer((request, response) => {
        const country = /[?&]country_iso=([^&]*)/.exec(request.url ?? "")?.[1] ?? "";
        const tags = [{ kind: "country_iso", values: ["US", "DE", "FR"] }];
        if (broken.has(country)) response.statusCode = 400;
        const csv = `Date,Level\n2024-01-0${country === "US" ? 2 : 1},5\n`;
        if (country === "FR") void held.then(() => response.end(csv));
        else if (country !== "") response.end(csv);
        else response.end(JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags }));
      });
      open(server.origin, "key", "csv");
    });
    afterEach(async () => {
      await server.close();
      await vscode.commands.executeCommand("notifications.clearAll");
    });

    const reference = panel("INFL", 2, { country_iso: "*" });

    /** The extension's own file system fails there: it has no such connection. */
    async function openTab(): Promise<void> {
      await vscode.commands.executeCommand("vscode.open", uriOf(reference));
      const tabs = (): readonly vscode.Tab[] =>
        vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      await until("the tab", () => tabs().find(({ label }) => label.startsWith("INFL all")));
    }

    it("show the rest, and tell once by name what failed", async () => {
      await openTab();
      assert.deepEqual(await linesOf(reference), ["Date,country_iso,Level", "2024-01-02,US,5"]);
      await linesOf(reference);
      await until("the message", () => told[0]);
      assert.equal(told.length, 1);
      assert.match(String(told[0]?.error), /2 of 3 failed: INFL DE .*; INFL FR /);
      const offers = told[0]?.context.offers?.map(({ title }) => title);
      assert.deepEqual(offers, ["Retry", "Show Coverage"]);
      assert.equal((await lensesOf(uriOf(reference))).at(-1), "Retry 2 Failed");
    });

    it("have it after Retry, which asks for that alone; what fails once more is told again", async () => {
      await openTab();
      await linesOf(reference);
      await until("the message", () => told[0]);
      broken.delete("DE");
      const count = server.requests.length;
      await told[0]?.context.offers?.[0]?.run();
      await until("the second message", () => told[1]);
      const asked = server.requests.slice(count).flatMap(({ target }) => {
        return /country_iso=([^&]*)/.exec(target)?.[1] ?? [];
      });
      assert.deepEqual(new Set(asked), new Set(["DE", "FR"]));
      assert.match(String(told[1]?.error), /1 of 3 failed: INFL FR /);
      assert.deepEqual((await linesOf(reference)).slice(1), ["2024-01-01,DE,5", "2024-01-02,US,5"]);
      const [line] = await lensesOf(uriOf(reference));
      assert.equal(
        line,
        "2 of 3 variants · 1 failed · last day 2024-01-02, 128 business days behind, 1 uneven · as of 2024-06-28",
      );
    });

    it("are told to fail once more after the connection has changed", async () => {
      await openTab();
      await linesOf(reference);
      await until("the message", () => told[0]);
      services.reset();
      await linesOf(reference);
      await until("the second message", () => told[1]);
      assert.match(String(told[1]?.error), /2 of 3 failed: /);
    });

    it("say how far they are also when other work for them has ended", async () => {
      broken.clear();
      const gate = deferred<undefined>();
      held = gate.promise;
      const read = linesOf(reference);
      await until("all but France", () => progress.find((message) => message === "2 of 3"));
      services.get = () => Promise.reject(new Error("no connection"));
      await files.refresh(uriOf(reference));
      gate.resolve(undefined);
      assert.equal((await read).length, 4);
      assert.equal(progress.at(-1), "3 of 3");
    });

    it("lead to the coverage of what an open text shows, else of what a chart shows", async () => {
      const target = { connectionId: "acme", reference };
      const coverageFor = async (argument: unknown): Promise<string | undefined> => {
        await panels.showCoverage(argument, "md");
        const text = vscode.window.activeTextEditor?.document.getText() ?? "";
        return /^.* variants(?: · \d failed)?/m.exec(text)?.[0];
      };
      await linesOf(reference);
      broken.clear();
      // As a chart refreshes it.
      await services.panels.panel(reference, { isRefresh: true });
      const { length } = server.requests;
      assert.equal(await coverageFor(target), "3 of 3 variants");
      await openTab();
      assert.equal(await coverageFor(target), "1 of 3 variants · 2 failed");
      assert.equal(await coverageFor(targetUri(target, "chart")), "3 of 3 variants");
      assert.equal(server.requests.length, length);
    });

    it("have a coverage that leads to its CSV for as long as there is a tab", async () => {
      const target = { connectionId: "acme", reference };
      await panels.showCoverage(target, "md");
      const uri = vscode.window.activeTextEditor?.document.uri;
      assert.ok(uri !== undefined);
      // As after the window was reloaded.
      for (const each of [files, panels, services]) each.dispose();
      open(server.origin, "key", "csv");
      await panels.showCoverage(target, "csv");
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        uri,
      );
      const [command] = lenses.flatMap((lens) => lens.command ?? []);
      assert.equal(command?.title, "Open as CSV");
      assert.equal(String(command.arguments?.[0]), uriOf(reference).toString());
    });

    it("are told as any other document where nothing came", async () => {
      broken.add("US");
      await openTab();
      await assert.rejects(linesOf(reference));
      const { context } = await until("the message", () => told[0]);
      assert.equal(context.attempt, "Opening INFL all country_iso FIT 2024-06-28.csv");
      assert.equal(told.length, 1);
    });

    it("switch between long and wide, and keep their days", async () => {
      broken.clear();
      const wide = uriOf(reference, { from: 19_723, columns: ["Level"] });
      await panels.switchLayout(wide);
      const long = uriOf(reference, { from: 19_723 }).toString();
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.ok(activeTab?.input instanceof vscode.TabInputText);
      assert.equal(activeTab.input.uri.toString(), long);
      const titles = await lensesOf(wide);
      assert.deepEqual(titles, []);
      await files.readFile(wide);
      assert.deepEqual((await lensesOf(wide)).slice(1), ["Show Coverage", "Open Chart", "Long"]);
    });
  });
});
