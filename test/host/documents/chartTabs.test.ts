import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartPlaceOf, chartUri } from "../../../src/shared/chartPlace";
import { sampleConnection } from "../../../src/shared/place";
import { sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";

/** The series of these countries in one chart. */
function chartOf(...countries: readonly string[]): vscode.Uri {
  const parts = countries.map((country) => ({
    connectionId: sampleConnection,
    reference: sampleSignal(country),
  }));
  const place = chartPlaceOf(parts);
  assert.ok(place !== undefined);
  return vscode.Uri.parse(chartUri(place), true);
}

function rowOf(country: string): object {
  return { target: { connectionId: sampleConnection, reference: sampleSignal(country) } };
}

/** The names of the documents in all tabs, from left to right. */
function tabNames(): (string | undefined)[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.map(({ input }) => {
    const isOurs = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
    return isOurs ? input.uri.path.split("/").at(-1) : undefined;
  });
}

async function waitForTabs(...names: readonly string[]): Promise<void> {
  const wanted = JSON.stringify(names);
  await until(wanted, () => (JSON.stringify(tabNames()) === wanted ? true : undefined));
}

async function waitForFront(name: string): Promise<void> {
  await until(name, () => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab?.label === name ? activeTab : undefined;
  });
}

function open(uri: vscode.Uri, preview = false): Thenable<unknown> {
  return vscode.commands.executeCommand("vscode.open", uri, { preview });
}

function run(name: string, argument?: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand(`macroSignals.${name}`, argument);
}

const name = (country: string): string => `SAMPLE INFL ${country} FIT 2024-06-28`;

describe("charts in tabs", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("open for what is in front, and lead back to CSV and JSON", async () => {
    await run("openCsv", rowOf("US"));
    await waitForFront(`${name("US")}.csv`);
    await run("openChart");
    await until("the chart", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      if (!(input instanceof vscode.TabInputCustom)) return undefined;
      return input.uri.toString() === chartOf("US").toString() || undefined;
    });
    await run("openCsv");
    await waitForFront(`${name("US")}.csv`);
    await run("openJson", chartOf("US"));
    await waitForFront(`${name("US")}.json`);
  });

  it("lead to the CSV of the series that a person chooses among several", async () => {
    await open(chartOf("US", "DE"));
    const opened = run("openCsv");
    await until("the CSV", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return tabNames().includes(`${name("US")}.csv`) ? true : undefined;
    });
    await opened;
  });

  it("take a row's series in, each once, and keep their tab (KEEP-01)", async () => {
    for (const preview of [true, false]) {
      await open(chartOf("US"), preview);
      await waitForTabs(`${name("US")}.chart`);
      await run("addToChart", rowOf("DE"));
      const composed = "SAMPLE INFL US FIT 28 Jun 2024 + 1 more.chart";
      await waitForTabs(composed);
      await run("addToChart", rowOf("DE"));
      await run("addToChart", rowOf("US"));
      assert.deepEqual(tabNames(), [composed]);
      const [tab] = vscode.window.tabGroups.activeTabGroup.tabs;
      assert.equal(tab?.isPreview, false);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("take it in where they were used last, whatever is in front", async () => {
    for (const country of ["US", "DE", "US"]) await open(chartOf(country));
    await run("openCsv", rowOf("NL"));
    await waitForFront(`${name("NL")}.csv`);
    await run("addToChart");
    await until("the added series", () =>
      tabNames().includes("SAMPLE INFL US FIT 28 Jun 2024 + 1 more.chart") ? true : undefined,
    );
    assert.ok(tabNames().includes(`${name("DE")}.chart`));
    assert.ok(!tabNames().includes(`${name("US")}.chart`));
  });

  it("open for a series that no chart could take in", async () => {
    await run("addToChart", rowOf("US"));
    await waitForTabs(`${name("US")}.chart`);
  });
});
