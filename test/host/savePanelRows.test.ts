import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type SignalNode } from "../../src/catalog/signalsNode";
import { type FetchParts } from "../../src/vscode/palette/fetchFlow";
import { panelsOf } from "../../src/vscode/palette/panelFlow";
import { type SignalsTree } from "../../src/vscode/tree/signalsTree";
import { DuckFiles } from "../support/duckFiles";
import { hostSetting } from "../support/hostResult";
import { signalsTreeOver } from "../support/signalsTreeOver";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

interface Menus {
  readonly "view/item/context": readonly { readonly command?: string; readonly when?: string }[];
}

describe("Save As… of rows with panels", function () {
  this.timeout(60_000);
  let services: TreeServices;
  let tree: SignalsTree;
  let parts: FetchParts;
  let rows: readonly SignalNode[];
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);

  before(async () => {
    await dialog(true);
    services = new TreeServices(hostSetting().sample.url, hostSetting().sample.key);
    const connections = { find: () => services.current?.connection };
    parts = { services, connections, failures: services } as unknown as FetchParts;
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
    const { menus } = (
      vscode.extensions.getExtension("macro-signals.macro-signals")?.packageJSON as {
        contributes: { menus: Menus };
      }
    ).contributes;
    const items = menus["view/item/context"];
    const { when = "" } = items.find(({ command }) => command === "macroSignals.saveAs") ?? {};
    const offered = new RegExp(/viewItem =~ \/(.*)\/$/.exec(when)?.[1] ?? "^nothing$");
    for (const row of rows) {
      assert.match(tree.provider.getTreeItem(row).contextValue ?? "", offered);
    }
    for (const kind of ["address", "variantGroup"]) assert.match(kind, offered);
    const targets = await panelsOf(parts, tree.panelsOf(rows[0], rows));
    assert.deepEqual(
      targets.map(({ reference: { code, tags } }) => [code, tags]),
      [
        ["INFL", { country_iso: "*" }],
        ["CURVE", { country_iso: "*" }],
      ],
    );
    // Whoever calls for a series has the series saved.
    assert.deepEqual(tree.panelsOf({}, rows), []);
  });

  it("says that a connection is gone", async () => {
    const connections = { find: () => undefined };
    const gone = { ...parts, connections } as unknown as FetchParts;
    assert.deepEqual(await panelsOf(gone, tree.panelsOf(rows[0], rows)), []);
    assert.deepEqual(
      services.told.map(({ error }) => (error as Error).name),
      ["UnknownConnectionError"],
    );
  });

  it("joins them in one file", async function () {
    // Eighty series are fetched for it.
    this.timeout(60_000);
    const { workspace } = hostSetting();
    const targets = await panelsOf(parts, tree.panelsOf(rows[0], rows));
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
});
