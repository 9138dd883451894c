import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type DocumentPlace } from "../../../src/shared/documentPlace";
import { placeUri, sampleConnection } from "../../../src/shared/place";
import { panelRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { ShownPanels } from "../../../src/features/chart/host/shownPanels";
import { SeriesFileSystem } from "../../../src/features/documents/seriesFileSystem";
import { SeriesFailures } from "../../../src/editor/report/seriesFailures";
import { SharedProgress } from "../../../src/editor/sharedProgress";
import { itInBoth } from "../../support/inBothEditors";
import { pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";
import { servicesWith } from "../../support/servicesWith";

const panel = panelRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf: pastAsOf,
});

// These drive a file system of their own, whose service never answers, beside the extension's.
describe("cancelling what a document is fetched with", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let cancelling: AbortController;
  let shown: ShownPanels;
  let files: SeriesFileSystem;
  let reported: unknown[];

  beforeEach(() => {
    cancelling = new AbortController();
    reported = [];
    const reporter = {
      report: (error: unknown): Promise<void> => {
        reported.push(error);
        return Promise.resolve();
      },
    };
    const services = servicesWith(() => new Promise<never>(() => undefined));
    shown = new ShownPanels(reporter);
    const progress = new SharedProgress((_title, work) => work(cancelling.signal, () => undefined));
    const seriesFailures = new SeriesFailures();
    const options = { services, worker, reporter, seriesFailures, panels: shown, progress };
    files = new SeriesFileSystem(options);
  });
  afterEach(async () => {
    files.dispose();
    shown.dispose();
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => worker.dispose());

  const uriOf = (connection: string, reference: DocumentPlace["reference"]): vscode.Uri =>
    vscode.Uri.parse(placeUri({ connectionId: connection, reference, form: "csv" }), true);
  const tabs = (): readonly vscode.Tab[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs);

  /** The extension's own file system fails there: it has no such connection. */
  async function openFailed(): Promise<vscode.Uri> {
    const uri = uriOf("acme", panel);
    await vscode.commands.executeCommand("vscode.open", uri);
    await until("the page of its failure", () =>
      tabs().find(
        ({ label, input }) =>
          label.startsWith("INFL all") && input instanceof vscode.TabInputCustom,
      ),
    );
    return uri;
  }

  async function cancelReading(uri: vscode.Uri): Promise<void> {
    const reading = files.readFile(uri);
    cancelling.abort();
    await assert.rejects(async () => reading);
  }

  itInBoth("closes a tab that has nothing to show, and tells of no failure", async () => {
    await cancelReading(await openFailed());
    assert.deepEqual(tabs(), []);
    assert.deepEqual(reported, []);
  });

  it("closes a comparison of which one side has nothing to show", async () => {
    const other = uriOf(sampleConnection, sampleSignal("US"));
    await vscode.commands.executeCommand("vscode.diff", other, uriOf("acme", panel), "both");
    await until("the tab", () => tabs().find(({ label }) => label === "both"));
    await cancelReading(uriOf("acme", panel));
    assert.deepEqual(tabs(), []);
  });

  it("leaves a tab that is pinned", async () => {
    const uri = await openFailed();
    await vscode.commands.executeCommand("workbench.action.pinEditor");
    await until("the pin", () => tabs().find(({ isPinned }) => isPinned));
    await cancelReading(uri);
    assert.equal(tabs().length, 1);
    await vscode.commands.executeCommand("workbench.action.unpinEditor");
    await until("the tab without a pin", () => tabs().find(({ isPinned }) => !isPinned));
  });

  it("leaves a tab that shows what was read before", async () => {
    const uri = uriOf(sampleConnection, sampleSignal("US"));
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    await cancelReading(uri);
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ["SAMPLE INFL US FIT 2024-06-28.csv"],
    );
  });
});
