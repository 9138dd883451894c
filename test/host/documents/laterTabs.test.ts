import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { chartUri, type ChartPlace } from "../../../src/shared/chartPlace";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { placeUri, sampleConnection } from "../../../src/shared/place";
import { forecastRef, panelRef, type SeriesRef } from "../../../src/shared/reference";
import { savedChartText } from "../../../src/features/chart/host/savedChart";
import { defaultViewState } from "../../../src/features/chart/model/viewState";
import { WindowAsOf } from "../../../src/connect/windowAsOf";
import { LaterTabs } from "../../../src/features/documents/laterTabs";
import { memento } from "../../support/memento";
import { tabUris } from "../../../src/editor/tabs/tabUris";
import { dateText } from "../../../src/shared/dateText";
import { dayOfInstant } from "../../../src/shared/instant";
import { sampleSignal } from "../../support/sampleSeries";
import { backToLatest, setWindowAsOf } from "../../support/setWindowAsOf";
import { temporaryFolder } from "../../support/temporaryFolder";
import { until } from "../../support/until";
import {
  restoreUserSettings,
  setUserSettings,
  type UserSettings,
  userSettings,
} from "../../support/userSettings";

function textOf(reference: SeriesRef): vscode.Uri {
  const place = { connectionId: sampleConnection, reference, form: "csv" } as const;
  return vscode.Uri.parse(placeUri(place), true);
}

function signalAsOf(asOf: AsOf, country = "AU"): SeriesRef {
  return { ...sampleSignal(country, "SNAP"), asOf };
}

function chartOf(...references: readonly [SeriesRef, ...SeriesRef[]]): vscode.Uri {
  const [first, ...others] = references.map((reference) => ({
    connectionId: sampleConnection,
    reference,
  }));
  if (first === undefined) throw new Error("a chart has a series");
  const place: ChartPlace = { parts: [first, ...others] };
  return vscode.Uri.parse(chartUri(place), true);
}

function openTabs(): string[] {
  const { all } = vscode.window.tabGroups;
  return all.flatMap(({ tabs }) => tabs.flatMap(tabUris).map((uri) => uri.toString()));
}

async function lensesOf(uri: vscode.Uri): Promise<string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    "vscode.executeCodeLensProvider",
    uri,
  );
  return lenses.map(({ command }) => command?.title ?? "");
}

