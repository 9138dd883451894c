import assert from "node:assert/strict";
import { type AsOf } from "../../../src/shared/instant";
import * as vscode from "vscode";
import { type AnyChartPlace, type ChartPlace, chartUri } from "../../../src/shared/chartPlace";
import { composedPath } from "../../../src/shared/composedPlace";
import { placeUri, sampleConnection, scheme, targetPath } from "../../../src/shared/place";
import { forecastRef, panelRef } from "../../../src/shared/reference";
import { ChartMoves } from "../../../src/features/chart/host/chartMoves";
import { hostSetting } from "../../support/hostResult";
import { describeInBoth, itInBoth } from "../../support/inBothEditors";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";
import { TestPanel } from "../../support/testPanel";

/** The label of a chart's tab: its title, or the name of its file in editors whose tabs ignore titles. */
function chartTabLabel(place: AnyChartPlace, title: string): string {
  const [, minor = "0"] = vscode.version.split(".");
  const file = vscode.Uri.parse(chartUri(place), true).path.split("/").at(-1) ?? "";
  return Number(minor) > oldestMinor ? title : file;
}

/** The minor version of the oldest editor in which the tests run. */
const oldestMinor = 103;

const signal = { connectionId: sampleConnection, reference: sampleSignal() };
const forecast = {
  connectionId: sampleConnection,
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};
const one: ChartPlace = { parts: [signal] };
const both: ChartPlace = { parts: [signal, forecast] };

function uriOf(place: AnyChartPlace): vscode.Uri {
  return vscode.Uri.parse(chartUri(place), true);
}

function tabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs);
}

/** The chart that a tab shows. */
function shownBy(tab: vscode.Tab | undefined): string | undefined {
  if (!(tab?.input instanceof vscode.TabInputCustom)) return undefined;
  const { viewType, uri } = tab.input;
  return viewType === "macroSignals.chart" ? uri.toString() : undefined;
}

async function open(
  place: AnyChartPlace,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uriOf(place), options);
  await until("the chart", () =>
    tabs().find((tab) => tab.isActive && shownBy(tab) === chartUri(place)),
  );
}

/** Places to which the tabs were about to move. */
const announced: AnyChartPlace[] = [];

function movesOf(place: ChartPlace): ChartMoves {
  const panel = new TestPanel();
  const latestMs = (): Promise<number> => Promise.resolve(Date.now());
  const moving = (to: AnyChartPlace): void => void announced.push(to);
  const tabUri = uriOf(place);
  const name = (): string => "Inflation";
  const bound = (): AsOf => "latest";
  const openingBeside = moving;
  return new ChartMoves({ place, panel, tabUri, name, latestMs, bound, moving, openingBeside });
}

async function shownText(uri: vscode.Uri): Promise<string> {
  const editor = await until("the text", () =>
    vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === uri.toString(),
    ),
  );
  return editor.document.getText();
}

