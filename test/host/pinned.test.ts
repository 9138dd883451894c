import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../src/shared/instant";
import { sampleConnection } from "../../src/shared/place";
import { silentLog } from "../../src/shared/log";
import { latestUri } from "../../src/features/latest/model/latestPlace";
import { commandId } from "../../src/editor/commandNames";
import { type Connections } from "../../src/connect/connections";
import { HedgingChoice } from "../../src/features/browse/hedgingChoice";
import { rowDragging, rowsMime, seriesMime, uriListMime } from "../../src/features/browse/dragRows";
import { connectPin, openPins, type PinOpening } from "../../src/features/pinned/openPins";
import {
  newPinFolder,
  pinRowsOf,
  removePins,
  renamePin,
} from "../../src/features/pinned/pinCommands";
import { dragPins, dropOnPins } from "../../src/features/pinned/pinDragging";
import { type PinnedNode, pinRows, pinsIn } from "../../src/features/pinned/pinRows";
import { pinsMime, pinsSetting } from "../../src/features/pinned/pinSetting";
import { PinTree } from "../../src/features/pinned/pinTree";
import { chartPlaceOf, chartPlaceOfUri, chartUri } from "../../src/shared/chartPlace";
import { parsePinLine } from "../../src/shared/pins";
import { type SeriesTarget } from "../../src/shared/place";
import { hostSetting } from "../support/hostResult";
import { itInBoth } from "../support/inBothEditors";
import { temporaryFolder } from "../support/temporaryFolder";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

const us = "signals/INFL/2/country_iso=US/SNAP/latest @ sample";
const de = "signals/INFL/2/country_iso=DE/FIT/20240628T235959Z @ sample";
const spx = "forecasts/SPX/USD/12 Months @ sample";
const acme = "signals/INFL/2/country_iso=US/SNAP/latest @ https://api.acme.com/prefix";
const chart = "charts/research/inflation.macrochart.json";

/** The URI of a chart of the series of lines. */
function composedUri(lines: readonly string[]): vscode.Uri {
  const targets = lines.map((line): SeriesTarget => {
    const pinned = parsePinLine(line);
    assert.ok(typeof pinned !== "string" && pinned.openable.kind === "reference");
    const { reference } = pinned.openable;
    assert.ok(reference.family !== "panel");
    return { connectionId: sampleConnection, reference };
  });
  const place = chartPlaceOf(targets);
  assert.ok(place);
  return vscode.Uri.parse(chartUri(place), true);
}

async function set(pins: unknown): Promise<void> {
  const settings = vscode.workspace.getConfiguration("macroSignals");
  await settings.update("pins", pins, vscode.ConfigurationTarget.Global);
}

