import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type BaseUrl, parseBaseUrl } from "../../../src/service/baseUrl";
import { chartUri } from "../../../src/shared/chartPlace";
import { sampleConnection } from "../../../src/shared/place";
import { type ServiceConnection } from "../../../src/connect/connection";
import { type FoundChart } from "../../../src/features/chart/host/savedChartPlace";
import { SavedChartTab } from "../../../src/features/chart/host/savedChartTab";
import { itInBoth } from "../../support/inBothEditors";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestPanel } from "../../support/testPanel";
import { until } from "../../support/until";

const series = '{"reference":"forecasts/SPX/USD/12 Months","service":"sample"}';
const other = '{"reference":"forecasts/SPX/USD/1 Year","service":"https://api.acme.com"}';

function fileOf(...all: string[]): string {
  return `{"macrochart":1,"series":[${all.join(",")}]}`;
}

function baseUrlOf(text: string): BaseUrl {
  const parsed = parseBaseUrl(text);
  assert.ok(parsed.ok);
  return parsed.baseUrl;
}

const sample = { kind: "sample", id: sampleConnection, name: "Sample" } as const;
const acme: ServiceConnection = {
  ...{ kind: "service", id: "acme", name: "Acme" },
  baseUrl: baseUrlOf("https://api.acme.com/"),
};