describe("the tabs of charts", () => {
  afterEach(async () => {
    announced.length = 0;
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  itInBoth("preview, give way to the next one, and stay when they are kept", async () => {
    await open(one, { preview: true });
    assert.deepEqual(
      tabs().map(({ isPreview }) => isPreview),
      [true],
    );
    await open({ parts: [forecast] }, { preview: true });
    assert.deepEqual(tabs().map(shownBy), [chartUri({ parts: [forecast] })]);
    await vscode.commands.executeCommand("workbench.action.keepEditor");
    await open(one, { preview: true });
    assert.equal(tabs().length, 2);
  });

  itInBoth("open side by side, even the same one twice", async () => {
    await open(both, { preview: false });
    await vscode.commands.executeCommand("workbench.action.splitEditor");
    await until("two groups", () => (vscode.window.tabGroups.all.length === 2 ? true : undefined));
    assert.deepEqual(tabs().map(shownBy), [chartUri(both), chartUri(both)]);
  });

  it("of several series have the title of what they show (15.1.7)", async () => {
    await open(both);
    const title = "SAMPLE 2 series · FIT · …";
    const label = chartTabLabel(both, title);
    await until("the title", () => tabs()[0]?.label === label || undefined);
  });

  itInBoth(
    "move to another kind, more series and fewer in the same tab, kept as it was",
    async () => {
      await open({ parts: [forecast] }, { preview: false });
      await open(one, { preview: false });
      await movesOf(one).compose(both.parts.map(targetPath));
      await until("the composed chart", () =>
        shownBy(tabs()[1]) === chartUri(both) ? true : undefined,
      );
      await movesOf(both).remove("sample/forecasts/SPX/USD/12 Months");
      await until("the chart of one", () =>
        shownBy(tabs()[1]) === chartUri(one) ? true : undefined,
      );
      await movesOf(one).switchKind("SNAP");
      const snap: ChartPlace = {
        parts: [{ ...signal, reference: sampleSignal("US", "SNAP") }],
      };
      await until("the other kind", () =>
        shownBy(tabs()[1]) === chartUri(snap) ? true : undefined,
      );
      assert.deepEqual(
        tabs().map((tab) => [shownBy(tab), tab.isPreview, tab.isActive]),
        [
          [chartUri({ parts: [forecast] }), false, false],
          [chartUri(snap), false, true],
        ],
      );
      assert.deepEqual(announced.map(chartUri), [both, one, snap].map(chartUri));
    },
  );

  it("are returned to by Go Back while they are open, which a preview that gave way is not", async () => {
    const reference = sampleSignal("DE");
    const first: ChartPlace = { parts: [{ connectionId: sampleConnection, reference }] };
    await open(first, { preview: false });
    await open(one, { preview: true });
    await open({ parts: [forecast] }, { preview: true });
    await vscode.commands.executeCommand("workbench.action.navigateBack");
    const kept = chartUri(first);
    await until("the kept chart", () =>
      tabs().find((tab) => tab.isActive && shownBy(tab) === kept),
    );
    await vscode.commands.executeCommand("workbench.action.navigateForward");
    const last = chartUri({ parts: [forecast] });
    await until("the last chart", () =>
      tabs().find((tab) => tab.isActive && shownBy(tab) === last),
    );
  });

  it("keep the tab in which they move on (KEEP-01)", async () => {
    await open(both, { preview: true });
    await movesOf(both).openPart("sample/forecasts/SPX/USD/12 Months");
    const shown = chartUri({ parts: [forecast] });
    await until("the part", () =>
      tabs().some((tab) => shownBy(tab) === shown) ? true : undefined,
    );
    assert.deepEqual(
      tabs().map((tab) => [shownBy(tab), tab.isPreview]),
      [[shown, false]],
    );
  });

  it("of panels are opened, refreshed and read as CSV like those of series", async () => {
    const tags = { country_iso: ["US", "DE"] } as const;
    const { code, version, dataKind, asOf } = sampleSignal();
    const panel = panelRef({ code, version, tags, dataKind, asOf });
    assert.ok(panel.family === "panel");
    const place = { connectionId: sampleConnection, reference: panel };
    await open(place);
    // With its version, once a listing that a chart loaded shows that there are several.
    const titles = ["Inflation · 2 countries · FIT · …", "Inflation v2 · 2 countries · …"];
    const labels = titles.map((title) => chartTabLabel(place, `SAMPLE ${title}`));
    await until("the title", () => labels.find((label) => tabs()[0]?.label === label));
    await vscode.commands.executeCommand("macroSignals.refreshDocument", uriOf(place));
    assert.equal(shownBy(tabs()[0]), chartUri(place));
    await vscode.commands.executeCommand("macroSignals.openCsv", uriOf(place));
    const uri = placeUri({ connectionId: sampleConnection, reference: panel, form: "csv" });
    const text = await shownText(vscode.Uri.parse(uri, true));
    assert.match(text, /^Date,country_iso,/);
    assert.match(text, /,US,/);
    assert.match(text, /,DE,/);
  });

  it("refresh with the title's button without a message", async () => {
    await open(one);
    await vscode.commands.executeCommand("macroSignals.refreshDocument", uriOf(one));
    assert.equal(shownBy(tabs()[0]), chartUri(one));
  });
});

describeInBoth("charts as text", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("are the CSV of their series", async () => {
    await vscode.commands.executeCommand("vscode.openWith", uriOf(one), "default");
    const expected = await fetchedCsv(hostSetting().sample, signal.reference);
    assert.equal(await shownText(uriOf(one)), expected);
  });

  it("are the places of their series when they are several", async () => {
    await vscode.commands.executeCommand("vscode.openWith", uriOf(both), "default");
    const places = [signal, forecast].map((part) => placeUri({ ...part, form: "csv" }));
    assert.equal(await shownText(uriOf(both)), `${places.join("\n")}\n`);
  });

  it("are files without being read, and there are no others", async () => {
    const { fs } = vscode.workspace;
    for (const place of [one, both]) {
      const { type, permissions } = await fs.stat(uriOf(place));
      const readonly = vscode.FilePermission.Readonly;
      assert.deepEqual([type, permissions], [vscode.FileType.File, readonly]);
    }
    const path = composedPath([signal, forecast]);
    for (const stranger of [
      path.replace("SAMPLE ", ""),
      "/~/x.chart",
      "/x.chart",
      `${path}/a.chart`,
    ]) {
      const uri = vscode.Uri.from({ scheme, path: stranger });
      await assert.rejects(async () => fs.stat(uri), { code: "FileNotFound" });
    }
  });
});
