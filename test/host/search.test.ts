import assert from "node:assert/strict";
import * as vscode from "vscode";
import { placeOfUri } from "../../src/shared/place";
import { chartPlaceOfUri } from "../../src/shared/chartPlace";
import { referencePath } from "../../src/shared/referencePath";
import { latestPlaceOfUri } from "../../src/features/latest/model/latestPlace";
import { itInBoth } from "../support/inBothEditors";
import { backToLatest, setWindowAsOf } from "../support/setWindowAsOf";
import { type ShownPick, ShownPicks } from "../support/shownPicks";
import { until } from "../support/until";
import {
  restoreUserSettings,
  setUserSettings,
  type UserSettings,
  userSettings,
} from "../support/userSettings";

const germany = "signals/INFL/2/country_iso=DE/SNAP/latest";
const france = "signals/INFL/2/country_iso=FR/SNAP/latest";
const spx = "forecasts/SPX/USD/12 Months";
const spxTarget = {
  connectionId: "sample",
  reference: { family: "forecast", market: "SPX", currency: "USD", horizon: "12 Months" },
};

interface Shown {
  readonly paths: readonly string[];
  readonly form: string;
  readonly column: vscode.ViewColumn;
}

/** The series and panels that tabs show. */
function tabs(): readonly Shown[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs: all, viewColumn: column }) =>
    all.flatMap(({ input }): Shown[] => {
      if (!(input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText)) {
        return [];
      }
      const uri = input.uri.toString();
      const place = placeOfUri(uri);
      const references = place
        ? [place.reference]
        : chartPlaceOfUri(uri)?.parts.map(({ reference }) => reference);
      if (references === undefined) return [];
      return [{ paths: references.map(referencePath), form: place?.form ?? "chart", column }];
    }),
  );
}

async function tab(...paths: readonly string[]): Promise<Shown> {
  const wanted = JSON.stringify(paths);
  return until(`the tab of ${wanted}, not ${JSON.stringify(tabs())}`, () =>
    tabs().find((each) => JSON.stringify(each.paths) === wanted),
  );
}