describe("tabs in a window with an as-of", () => {
  let original: UserSettings;
  let asOf: Instant;
  before(async () => {
    original = userSettings();
    await setUserSettings({ connections: undefined, connection: "sample" });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
  });
  beforeEach(async () => (asOf = await setWindowAsOf()));
  afterEach(async () => {
    await backToLatest();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => restoreUserSettings(original));

  const open = async (uri: vscode.Uri): Promise<void> => {
    await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
  };

  it("have a badge if they are later, in front or not", () => {
    const state = memento();
    const windowAsOf = new WindowAsOf(state);
    windowAsOf.gate.set(asOf);
    const tabs = new LaterTabs(windowAsOf, () => undefined);
    try {
      const badges = [signalAsOf("latest"), signalAsOf(asOf)].map(
        (reference) => tabs.provideFileDecoration(textOf(reference))?.tooltip,
      );
      const words = `Later than this window's as-of, ${dateText(dayOfInstant(asOf))}`;
      assert.deepEqual(badges, [words, undefined]);
      windowAsOf.gate.set("latest");
      assert.equal(tabs.provideFileDecoration(textOf(signalAsOf("latest"))), undefined);
    } finally {
      tabs.dispose();
      windowAsOf.dispose();
    }
  });

  it("state above a text that it is later, and reopen as of it", async () => {
    await backToLatest();
    const uri = textOf(signalAsOf("latest"));
    await open(uri);
    await until("the text", () =>
      vscode.window.visibleTextEditors.find(
        ({ document }) => document.uri.toString() === uri.toString(),
      ),
    );
    assert.deepEqual(await lensesOf(uri), []);
    await setWindowAsOf();
    const day = dateText(dayOfInstant(asOf));
    assert.deepEqual(await lensesOf(uri), [
      `Later than this window's as-of, ${day}`,
      `Reopen As of ${day}`,
      "Reopen All",
    ]);
    await vscode.commands.executeCommand("macroSignals.reopenAsOf", uri);
    const earlier = textOf(signalAsOf(asOf));
    assert.deepEqual(openTabs(), [earlier.toString()]);
    assert.deepEqual(await lensesOf(earlier), []);
  });

  it("all reopen as of it: texts and charts, but no forecast and nothing earlier", async () => {
    await backToLatest();
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const earlier = textOf(sampleSignal());
    const charts = [signalAsOf("latest"), signalAsOf("latest", "US")] as const;
    const all = [textOf(signalAsOf("latest")), earlier, textOf(forecast), chartOf(...charts)];
    for (const uri of all) await open(uri);
    await setWindowAsOf();
    await vscode.commands.executeCommand("macroSignals.reopenAllAsOf");
    const expected = [
      textOf(signalAsOf(asOf)),
      earlier,
      textOf(forecast),
      chartOf(signalAsOf(asOf), signalAsOf(asOf, "US")),
    ];
    assert.deepEqual(openTabs().toSorted(), expected.map(String).toSorted());
  });

  it("of saved charts stay as they are, and Reopen All says so", async () => {
    const folder = temporaryFolder("later-tabs");
    const { showInformationMessage } = vscode.window;
    const said: string[] = [];
    const show = (words: string): Promise<void> => Promise.resolve(void said.push(words));
    try {
      const files = [signalAsOf("latest"), sampleSignal()].map((reference, at) => {
        const series = [{ reference, service: sampleConnection, isHidden: false }];
        const file = path.join(folder.path, `${at}.macrochart.json`);
        writeFileSync(file, savedChartText({ series, view: defaultViewState }));
        return vscode.Uri.file(file);
      });
      for (const file of files) await open(file);
      const before = openTabs();
      Object.assign(vscode.window, { showInformationMessage: show });
      // The chart of the earlier series is known once its page has loaded.
      await until("one saved chart alone", () => {
        void vscode.commands.executeCommand("macroSignals.reopenAllAsOf");
        return said.find((words) => words.startsWith("1 saved chart was not reopened"));
      });
      assert.deepEqual(openTabs(), before);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      folder.remove();
    }
  });

  it("of a chart keep a series whose as-of is earlier", async () => {
    await backToLatest();
    await open(chartOf(signalAsOf("latest", "DE"), sampleSignal("US", "SNAP")));
    await setWindowAsOf();
    await vscode.commands.executeCommand("macroSignals.reopenAllAsOf");
    const expected = chartOf(signalAsOf(asOf, "DE"), sampleSignal("US", "SNAP"));
    assert.deepEqual(openTabs(), [expected.toString()]);
  });

  it("state above the text of a forecast that its values are the latest", async () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const uri = textOf(forecast);
    await open(uri);
    const day = dateText(dayOfInstant(asOf));
    assert.deepEqual(await lensesOf(uri), [`Latest values, not those as of ${day}`]);
  });

  it("state above a text without rows that its as-of may be too early", async () => {
    const early = { ...sampleSignal("AU", "SNAP"), asOf: "19010203T235959Z" as Instant };
    const panel = panelRef({ ...early, tags: { country_iso: ["AU", "DE"] } });
    const words = "No data as of 3 Feb 1901, which may be before the first production";
    for (const reference of [early, panel]) {
      for (const form of ["csv", "json"] as const) {
        const place = { connectionId: sampleConnection, reference, form };
        const uri = vscode.Uri.parse(placeUri(place), true);
        await open(uri);
        const lenses = await until("its text", () =>
          vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString()),
        ).then(() => lensesOf(uri));
        assert.ok(lenses.includes(words), `${uri.toString()}: ${lenses.join("; ")}`);
        if (reference.family === "panel")
          assert.match(lenses.at(-1) ?? "", /^none of the 2 variants has data · as of 3 Feb 1901$/);
      }
    }
  });

  it("that were refused are read once the as-of is latest again", async () => {
    const uri = textOf(signalAsOf("latest", "FR"));
    await open(uri);
    const page = uri.with({ scheme: "macro-signals-failed" }).toString();
    await until("the page of the failure", () => openTabs().includes(page) || undefined);
    await backToLatest();
    await until("the text alone", () => {
      const isShown = vscode.window.visibleTextEditors.some(
        ({ document }) => document.uri.toString() === uri.toString(),
      );
      return (isShown && !openTabs().includes(page)) || undefined;
    });
  });

  it("that may not request a later series offer it as of the window's as-of", async () => {
    const uri = textOf(signalAsOf("latest", "NZ"));
    await open(uri);
    const page = uri.with({ scheme: "macro-signals-failed" }).toString();
    await until("the page of the failure", () => openTabs().includes(page) || undefined);
    await vscode.commands.executeCommand("macroSignals.reopenAsOf", uri);
    assert.deepEqual(openTabs(), [textOf(signalAsOf(asOf, "NZ")).toString()]);
  });
});
