import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { FrameWorker } from "../../../src/store/frameWorker";
import { activeDocuments } from "../../../src/editor/tabs/documentTabs";
import { targetUri } from "../../../src/editor/tabs/target";
import { acceptAll } from "../../support/acceptAll";
import { deferred } from "../../support/deferred";
import { OpenedPanels, pastPanel } from "../../support/openedPanels";
import { startServer, type TestServer } from "../../support/testServer";
import { until } from "../../support/until";

describe("panels as documents, of a service that fails", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let opened: OpenedPanels;
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
    opened = new OpenedPanels(server.origin, worker, { key: "key", transferFormat: "csv" });
  });
  afterEach(async () => {
    opened.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await server.close();
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  const reference = pastPanel("INFL", 2, { country_iso: "*" });

  /** The extension's own file system fails there: it has no such connection. */
  async function openTab(): Promise<void> {
    await vscode.commands.executeCommand("vscode.open", opened.uriOf(reference));
    const tabs = (): readonly vscode.Tab[] =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await until("the page of its failure", () =>
      tabs().find(
        ({ label, input }) =>
          label.startsWith("INFL all") && input instanceof vscode.TabInputCustom,
      ),
    );
  }

  it("show the rest, and tell once by name what failed", async () => {
    await openTab();
    assert.deepEqual(await opened.linesOf(reference), [
      "Date,country_iso,Level",
      "2024-01-02,US,5",
    ]);
    await opened.linesOf(reference);
    await until("the message", () => opened.reported[0]);
    assert.equal(opened.reported.length, 1);
    assert.match(String(opened.reported[0]?.error), /2 of 3 failed: INFL DE .*; INFL FR /);
    const offers = opened.reported[0]?.context.offers?.map(({ title }) => title);
    assert.deepEqual(offers, ["Retry", "Show Coverage"]);
    assert.equal((await opened.lensesOf(opened.uriOf(reference))).at(-2)?.title, "Retry 2 Failed");
  });

  it("have it after Retry, which asks for that alone; what fails once more is told again", async () => {
    await openTab();
    await opened.linesOf(reference);
    await until("the message", () => opened.reported[0]);
    broken.delete("DE");
    const count = server.requests.length;
    await opened.reported[0]?.context.offers?.[0]?.run();
    await until("the second message", () => opened.reported[1]);
    const asked = server.requests.slice(count).flatMap(({ target }) => {
      return /country_iso=([^&]*)/.exec(target)?.[1] ?? [];
    });
    assert.deepEqual(new Set(asked), new Set(["DE", "FR"]));
    assert.match(String(opened.reported[1]?.error), /1 of 3 failed: INFL FR /);
    assert.deepEqual((await opened.linesOf(reference)).slice(1), [
      "2024-01-01,DE,5",
      "2024-01-02,US,5",
    ]);
    const lens = (await opened.lensesOf(opened.uriOf(reference))).at(-1);
    assert.equal(
      lens?.title,
      "2 of 3 variants · 1 failed · last day 2 Jan 2024, 128 business days behind, 1 ends earlier · as of 28 Jun 2024",
    );
  });

  it("are told to fail once more after the connection has changed", async () => {
    await openTab();
    await opened.linesOf(reference);
    await until("the message", () => opened.reported[0]);
    opened.services.reset();
    await opened.linesOf(reference);
    await until("the second message", () => opened.reported[1]);
    assert.match(String(opened.reported[1]?.error), /2 of 3 failed: /);
  });

  it("say how far they are also when other work for them has ended", async () => {
    broken.clear();
    const gate = deferred<undefined>();
    held = gate.promise;
    const read = opened.linesOf(reference);
    await until("all but France", () => opened.progress.find((message) => message === "2 of 3"));
    opened.services.get = () => Promise.reject(new Error("no connection"));
    await opened.files.refresh(opened.uriOf(reference));
    gate.resolve(undefined);
    assert.equal((await read).length, 4);
    assert.deepEqual(opened.progress.slice(-2), ["2 of 3", "writing the document"]);
  });

  it("lead to the coverage of what an open text shows, else of what a chart shows", async () => {
    const target = { connectionId: "acme", reference };
    const coverageFor = async (argument: unknown): Promise<string | undefined> => {
      await opened.panels.showCoverage(argument, "md");
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputCustom);
      const text = (await vscode.workspace.openTextDocument(input.uri)).getText();
      return /^.* variants(?: · \d failed)?/m.exec(text)?.[0];
    };
    await opened.linesOf(reference);
    broken.clear();
    // As a chart refreshes it.
    await opened.services.panels.panel(reference, { isRefresh: true });
    await opened.files.readFile(targetUri(target, "json"));
    const { length } = server.requests;
    assert.equal(await coverageFor(target), "3 of 3 variants");
    await openTab();
    assert.equal(await coverageFor(target), "1 of 3 variants · 2 failed");
    assert.equal(await coverageFor(targetUri(target, "chart")), "3 of 3 variants");
    assert.equal(server.requests.length, length);
  });

  it("say of each form the coverage of what its text shows, though another is newer", async () => {
    const json = targetUri({ connectionId: "acme", reference }, "json");
    const coverageOn = async (uri: vscode.Uri): Promise<string | undefined> => {
      const titles = (await opened.lensesOf(uri)).map(({ title }) => title);
      return /^.* variants(?: · \d failed)?/.exec(titles.at(-1) ?? "")?.[0];
    };
    assert.equal((await opened.linesOf(reference)).length, 2);
    broken.clear();
    // As a chart refreshes it.
    await opened.services.panels.panel(reference, { isRefresh: true });
    const rows = JSON.parse(Buffer.from(await opened.files.readFile(json)).toString()) as unknown[];
    assert.equal(rows.length, 3);
    assert.equal(await coverageOn(json), "3 of 3 variants");
    assert.equal(await coverageOn(opened.uriOf(reference)), "1 of 3 variants · 2 failed");
  });

  it("have a page as any other document where nothing came, and no message", async () => {
    broken.add("US");
    await openTab();
    await assert.rejects(opened.linesOf(reference));
    const failure = await opened.files.failures.of(opened.uriOf(reference));
    assert.equal(
      failure?.context.attempt,
      "Could not open INFL all country_iso FIT 2024-06-28.csv",
    );
    assert.deepEqual(opened.reported, []);
  });

  it("switch between long and wide, and keep their days", async () => {
    broken.clear();
    const wide = opened.uriOf(reference, { from: 19_723, columns: ["Level"] });
    await opened.panels.switchLayout(wide);
    const long = opened.uriOf(reference, { from: 19_723 }).toString();
    assert.deepEqual(activeDocuments().map(String), [long]);
    assert.deepEqual(await opened.lensesOf(wide), []);
    await opened.files.readFile(wide);
    const lenses = await opened.lensesOf(wide);
    const titles = lenses.map(({ title }) => title);
    assert.deepEqual(titles.slice(0, -1), ["Show Coverage", "Open Chart", "Long"]);
  });

  it("ask for a column of what no text shows yet, too", async () => {
    broken.clear();
    await acceptAll(opened.panels.switchLayout(opened.uriOf(reference)));
    const wide = opened.uriOf(reference, { columns: ["Level"] });
    assert.deepEqual(activeDocuments().map(String), [wide.toString()]);
  });

  it("say which of their days a part has, and lead to all of them", async () => {
    broken.clear();
    const slice = { from: 19_724, columns: ["Level"] };
    const uri = opened.uriOf(reference, slice);
    await opened.files.readFile(uri);
    const lenses = await opened.lensesOf(uri);
    const [only, saveAll] = lenses;
    const line = lenses.at(-1);
    assert.equal(only?.title, "Only 2 Jan 2024 to 2 Jan 2024, of 1 Jan 2024 to 2 Jan 2024");
    assert.deepEqual([saveAll?.title, saveAll?.command], ["Save All…", "macroSignals.saveAs"]);
    const whole = opened.uriOf(reference, { columns: ["Level"] });
    assert.equal(String(saveAll?.arguments?.[0]), whole.toString());
    assert.equal(line?.title.slice(0, 15), "3 of 3 variants");
    const json = targetUri({ connectionId: "acme", reference }, "json", slice);
    await opened.files.readFile(json);
    const [, openCsv] = await opened.lensesOf(json);
    assert.equal(openCsv?.title, "Open All as CSV");
    assert.equal(String(openCsv.arguments?.[0]), whole.toString());
  });
});