describe("Search…", () => {
  let original: UserSettings;
  let picks: ShownPicks;
  /** The end of the command that the test has run. */
  let done: Thenable<unknown>;

  before(async () => {
    original = userSettings();
    await setUserSettings({ connections: undefined, connection: "sample" });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    picks = new ShownPicks();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await done;
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await backToLatest();
  });
  after(async () => {
    picks.dispose();
    await restoreUserSettings(original);
    await settings().update("pins", undefined, vscode.ConfigurationTarget.Global);
  });

  const settings = (): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration("macroSignals");

  async function open(command: string, title: RegExp): Promise<ShownPick> {
    done = vscode.commands.executeCommand(`macroSignals.${command}`);
    const list = await picks.open(title);
    await until("the end of loading", () =>
      list.pick.busy || /not loaded|none known/.test(list.pick.title ?? "") ? undefined : true,
    );
    return list;
  }

  itInBoth(
    "lists signals, panels, profiles, markets and forecasts, and opens one with Enter",
    async () => {
      const list = await open("search", /^Search · Sample · SNAP · latest · /);
      await list.type("germany");
      await list.row("Germany");
      const kinds = list.pick.items.map(
        ({ description = "" }) => description.split(" · ")[0] ?? "",
      );
      assert.equal(list.labels[0], "Germany");
      assert.equal(kinds[0], "Profile");
      await list.type("infl");
      await list.row("INFL v2");
      assert.deepEqual(list.labels.slice(0, 2), ["INFL v2", "INFL v1"]);
      await list.type("spx");
      assert.equal((await list.row("SPX")).description?.startsWith("Market · "), true);
      const horizons = list.labels.filter((label) => label.startsWith("SPX · USD · "));
      assert.deepEqual(
        horizons,
        ["3 Months", "6 Months", "12 Months", "3 Years", "5 Years", "10 Years"].map(
          (horizon) => `SPX · USD · ${horizon}`,
        ),
      );
      await list.type("germany infl");
      await list.row("INFL v2 · Germany");
      assert.deepEqual(list.labels, ["INFL v2 · Germany", "INFL v1 · Germany"]);
      await list.accept();
      const { form } = await tab(germany);
      assert.equal(form, "chart");
      await done;
      assert.equal(list.isOpen, false);
    },
  );

  const commands = [
    ["fetchSignal", "Search Signals", "INFL v2 · Germany", "SPX · USD · 12 Months"],
    ["fetchForecast", "Search Forecasts", "SPX · USD · 12 Months", "INFL v2 · Germany"],
    ["fetchPanel", "Search Panels", "INFL v2", "INFL v2 · Germany"],
  ] as const;
  for (const [command, title, own, other] of commands) {
    it(`is filtered by ${command}, until the filter is removed`, async () => {
      const list = await open(command, new RegExp(`^${title} · Sample · `));
      const words = (label: string): string => label.replaceAll(" · ", " ");
      await list.type(words(other));
      await list.row("Nothing matches");
      await list.type(words(own));
      await list.row(own);
      list.press("Search Everything");
      const whole = await picks.open(/^Search · Sample · /);
      await list.type(words(other));
      await whole.row(other);
      assert.ok(!whole.pick.buttons.some(({ tooltip }) => tooltip === "Search Everything"));
    });
  }

  it("lists the kinds that are chosen", async () => {
    const list = await open("search", /^Search · /);
    list.press("Choose What to Search");
    const kinds = await picks.open(/^Choose What to Search$/);
    assert.deepEqual(kinds.labels, ["Signals", "Panels", "Profiles", "Markets", "Forecasts"]);
    await kinds.tick("Panels", "Markets");
    await kinds.accept();
    await picks.open(/^Search Panels, Markets · Sample · SNAP · latest · /);
    await list.type("us");
    await list.row("SPX");
    assert.ok(!list.labels.some((label) => label.includes(" · ")), list.labels.join("\n"));
  });

  it("opens a signal whole, a profile and a market", async () => {
    let list = await open("search", /^Search · /);
    await list.type("infl v2");
    await list.activate("INFL v2");
    await list.accept();
    await tab("signals/INFL/2/country_iso=*/SNAP/latest");
    await done;
    list = await open("search", /^Search · /);
    await list.type("spx");
    await list.activate("SPX");
    await list.accept();
    await until("the explorer", () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .find(
          ({ input }) =>
            input instanceof vscode.TabInputCustom &&
            latestPlaceOfUri(input.uri.toString())?.of === "forecasts",
        ),
    );
    await done;
    list = await open("search", /^Search · /);
    await list.type("germany country");
    await list.activate("Germany");
    await list.accept();
    await until("the end of the list", () => (list.isOpen ? undefined : true));
    assert.ok(!tabs().some(({ paths }) => paths.length > 8));
    await until("the profile", () => tabs().find(({ paths }) => paths.length > 8));
    await done;
    list = await open("search", /^Search · /);
    await list.row("recently opened");
    const recent = list.labels.slice(list.labels.indexOf("recently opened") + 1);
    const opened = ["Profile of Germany · SNAP", "Forecast Explorer", "INFL v2 all countries"];
    assert.deepEqual(recent.slice(0, 3), opened);
  });

  it("chooses the values of a panel, with a way back to the list", async () => {
    const list = await open("search", /^Search · /);
    await list.type("terms");
    await list.pressOn("TERMS v1", "More");
    let more = await picks.open(/^SAMPLE · TERMS v1 · \* · \* · SNAP · latest$/);
    await until("the end of the list", () => (list.isOpen ? undefined : true));
    more.back();
    await picks.open(/^Search · /);
    assert.equal(list.pick.value, "terms");
    await list.pressOn("TERMS v1", "More");
    more = await picks.open(/^SAMPLE · TERMS v1 · \* · \* · SNAP · latest$/);
    await more.activate("Choose Values…");
    await more.accept();
    const ways = await picks.open(/^SAMPLE · TERMS v1 · SNAP · latest$/);
    assert.deepEqual(ways.labels, ["Country, for one Commodity", "Commodity, for one Country"]);
    assert.deepEqual([ways.pick.step, ways.pick.totalSteps], [1, 3]);
  });

  itInBoth("opens by the setting, as CSV with a button, and beside with a key", async () => {
    await settings().update("tree.open", "csv", vscode.ConfigurationTarget.Global);
    let list = await open("search", /^Search · /);
    await list.type("infl germany");
    await list.activate("INFL v2 · Germany");
    await list.accept();
    assert.equal((await tab(germany)).form, "csv");
    await settings().update("tree.open", undefined, vscode.ConfigurationTarget.Global);
    await done;
    list = await open("search", /^Search · /);
    await list.type("infl france");
    await list.pressOn("INFL v2 · France", "Open as CSV");
    const shown = await tab(france);
    assert.deepEqual([shown.form, shown.column], ["csv", vscode.ViewColumn.One]);
    await done;
    list = await open("search", /^Search · /);
    await list.type("spx usd 12");
    await list.activate("SPX · USD · 12 Months");
    await vscode.commands.executeCommand("macroSignals.searchBeside");
    const beside = await tab(spx);
    assert.deepEqual([beside.form, beside.column], ["chart", vscode.ViewColumn.Two]);
  });

  itInBoth(
    "opens several as one chart; what is ticked stays while something else is typed",
    async () => {
      const list = await open("search", /^Search · /);
      list.press("Select Several");
      await until("check boxes", () => (list.pick.canSelectMany ? true : undefined));
      await list.type("infl germany");
      await list.tick("INFL v2 · Germany");
      await list.type("spx usd 12");
      assert.equal((await list.row("INFL v2 · Germany")).label, list.labels[0]);
      await list.tick("INFL v2 · Germany", "SPX · USD · 12 Months");
      await list.accept();
      await tab(germany, spx);
    },
  );

  it("pins a profile and copies its link, and stays open", async () => {
    const list = await open("search", /^Search · /);
    await list.type("germany country");
    await list.pressOn("Germany", "Pin");
    await until("the pin", () =>
      JSON.stringify(settings().get("pins")).includes("profiles/country_iso=DE/SNAP @ sample")
        ? true
        : undefined,
    );
    await list.pressOn("Germany", "Copy Link");
    let copied = "";
    while (!copied.includes("country_iso")) copied = await vscode.env.clipboard.readText();
    assert.ok(list.isOpen);
    await settings().update("pins", undefined, vscode.ConfigurationTarget.Global);
  });

  it("opens in the group itself rather than beside it while it is empty", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    const list = await open("search", /^Search · /);
    await list.type("spx usd 12");
    await list.activate("SPX · USD · 12 Months");
    await vscode.commands.executeCommand("macroSignals.searchBeside");
    assert.equal((await tab(spx)).column, vscode.ViewColumn.One);
  });

  it("opens several beside, and moves no tab that was open before", async () => {
    await vscode.commands.executeCommand("macroSignals.openChart", { target: spxTarget });
    assert.equal((await tab(spx)).column, vscode.ViewColumn.One);
    const list = await open("search", /^Search · /);
    list.press("Select Several");
    await until("check boxes", () => (list.pick.canSelectMany ? true : undefined));
    await list.type("infl v2 germany");
    await list.tick("INFL v2 · Germany");
    await list.type("infl v2");
    await list.tick("INFL v2 · Germany", "INFL v2");
    await vscode.commands.executeCommand("macroSignals.searchBeside");
    await done;
    assert.equal((await tab(germany)).column, vscode.ViewColumn.Two);
    const panel = await tab("signals/INFL/2/country_iso=*/SNAP/latest");
    assert.equal(panel.column, vscode.ViewColumn.Two);
    assert.equal((await tab(spx)).column, vscode.ViewColumn.One);
  });

  it("lists only what can be used for a command that searches for it", async () => {
    const pins = [
      "profiles/country_iso=FR/SNAP @ sample",
      `${france} @ sample`,
      `${germany} @ https://elsewhere.example`,
    ];
    await settings().update("pins", pins, vscode.ConfigurationTarget.Global);
    const list = await open("compareKinds", /^Search Signals · /);
    await list.row("pinned");
    const end = list.labels.findIndex((label) => /^(recently opened|all)$/.test(label));
    assert.deepEqual(list.labels.slice(0, end), ["pinned", "INFL v2 · France"]);
    const buttons = list.pick.buttons.map(({ tooltip = "" }) => tooltip.split(":")[0]);
    assert.deepEqual(buttons, ["Kind", "As-of"]);
    await settings().update("pins", undefined, vscode.ConfigurationTarget.Global);
  });

  it("offers more for a hit, with its kind and as-of", async () => {
    const list = await open("search", /^Search · /);
    list.press("Kind: SNAP");
    await picks.open(/^Search · Sample · FIT · latest · /);
    await list.type("infl germany");
    await list.pressOn("INFL v2 · Germany", "More");
    const more = await picks.open(/^SAMPLE · INFL v2 · DE · FIT · latest$/);
    assert.deepEqual(
      more.labels.filter((label) => label !== ""),
      [
        "Open as Chart",
        "Open as CSV",
        "Open as JSON",
        "Insert Code…",
        "Add to Chart",
        "Compare SNAP with FIT",
        "Save As…",
        "Pin",
        "Copy Link",
      ],
    );
    await more.activate("Open as JSON");
    await more.accept();
    assert.equal((await tab(germany.replace("SNAP", "FIT"))).form, "json");
  });

  it("has pins first, then what was opened last, then all", async () => {
    const pins = [`${spx} @ sample`, { name: "Home", pin: `${france} @ sample` }];
    await settings().update("pins", pins, vscode.ConfigurationTarget.Global);
    for (const name of ["austria", "germany"]) {
      const list = await open("search", /^Search · /);
      await list.type(`infl ${name}`);
      await list.row(`INFL v2 · ${name === "austria" ? "Austria" : "Germany"}`);
      await list.accept();
      await done;
    }
    const list = await open("search", /^Search · /);
    await list.row("pinned");
    await list.row("recently opened");
    const end = list.labels.indexOf("all");
    const sections = list.labels.slice(0, end);
    assert.deepEqual(sections.slice(0, 6), [
      "pinned",
      "SPX · USD · 12 Months",
      "Home",
      "recently opened",
      "INFL v2 · Germany",
      "INFL v2 · Austria",
    ]);
    assert.ok(list.labels.length > end + 100);
    await list.activate("Home");
    await list.accept();
    await tab(france);
  });

  it("has what was opened last once, also where the window's as-of bounds several as-ofs", async () => {
    const openAustria = async (): Promise<void> => {
      const list = await open("search", /^Search · /);
      await list.type("infl austria");
      await list.row("INFL v2 · Austria");
      await list.accept();
      await done;
    };
    await openAustria();
    await setWindowAsOf();
    await openAustria();
    const list = await open("search", /^Search · /);
    await list.row("recently opened");
    const recent = list.labels.slice(
      list.labels.indexOf("recently opened"),
      list.labels.indexOf("all"),
    );
    assert.equal(recent.filter((label) => label === "INFL v2 · Austria").length, 1);
  });
});