describe("pins", () => {
  let services: TreeServices;
  let tree: PinTree;
  let parts: PinOpening;
  const read = new vscode.EventEmitter<void>();
  let reads = 0;
  const { showInputBox, showWarningMessage } = vscode.window;

  before(async () => {
    const { url, key } = hostSetting().sample;
    services = new TreeServices(url, key);
    const sample = { kind: "sample", id: sampleConnection, name: "Sample" };
    const find = (id: string): unknown => (id === sampleConnection ? sample : undefined);
    const connections = { sample, services: [], find } as unknown as Connections;
    const hedging = new HedgingChoice(memento());
    parts = { services, connections } as unknown as PinOpening;
    const sources = { services, connections, hedging, log: silentLog };
    tree = new PinTree(sources, () => {
      reads++;
      read.fire();
    });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInputBox, showWarningMessage });
    services.gate.set("latest");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set(undefined);
  });
  after(() => {
    tree.dispose();
    services.dispose();
    read.dispose();
  });

  async function rows(): Promise<readonly PinnedNode[]> {
    const top = await tree.rows(pinsSetting());
    return top.flatMap((row) => [row, ...(row.kind === "folder" ? row.rows : [])]);
  }

  async function row(at: number): Promise<PinnedNode> {
    const found = (await rows())[at];
    assert.ok(found, `there is no row ${at}`);
    return found;
  }

  const items = async (): Promise<readonly vscode.TreeItem[]> =>
    Promise.all((await rows()).map((each) => tree.item(each)));
  const texts = async (): Promise<readonly string[]> =>
    (await items()).map(({ label, description, contextValue }) =>
      [contextValue, label as string, description].join(" | "),
    );

  it("are added by the command, each once, for rows, texts and pages", async () => {
    const target = {
      connectionId: sampleConnection,
      reference: {
        ...{ family: "signal", code: "INFL", version: 2, tags: { country_iso: "US" } },
        ...{ dataKind: "SNAP", asOf: "latest" },
      },
    };
    await vscode.commands.executeCommand(commandId("pin"), { target });
    await vscode.commands.executeCommand(commandId("pin"), { target });
    assert.deepEqual(pinsSetting(), [us]);
    const place = { connectionId: sampleConnection, of: "changes", form: "changes" } as const;
    const page = vscode.Uri.parse(latestUri(place), true);
    await vscode.commands.executeCommand(commandId("pin"), page);
    const text = vscode.Uri.parse(
      "macro-signals:/sample/forecasts/SPX/USD/12 Months/SAMPLE SPX USD 12 Months.csv",
    );
    await vscode.commands.executeCommand(commandId("pin"), text);
    assert.deepEqual(pinsSetting(), [us, "pages/changes @ sample", spx]);
  });

  it("have rows of every kind, also where nothing can be opened", async () => {
    await set([
      us,
      { name: "Germany, first print", pin: de },
      "signals/INFL/2/country_iso=*/SNAP/latest @ sample",
      "profiles/country_iso=US/FIT @ sample",
      "pages/latest @ sample",
      { name: "Elsewhere", pins: [acme, chart] },
      "signals/INFL @ sample",
      7,
    ]);
    assert.deepEqual(await texts(), [
      "variant | INFL · United States | SNAP",
      "variant | Germany, first print | FIT · as of 28 Jun 2024\u2002INFL · Germany",
      "pinPanel | INFL · all countries | SNAP",
      "pinProfile | Profile of United States · FIT | ",
      "pinPage | Latest Signals | ",
      "pinFolder | Elsewhere | ",
      "pinUnknown | INFL US · SNAP · latest | No connection to https://api.acme.com/prefix",
      "pinChart | inflation | Not in this workspace",
      "pinUnreadable | signals/INFL @ sample | This line cannot be read",
      "pinUnreadable | 7 | This is neither a line, a named line nor a folder of lines",
    ]);
    const grey = (await items()).filter(
      ({ iconPath }) =>
        iconPath instanceof vscode.ThemeIcon && iconPath.color?.id === "disabledForeground",
    );
    assert.deepEqual(
      grey.map(({ label }) => label),
      ["INFL US · SNAP · latest", "inflation"],
    );
  });

  it("have ids of their own, whatever they are called", async () => {
    const named = (name: string, ...pins: readonly unknown[]): unknown => ({ name, pins });
    await set([
      us,
      us,
      "x",
      "x",
      named("A"),
      named("A"),
      named("A 2"),
      named("F", us, us, "x", "x"),
    ]);
    const ids = (await items()).map(({ id }) => id);
    assert.equal(new Set(ids).size, 12);
  });

  it("show the newest values, and none as of a time", async () => {
    await set([us, spx, de]);
    const shown = async (): Promise<readonly string[]> =>
      (await items()).map(({ description }) => String(description).split("\u2002")[0] ?? "");
    const isValue = (text: string | undefined): boolean => /^[+−]?\d/.test(text ?? "");
    // A value may arrive while rows are made.
    for (;;) {
      const before = reads;
      const [one, other] = await shown();
      if (isValue(one) && isValue(other)) break;
      if (reads === before) await nextEvent(read.event);
    }
    assert.match((await shown())[2] ?? "", /^FIT/);
    services.gate.set("20200131T235959Z" as Instant);
    assert.deepEqual(
      (await items()).map(({ description }) => description),
      ["SNAP · as of 31 Jan 2020", "", "FIT · as of 31 Jan 2020"],
    );
  });

  it("are renamed, removed and put into folders", async () => {
    await set([us, spx]);
    const names = ["America", "US"];
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve(names.shift()) });
    await newPinFolder();
    await renamePin(await row(0));
    const folder = { name: "America", pins: [] };
    assert.deepEqual(pinsSetting(), [{ name: "US", pin: us }, spx, folder]);
    await dropOnPins(await row(2), await dragged([await row(0), await row(1)]), parts.connections);
    assert.deepEqual(pinsSetting(), [{ ...folder, pins: [{ name: "US", pin: us }, spx] }]);
    await removePins([await row(2)]);
    assert.deepEqual(pinsSetting(), [{ ...folder, pins: [{ name: "US", pin: us }] }]);
    Object.assign(vscode.window, { showWarningMessage: () => Promise.resolve(undefined) });
    await removePins([await row(0)]);
    assert.deepEqual(pinsSetting(), [{ ...folder, pins: [{ name: "US", pin: us }] }]);
    Object.assign(vscode.window, { showWarningMessage: () => Promise.resolve("Remove") });
    await removePins([await row(0)]);
    assert.deepEqual(pinsSetting(), []);
  });

  async function dragged(some: readonly PinnedNode[]): Promise<vscode.DataTransfer> {
    const transfer = new vscode.DataTransfer();
    const source = new vscode.CancellationTokenSource();
    await dragPins(some, transfer, source.token);
    return transfer;
  }

  itInBoth(
    "are moved among others, which stay as they are, and dropped from elsewhere",
    async () => {
      await set(["not a line", us, spx, { name: "F", pins: [{ odd: 1 }] }]);
      await dropOnPins(await row(0), await dragged([await row(2)]), parts.connections);
      const folder = { name: "F", pins: [{ odd: 1 }] };
      assert.deepEqual(pinsSetting(), [spx, "not a line", us, folder]);
      const transfer = await dragged([await row(0)]);
      assert.ok(transfer.get(seriesMime) && transfer.get(uriListMime));
      transfer.set(pinsMime, new vscode.DataTransferItem("hostile"));
      await set([folder]);
      await dropOnPins(await row(0), transfer, parts.connections);
      assert.deepEqual(pinsSetting(), [{ ...folder, pins: [{ odd: 1 }, spx] }]);
    },
  );

  it("of a chart of several series are a folder with the name of the chart", async () => {
    const uri = composedUri([us, de]);
    await vscode.commands.executeCommand(commandId("pin"), uri);
    await vscode.commands.executeCommand(commandId("pin"), uri);
    const name = "SAMPLE INFL v2 US + INFL v2 DE FIT 28 Jun 2024";
    assert.deepEqual(pinsSetting(), [{ name, pins: [us, de] }]);
  });

  it("of charts saved elsewhere are refused in words of their own", async () => {
    const { showInformationMessage } = vscode.window;
    const shown: string[] = [];
    const show = (words: string): void => void shown.push(words);
    Object.assign(vscode.window, { showInformationMessage: show });
    try {
      const uri = vscode.Uri.file("/elsewhere/inflation.macrochart.json");
      await pinRowsOf(parts.connections, {
        ...{ rows: [uri], subjectOf: () => undefined },
        withTargets: () => Promise.reject(new Error("it is no series")),
      });
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.deepEqual(shown, ["Only a chart that is saved in this workspace can be pinned."]);
    assert.equal(pinsSetting(), undefined);
  });

  it("are dropped from other views, several at once, into a folder", async () => {
    await set([{ name: "F", pins: [] }]);
    const rows = [us, spx].map((line) => {
      const pinned = parsePinLine(line);
      assert.ok(typeof pinned !== "string" && pinned.openable.kind === "reference");
      return { target: { connectionId: sampleConnection, reference: pinned.openable.reference } };
    });
    const transfer = new vscode.DataTransfer();
    const source = new vscode.CancellationTokenSource();
    await rowDragging.handleDrag?.(rows, transfer, source.token);
    await dropOnPins(await row(0), transfer, parts.connections);
    assert.deepEqual(pinsSetting(), [{ name: "F", pins: [us, spx] }]);
    // Rows of another window are known by their series alone.
    await set([]);
    transfer.set(rowsMime, new vscode.DataTransferItem("of another window"));
    await dropOnPins(undefined, transfer, parts.connections);
    assert.deepEqual(pinsSetting(), [us, spx]);
  });

  it("of an unknown service offer to connect, with its base URL filled in, and request nothing", async () => {
    await set([acme]);
    const typed: string[] = [];
    const { createInputBox } = vscode.window;
    const create = (): vscode.InputBox => {
      const box = createInputBox();
      box.onDidChangeValue(() => undefined);
      setImmediate(() => {
        typed.push(box.value);
        box.hide();
      });
      return box;
    };
    Object.assign(vscode.window, { createInputBox: create });
    try {
      const unknown = await row(0);
      await openPins(parts, [unknown]);
      await connectPin(parts, unknown);
    } finally {
      Object.assign(vscode.window, { createInputBox });
    }
    assert.deepEqual(typed, Array(2).fill("https://api.acme.com/prefix"));
  });

  it("of charts are found in the folder that their path names, or in the only one that has them", async () => {
    const root = temporaryFolder("pinned-charts");
    const folders = ["one", "two"].map((name, index) => {
      const uri = vscode.Uri.file(path.join(root.path, name));
      return { name, index, uri };
    });
    const file = path.join(root.path, "two", "research", "inflation.macrochart.json");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "{}");
    const { connections } = parts;
    const found = async (line: string, of: readonly vscode.WorkspaceFolder[]): Promise<unknown> => {
      const [first] = await pinRows([line], { connections, gate: services.gate, folders: of });
      return first?.kind === "pin" ? first.file?.fsPath : first;
    };
    try {
      assert.equal(await found(chart, folders), file);
      assert.equal(await found(chart.replace("charts/", "charts/two/"), folders), file);
      assert.equal(await found(chart.replace("charts/", "charts/one/"), folders), undefined);
      assert.equal(await found(chart, folders.slice(0, 1)), undefined);
    } finally {
      root.remove();
    }
  });

  it("have a row each, though there are 500", async () => {
    const lines = Array.from({ length: 500 }, (_, at) => us.replace("INFL", `S${at}`));
    await set(lines);
    const ids = (await items()).map(({ id }) => id);
    assert.equal(new Set(ids).size, 500);
  });

  it("open together: a folder is one chart", async () => {
    await set([{ name: "F", pins: [us, de, acme] }]);
    await openPins(parts, [await row(0)]);
    const parsed = await until("a chart of two", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      if (!(input instanceof vscode.TabInputCustom)) return undefined;
      return chartPlaceOfUri(input.uri.toString())?.parts;
    });
    assert.equal(parsed.length, 2);
  });

  it("count once where a folder is selected with what is in it", async () => {
    await set([{ name: "F", pins: [us, de, "not a line"] }]);
    const pins = pinsIn((await rows()).filter((_, at) => at !== 1));
    assert.deepEqual(
      pins.map(({ entry }) => entry.at),
      [
        [0, 0],
        [0, 1],
      ],
    );
  });

  itInBoth("that cannot be read open the setting at their place", async () => {
    await set([us, { name: "F", pins: [us, "not a line"] }]);
    await openPins(parts, [await row(3)]);
    const selected = await until("the setting", () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.selection.isEmpty === false ? editor : undefined;
    });
    assert.equal(selected.document.getText(selected.selection), '"not a line"');
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await set([us, { odd: 1 }]);
    await openPins(parts, [await row(1)]);
    const other = await until("the setting", () => {
      const editor = vscode.window.activeTextEditor;
      return editor?.selection.isEmpty === false ? editor : undefined;
    });
    assert.match(other.document.getText(other.selection), /^\{\s*"odd": 1\s*\}$/);
  });
});