describe("saved charts", () => {
  let folder: TemporaryFolder;
  let opened: { readonly chart: FoundChart; isOpen: boolean }[];
  let services: readonly ServiceConnection[];
  let isTrusted: boolean;

  beforeEach(() => {
    folder = temporaryFolder("saved-charts");
    [opened, services, isTrusted] = [[], [], true];
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    folder.remove();
  });

  function write(text: string): vscode.Uri {
    const file = path.join(folder.path, "mine.macrochart.json");
    writeFileSync(file, text);
    return vscode.Uri.file(file);
  }

  function tabOf(uri: vscode.Uri): { readonly tab: SavedChartTab; readonly page: () => string } {
    const { webview } = new TestPanel();
    const tab = new SavedChartTab({
      ...{ uri, webview, bundleFolder: folder.path },
      connections: {
        active: undefined,
        sample,
        get services() {
          return services;
        },
      },
      isTrusted: () => isTrusted,
      command: (at) => ({ id: "test.run", arguments: [at] }),
      openChart: (chart) => {
        const one = { chart, isOpen: true };
        opened.push(one);
        return Promise.resolve({ dispose: () => (one.isOpen = false) });
      },
    });
    return { tab, page: () => webview.html };
  }

  const places = (): string[] => opened.map(({ chart }) => chartUri(chart.place));
  const openOnes = (): number => opened.filter(({ isOpen }) => isOpen).length;

  itInBoth("open as charts, not as text", async () => {
    const uri = write(fileOf(series));
    await vscode.commands.executeCommand("vscode.open", uri);
    const input = await until("the tab", () => {
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      return activeTab?.input instanceof vscode.TabInputCustom ? activeTab.input : undefined;
    });
    assert.deepEqual(
      [input.viewType, input.uri.toString()],
      ["macroSignals.savedChart", uri.toString()],
    );
  });

  itInBoth("show their chart", async () => {
    const { tab } = tabOf(write(fileOf(series)));
    await tab.show();
    assert.deepEqual(places(), [
      "macro-signals:/sample/forecasts/SPX/USD/12%20Months/SAMPLE%20SPX%20USD%2012%20Months.chart",
    ]);
    await tab.show();
    assert.equal(opened.length, 1);
    tab.dispose();
    assert.equal(openOnes(), 0);
  });

  itInBoth("show later changes to their file", async () => {
    const { tab, page } = tabOf(write(fileOf(series)));
    await tab.show();
    write(fileOf(series).replace("12 Months", "3 Years"));
    await tab.show();
    assert.deepEqual([opened.length, openOnes()], [2, 1]);
    write("{");
    await tab.show();
    assert.equal(openOnes(), 0);
    assert.match(page(), /Line 1, column 2: this is not valid JSON/);
  });

  itInBoth("report the position of a fault, and open as text with one click", async () => {
    const bad = fileOf(series, '{"reference":"signals/<b>","service":"sample"}');
    const { tab, page } = tabOf(write(bad));
    await tab.show();
    const place = `Line 1, column ${bad.indexOf('"signals/') + 1}, $.series[1].reference`;
    assert.ok(page().includes(`${place}: this is not a series reference.`));
    await tab.offerAt(0)?.run();
    const editor = await until("the text", () => vscode.window.activeTextEditor);
    assert.equal(editor.document.getText(), bad);
    assert.deepEqual(opened, []);
  });

  it("add no connection, and use only services that have one", async () => {
    const { tab, page } = tabOf(write(fileOf(series, other)));
    await tab.show();
    assert.match(page(), /There is no connection to https:\/\/api\.acme\.com\./);
    assert.deepEqual(opened, []);
    services = [acme];
    await tab.show();
    assert.equal(opened.length, 1);
  });

  it("wait for Load in a workspace that is not trusted", async () => {
    isTrusted = false;
    services = [acme];
    const { tab, page } = tabOf(write(fileOf(series, other)));
    await tab.show();
    assert.match(page(), /2 requests to sample, https:\/\/api\.acme\.com for forecasts\/SPX/);
    assert.match(page(), />Load</);
    assert.deepEqual(opened, []);
    await tab.offerAt(0)?.run();
    assert.equal(opened.length, 1);
  });

  it("ask again in an untrusted workspace when the series or services in the file have changed", async () => {
    isTrusted = false;
    services = [acme];
    const { tab, page } = tabOf(write(fileOf(series)));
    await tab.show();
    await tab.offerAt(0)?.run();
    assert.equal(opened.length, 1);
    write(
      fileOf(series).replace("}]", '}],"range":{"from":"2020-01-01","to":"2024-01-01"}').trim(),
    );
    await tab.show();
    assert.deepEqual([opened.length, openOnes()], [2, 1]);
    for (const changed of [other, series.replace("12 Months", "3 Years")]) {
      write(fileOf(changed));
      await tab.show();
      assert.deepEqual([opened.length, openOnes()], [2, 0]);
      assert.match(page(), />Load</);
    }
    // The file changes between the message and the click.
    write(fileOf(other));
    await tab.offerAt(0)?.run();
    assert.deepEqual([opened.length, openOnes()], [2, 0]);
    await tab.offerAt(0)?.run();
    assert.equal(openOnes(), 1);
  });

  it("ask before more than 64 requests even in a trusted workspace", async () => {
    const panelOf = (count: number): string => {
      const values = Array.from({ length: count }, (_, at) => `C${at + 1}`).toSorted();
      const path = `signals/INFL/2/country_iso=${values.join("+")}/FIT/20240628T235959Z`;
      return fileOf(`{"reference":"${path}","service":"sample"}`);
    };
    const { tab, page } = tabOf(write(panelOf(64)));
    await tab.show();
    assert.equal(opened.length, 1);
    write(panelOf(65));
    await tab.show();
    assert.equal(openOnes(), 0);
    assert.match(page(), /Nothing has been requested yet.*65 requests to sample/);
    await tab.offerAt(0)?.run();
    assert.equal(openOnes(), 1);
  });

  it("are small", async () => {
    const { tab, page } = tabOf(write(`${fileOf(series)}${" ".repeat(64 * 1024)}`));
    await tab.show();
    assert.match(page(), /larger than 64 kB/);
    assert.deepEqual(opened, []);
  });

  it("report why they cannot be read, and are read again", async () => {
    const uri = write(fileOf(series));
    await vscode.workspace.fs.delete(uri);
    const { tab, page } = tabOf(uri);
    await tab.show();
    assert.match(page(), />Retry</);
    write(fileOf(series));
    await tab.offerAt(0)?.run();
    assert.equal(opened.length, 1);
  });
});
