import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  type Form,
  type Place,
  placeUri,
  sampleConnection,
  scheme,
} from "../../../src/shared/place";
import { chartPlaceOf, chartUri } from "../../../src/shared/chartPlace";
import { type SeriesRef, forecastRef } from "../../../src/shared/reference";
import { type Slice } from "../../../src/shared/slice";
import { dayOfIso } from "../../../src/shared/day";
import { DocumentTabs } from "../../../src/editor/tabs/documentTabs";
import { hostSetting } from "../../support/hostResult";
import { itInBoth } from "../../support/inBothEditors";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";

function uriOf(reference: SeriesRef, form: Form, slice?: Slice): vscode.Uri {
  const place: Place = { connectionId: sampleConnection, reference, form };
  return vscode.Uri.parse(placeUri(slice === undefined ? place : { ...place, slice }), true);
}

function shownTexts(): string[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document.getText());
}

async function shownDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return until(uri.path, () => {
    const shown = vscode.window.visibleTextEditors.map(({ document }) => document);
    return shown.find((document) => document.uri.toString() === uri.toString());
  });
}

describe("series as documents", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  itInBoth("hold the service's values to the last digit", async () => {
    const reference = sampleSignal();
    const document = await vscode.workspace.openTextDocument(uriOf(reference, "csv"));
    const expected = await fetchedCsv(hostSetting().sample, reference);
    assert.ok(expected.split("\n").length > 1_000);
    assert.equal(document.getText(), expected);
  });

  itInBoth("have the same values as JSON, in the editor's JSON language", async () => {
    const reference = sampleSignal();
    const document = await vscode.workspace.openTextDocument(uriOf(reference, "json"));
    const rows = JSON.parse(document.getText()) as Record<string, string | number | null>[];
    const csv = await fetchedCsv(hostSetting().sample, reference);
    const [head = "", ...lines] = csv.trimEnd().split("\n");
    const written = rows.map((row) => Object.values(row).map((value) => value ?? ""));
    assert.deepEqual(Object.keys(rows[0] ?? {}), head.split(","));
    assert.deepEqual(
      written.map((row) => row.join(",")),
      lines,
    );
    assert.equal(document.languageId, "json");
  });

  it("show forecasts, and parts of a series", async () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const whole = await vscode.workspace.openTextDocument(uriOf(forecast, "csv"));
    assert.match(whole.lineAt(0).text, /^Date,Forecast,_Trend/);
    const from = dayOfIso("2024-06-03");
    assert.ok(from !== undefined);
    const slice = { from, columns: ["Momentum"] };
    const part = await vscode.workspace.openTextDocument(uriOf(sampleSignal(), "csv", slice));
    assert.equal(part.lineAt(0).text, "Date,Momentum");
    assert.match(part.lineAt(1).text, /^2024-06-03,/);
  });

  it("lead from a part to the same part in another form", async () => {
    const slice = { columns: ["Momentum"] };
    await vscode.commands.executeCommand(
      "macroSignals.openCsv",
      uriOf(sampleSignal(), "chart", slice),
    );
    const csv = uriOf(sampleSignal(), "csv", slice).toString();
    await until("the part as CSV", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      const shown = input instanceof vscode.TabInputText && input.uri.toString() === csv;
      return shown ? true : undefined;
    });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  itInBoth("are known without being read, and better once they were", async () => {
    const uri = uriOf(sampleSignal("DE"), "csv");
    const before = await vscode.workspace.fs.stat(uri);
    assert.deepEqual([before.type, before.mtime, before.size], [vscode.FileType.File, 0, 0]);
    const bytes = await vscode.workspace.fs.readFile(uri);
    const after = await vscode.workspace.fs.stat(uri);
    assert.ok(after.mtime > 0);
    assert.equal(after.size, bytes.byteLength);
  });

  itInBoth("tell INFL from infl", async () => {
    const lower = uriOf({ ...sampleSignal(), code: "infl" }, "csv");
    await vscode.workspace.fs.readFile(uriOf(sampleSignal(), "csv"));
    await assert.rejects(async () => vscode.workspace.fs.readFile(lower), {
      message: /404/,
    });
  });

  itInBoth("exist at their exact paths alone, and nothing is listed", async () => {
    const document = uriOf(sampleSignal(), "csv").path;
    const folder = document.slice(0, document.lastIndexOf("/"));
    const paths = [
      ...[
        "/",
        "/sample",
        folder,
        `${folder}/INFL.csv`,
        `${document}.bak`,
        document.replace(/csv$/, "charts"),
      ],
      ...["/.vscode/settings.json", "/sample/.vscode/tasks.json", `${folder}/.github/prompts`],
      ...[`${folder}/.claude/settings.json`, `${document}/.vscode/mcp.json`, "/package.json"],
    ];
    for (const path of paths) {
      const uri = vscode.Uri.from({ scheme, path });
      await assert.rejects(async () => vscode.workspace.fs.stat(uri), { code: "FileNotFound" });
      await assert.rejects(async () => vscode.workspace.fs.readDirectory(uri));
    }
  });

  itInBoth("cannot be changed", async () => {
    const { fs } = vscode.workspace;
    const uri = uriOf(sampleSignal(), "csv");
    assert.equal(fs.isWritableFileSystem(scheme), false);
    const other = uriOf(sampleSignal("DE"), "csv");
    await assert.rejects(async () => fs.writeFile(uri, new Uint8Array(1)));
    await assert.rejects(async () => fs.delete(uri));
    await assert.rejects(async () => fs.rename(uri, other));
    await assert.rejects(async () => fs.createDirectory(vscode.Uri.from({ scheme, path: "/x" })));
  });

  itInBoth(
    "come to the front again when they are retried, from behind and from nowhere",
    async () => {
      const tabs = new DocumentTabs();
      const uri = uriOf(sampleSignal("ES"), "csv");
      const front = (): string | undefined =>
        vscode.window.tabGroups.activeTabGroup.activeTab?.label;
      await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
      await vscode.commands.executeCommand("vscode.open", uriOf(sampleSignal(), "json"));
      await until("the other one", () => (front()?.endsWith(".json") === true ? true : undefined));
      for (let times = 0; times < 2; times++) {
        await tabs.show(uri);
        await until("the tab", () => (front()?.includes(" ES ") === true ? true : undefined));
        await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      }
      tabs.dispose();
    },
  );

  itInBoth("open from CSV as JSON and back", async () => {
    await vscode.commands.executeCommand("vscode.open", uriOf(sampleSignal(), "csv"));
    await shownDocument(uriOf(sampleSignal(), "csv"));
    await vscode.commands.executeCommand("macroSignals.openOtherForm");
    const json = await shownDocument(uriOf(sampleSignal(), "json"));
    await vscode.commands.executeCommand("macroSignals.openOtherForm", json.uri);
    await shownDocument(uriOf(sampleSignal(), "csv"));
  });

  it("open for rows of a tree, whatever else is passed", async () => {
    const target = { connectionId: sampleConnection, reference: sampleSignal() };
    await vscode.commands.executeCommand("macroSignals.openJson", { target });
    await shownDocument(uriOf(sampleSignal(), "json"));
  });

  for (const command of ["compareKinds", "compareKindsAsText"]) {
    itInBoth(`compare SNAP with FIT in a chart of the same part (${command})`, async () => {
      const from = dayOfIso("2024-01-01");
      assert.ok(from !== undefined);
      const part = uriOf(sampleSignal(), "csv", { from });
      await vscode.commands.executeCommand(`macroSignals.${command}`, part);
      const uri = await until("the chart", () => {
        const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
        return input instanceof vscode.TabInputCustom ? input.uri : undefined;
      });
      const target = { connectionId: sampleConnection, reference: sampleSignal() };
      assert.equal(uri.toString(), chartUri({ parts: [target], slice: { from } }));
      assert.deepEqual(shownTexts(), []);
    });
  }

  it("are compared with another as-of in a chart, not as texts", async () => {
    const reference: SeriesRef = { ...sampleSignal(), asOf: "latest" };
    const call = vscode.commands.executeCommand(
      "macroSignals.compareVintages",
      uriOf(reference, "csv", { columns: ["Level"] }),
    );
    const uri = await until("the chart", () => {
      // Accepts the first preset.
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input.uri : undefined;
    });
    await call;
    const slice = { columns: ["Level"] };
    const part = { connectionId: sampleConnection, reference };
    assert.equal(uri.toString(), chartUri({ parts: [part], slice }));
    assert.deepEqual(shownTexts(), []);
  });

  it("of several rows are compared in one chart, each with its own other kind", async () => {
    const parts = ["US", "DE"].map((country) => ({
      connectionId: sampleConnection,
      reference: sampleSignal(country, "SNAP"),
    }));
    const rows = parts.map((target) => ({ target }));
    await vscode.commands.executeCommand("macroSignals.compareKinds", rows[0], rows);
    const uri = await until("the chart", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom ? input.uri : undefined;
    });
    assert.equal(uri.toString(), chartUri(chartPlaceOf(parts) ?? assert.fail()));
  });

  describe("over the size limit (UI-01)", () => {
    const section = vscode.workspace.getConfiguration("macroSignals");
    const limit = (megabytes?: number): Thenable<void> =>
      section.update("documents.sizeLimitMB", megabytes, vscode.ConfigurationTarget.Global);
    beforeEach(() => limit(0.01));
    afterEach(() => limit(undefined));

    it("show nothing in place of the data, and all of it when the limit allows", async () => {
      const uri = uriOf(sampleSignal("FR"), "csv");
      await vscode.commands.executeCommand("vscode.open", uri);
      await assert.rejects(async () => vscode.workspace.fs.readFile(uri), { message: /MB/ });
      assert.deepEqual(shownTexts(), []);
      await limit(undefined);
      await vscode.commands.executeCommand("vscode.open", uri);
      const document = await shownDocument(uri);
      assert.equal(document.getText(), await fetchedCsv(hostSetting().sample, sampleSignal("FR")));
    });

    it("offer the newest rows that fit, in a document of their own; a comparison by a message", async () => {
      const uri = uriOf(sampleSignal("IT"), "csv");
      const small = uriOf(sampleSignal("IT"), "csv", { from: dayOfIso("2024-06-03") ?? 0 });
      await vscode.commands.executeCommand("vscode.diff", small, uri, "both");
      const path = /\/\d{4}-\d\d-\d\d\.\.2024-06-28\/SAMPLE INFL IT/;
      const preview = await until("the offer", () => {
        void vscode.commands.executeCommand("notification.acceptPrimaryAction");
        return vscode.window.visibleTextEditors.find(({ document }) =>
          path.test(document.uri.path),
        );
      });
      const whole = await fetchedCsv(hostSetting().sample, sampleSignal("IT"));
      const [head = "", ...rows] = preview.document.getText().trimEnd().split("\n");
      assert.ok(rows.length > 10);
      assert.ok(whole.startsWith(head));
      assert.ok(whole.endsWith(`${rows.join("\n")}\n`));
    });
  });
});
