import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type RowPanel } from "../../../src/catalog/panelStart";
import { type SignalNode } from "../../../src/catalog/signalsNode";
import { type Searching } from "../../../src/features/search/searching";
import { selectedTargets } from "../../../src/features/search/panelFlow";
import { type SignalsTree } from "../../../src/features/browse/signalsTree";
import { sampleConnection, type Target } from "../../../src/shared/place";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { hostSetting } from "../../support/hostResult";
import { itWith } from "../../support/interpreters";
import { pastPanel } from "../../support/openedPanels";
import { sampleSignal } from "../../support/sampleSeries";
import { signalsTreeOver } from "../../support/signalsTreeOver";
import { TreeServices } from "../../support/treeServices";
import { until } from "../../support/until";

interface Menus {
  readonly "view/item/context": readonly { readonly submenu?: string; readonly when?: string }[];
}

const everyCountry = (code: string, version: number): Target => ({
  connectionId: sampleConnection,
  reference: {
    family: "panel",
    ...{ code, version, tags: { country_iso: "*" }, dataKind: "SNAP", asOf: "latest" },
  },
});

describe("Save As… and Open As… of selected rows", function () {
  this.timeout(60_000);
  let services: TreeServices;
  let tree: SignalsTree;
  let parts: Searching;
  let rows: readonly SignalNode[];
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);

  const panelOf = (row: unknown): RowPanel | undefined => tree.panelOf(row);

  before(async () => {
    await dialog(true);
    services = new TreeServices(hostSetting().sample.url, hostSetting().sample.key);
    const connections = { find: () => services.current?.connection };
    parts = { services, connections, failures: services } as unknown as Searching;
    tree = signalsTreeOver(services);
    const all = await tree.provider.getChildren();
    rows = ["INFL", "CURVE"].map((code) => {
      const row = all.find((each) => each.kind === "signal" && each.signal.code === code);
      if (row?.kind !== "signal") throw new Error(`no row of ${code}`);
      return row;
    });
  });
  after(async () => {
    tree.dispose();
    services.dispose();
    await dialog(undefined);
  });

  it("is offered, and is of every selected row's variants", async () => {
    const extension = vscode.extensions.getExtension("macro-signals.macro-signals");
    assert.ok(extension);
    const { menus } = (extension.packageJSON as { contributes: { menus: Menus } }).contributes;
    const items = menus["view/item/context"];
    const { when = "" } = items.find(({ submenu }) => submenu === "macroSignals.save") ?? {};
    const offered = new RegExp(/viewItem =~ \/(.*)\/$/.exec(when)?.[1] ?? "^nothing$");
    for (const row of rows) {
      assert.match(tree.provider.getTreeItem(row).contextValue ?? "", offered);
    }
    for (const kind of ["address", "variantGroup"]) assert.match(kind, offered);
    const selected = await selectedTargets(parts, rows, panelOf);
    const targets = [everyCountry("INFL", 2), everyCountry("CURVE", 1)];
    assert.deepEqual(selected, { targets, without: 0 });
  });

  it("says that a connection is gone", async () => {
    const connections = { find: () => undefined };
    const gone = { ...parts, connections } as unknown as Searching;
    assert.equal(await selectedTargets(gone, rows, panelOf), undefined);
    assert.deepEqual(
      services.reported.map(({ error }) => (error as Error).name),
      ["UnknownConnectionError"],
    );
  });

  itWith(duckDb, "DuckDB")("joins them in one file", async function () {
    // Eighty series are fetched for it.
    this.timeout(60_000);
    const { workspace } = hostSetting();
    const { targets } = (await selectedTargets(parts, rows, panelOf)) ?? assert.fail();
    const saved = vscode.commands.executeCommand("macroSignals.saveAs", targets[0], targets);
    const name = await until(
      "the file",
      () => {
        void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        return readdirSync(workspace).find((each) => each.endsWith(".parquet"));
      },
      50_000,
    );
    await saved;
    const duck = await DuckFiles.open();
    const columns = ["Level", "Momentum", "Aggregate"];
    const names = (await duck.columns(path.join(workspace, name))).map(([column]) => column);
    await duck.close();
    rmSync(path.join(workspace, name));
    assert.deepEqual(names, [
      "Date",
      "country_iso",
      ...["INFL", "CURVE"].flatMap((code) => columns.map((column) => `${code}_${column}`)),
    ]);
  });

  it("counts series and panels alike, and those that are neither", async () => {
    const us = { connectionId: "sample", reference: sampleSignal() };
    const mixed = [rows[0], { kind: "variant", target: us }, { kind: "tagKind" }, { target: us }];
    const selected = await selectedTargets(parts, mixed, panelOf);
    assert.deepEqual(selected, { targets: [everyCountry("INFL", 2), us], without: 1 });
  });

  describe("of series together with panels", () => {
    const series = ["US", "DE"].map((country) => sampleSignal(country));
    const panel = pastPanel("INFL", 2, { country_iso: ["JP", "US"] });
    const mixed = [...series, panel].map((reference) => ({
      target: { connectionId: sampleConnection, reference },
    }));

    itWith(duckDb, "DuckDB")(
      "saves all of them, the series in one table and the panel in another",
      async () => {
        const { workspace } = hostSetting();
        const files = (): string[] =>
          readdirSync(workspace).filter((each) => each.startsWith("SAMPLE_INFL-v2"));
        const saved = vscode.commands.executeCommand("macroSignals.saveAs", mixed[0], mixed);
        const names = await until("both files", () => {
          void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
          return files().length === 2 ? files() : undefined;
        });
        await saved;
        const duck = await DuckFiles.open();
        const found: unknown[] = [];
        for (const name of names) {
          const sql = "SELECT DISTINCT country_iso FROM FILE ORDER BY ALL";
          found.push((await duck.rows(sql, path.join(workspace, name))).flat());
          rmSync(path.join(workspace, name));
        }
        await duck.close();
        assert.deepEqual(found.sort(), [
          ["DE", "US"],
          ["JP", "US"],
        ]);
      },
    );

    for (const [command, ending] of [
      ["openCsv", /\.csv$/],
      ["openChart", /\.chart$/],
    ] as const) {
      it(`opens all of them with ${command}`, async () => {
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
        await vscode.commands.executeCommand(`macroSignals.${command}`, mixed[0], mixed);
        const opened = await until("the tabs", () => {
          const titles = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(pathOfTab));
          return titles.length === (command === "openChart" ? 2 : 3) ? titles : undefined;
        });
        for (const tab of opened) assert.match(tab, ending);
        assert.equal(opened.filter((tab) => tab.includes("JP+US")).length, 1);
        await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      });
    }
  });
});

function pathOfTab({ input }: vscode.Tab): string {
  const hasUri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return hasUri ? decodeURIComponent(input.uri.path) : "";
}
