import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartPlaceOfUri } from "../../../src/shared/chartPlace";
import { sampleConnection } from "../../../src/shared/place";
import { sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";

const rows = ["US", "DE", "JP"].map((country) => ({
  target: { connectionId: sampleConnection, reference: sampleSignal(country) },
}));

const tabs = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap((group) => group.tabs);

describe("several selected rows", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("open each in a tab that stays", async () => {
    await vscode.commands.executeCommand("macroSignals.openCsv", rows[0], rows);
    await until("the tabs", () => (tabs().length === rows.length ? true : undefined));
    assert.ok(tabs().every(({ isPreview }) => !isPreview));
  });

  it("open as one chart, in a tab that stays (15.1.3)", async () => {
    await vscode.commands.executeCommand("macroSignals.openChart", rows[0], rows);
    const [tab] = await until("the tab", () => (tabs().length > 0 ? tabs() : undefined));
    const input = tab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    const place = chartPlaceOfUri(input.uri.toString());
    assert.equal(place?.parts.length, rows.length);
    assert.deepEqual([tabs().length, tab?.isPreview], [1, false]);
  });

  it("are one chart when they are added to one", async () => {
    await vscode.commands.executeCommand("macroSignals.addToChart", rows[0], rows);
    const [tab] = await until("the tab", () => (tabs().length > 0 ? tabs() : undefined));
    const input = tab?.input;
    assert.ok(input instanceof vscode.TabInputCustom);
    const place = chartPlaceOfUri(input.uri.toString());
    assert.deepEqual(
      place?.parts.map(({ reference }) => reference),
      rows.map(({ target }) => target.reference),
    );
    assert.equal(tabs().length, 1);
  });
});
