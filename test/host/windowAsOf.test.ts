import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type CommandName, commandNames } from "../../src/editor/commandNames";
import { asOfParameter, type Instant } from "../../src/shared/instant";
import { placeUri, sampleConnection, type SeriesTarget } from "../../src/shared/place";
import { forecastRef, type SignalRef } from "../../src/shared/reference";
import { latestSignal } from "../support/sampleSeries";
import { AnsweredQuestions } from "../support/answeredQuestions";
import {
  asOfsIn,
  laterIn,
  type NewestEndpoint,
  newestIn,
  PublishedRequests,
} from "../support/publishedRequests";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { backToLatest, setWindowAsOf } from "../support/setWindowAsOf";
import {
  restoreUserSettings,
  setUserSettings,
  type UserSettings,
  userSettings,
} from "../support/userSettings";

/**
 * Commands that are not called: those that change the connection, its key or the as-of, open other windows or programs, or
 * delete stored data.
 */
const notCalled: ReadonlySet<CommandName> = new Set([
  "connectService",
  "useSampleData",
  "switchConnection",
  "enterApiKey",
  "forgetApiKey",
  "renameConnection",
  "removeConnection",
  "clearCache",
  "setAsOf",
  "backToLatest",
  "reportIssue",
]);

/** The diagnosis reads a series of latest to see whether it can be read; it shows none of its values. */
const readsLatest: ReadonlySet<CommandName> = new Set(["diagnoseConnection"]);

/** Questions without an answer: one would change the as-of, the other one is about {@link asksForNewest}. */
const refused = /^Set This Window's As-Of$|^Forecasts have no as-of\. /;

/** Commands that ask before the data of a forecast, which has no as-of, leave the editor; refused, they request none. */
const asksForNewest: ReadonlySet<CommandName> = new Set([
  "insertIntoNotebook",
  "copyPython",
  "copyTsv",
  "copyMarkdown",
  "saveAs",
  "saveResponse",
]);

/** Commands that show an answer without an as-of, marked as such. A search for forecasts lists them without values. */
const showsNewest: Partial<Record<CommandName, readonly NewestEndpoint[]>> = {
  search: ["forecast", "latest forecasts"],
  fetchForecast: ["forecast", "latest forecasts"],
  fetchTarget: ["forecast"],
  openChart: ["forecast"],
  addToChart: ["forecast"],
  openCsv: ["forecast"],
  openJson: ["forecast"],
  openOtherForm: ["forecast"],
  openPins: ["forecast"],
  refreshDocument: ["forecast"],
  latestSignals: ["latest signals"],
  forecastExplorer: ["latest forecasts"],
  whatChanged: ["latest signals", "latest forecasts"],
};

/** Pages that state that they show the newest answer: `pagesAsOf.test.ts` proves it. */
const markedPages: ReadonlySet<string> = new Set([
  "macroSignals.chart",
  "macroSignals.heatmap",
  "macroSignals.explorer",
  "macroSignals.changes",
]);

/** 8: no command asks as many questions in a row. */
const mostAnswers = 8;

/** One signal and one forecast for each command, so that none finds in the cache what another one requested. */
const subjects = [
  { code: "INFL", version: 2 },
  { code: "GROWTH", version: 1 },
  { code: "LABOUR", version: 1 },
].flatMap((id, round) =>
  "US CA MX BR CL DE FR IT ES NL BE AT IE PT FI GR GB CH SE NO DK PL CZ HU AU NZ JP KR IN ID"
    .split(" ")
    .map((country, place) => {
      const at = 30 * round + place;
      const horizons = ["3 Months", "6 Months", "12 Months", "3 Years", "5 Years", "10 Years"];
      return {
        signal: { country, id },
        forecast: forecastRef({
          market: ["SPX", "DAX", "CAC", "AS51", "SPTSX", "NIFTY", "IBOV", "EMEQ"][at % 8] ?? "",
          currency: at < 48 ? "USD" : "EUR",
          horizon: horizons[Math.floor(at / 8) % 6] ?? "",
        }),
      };
    }),
);

describe("a window with an as-of", () => {
  let original: UserSettings;
  let requests: PublishedRequests;
  let questions: AnsweredQuestions;
  let folder: TemporaryFolder;
  let asOf: Instant;
  /** How many later series the exceptions requested. */
  let excepted = 0;

  before(async () => {
    original = userSettings();
    await setUserSettings({ connections: undefined, connection: "sample" });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    requests = new PublishedRequests();
    asOf = await setWindowAsOf();
    folder = temporaryFolder("window-as-of");
    questions = new AnsweredQuestions({ refused, folder: vscode.Uri.file(folder.path) });
  });
  after(async () => {
    questions.dispose();
    requests.dispose();
    folder.remove();
    await backToLatest();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await restoreUserSettings(original);
    const settings = vscode.workspace.getConfiguration("macroSignals");
    await settings.update("pins", undefined, vscode.ConfigurationTarget.Global);
  });

  const target = (reference: SeriesTarget["reference"]): { readonly target: SeriesTarget } => ({
    target: { connectionId: sampleConnection, reference },
  });
  const textOf = (reference: SeriesTarget["reference"]): vscode.Uri =>
    vscode.Uri.parse(placeUri({ connectionId: sampleConnection, reference, form: "csv" }), true);
  /** What commands are called for: nothing, a row as of the window, rows and documents of latest, a forecast. */
  const argumentLists = (at: number): readonly (readonly unknown[])[] => {
    const { signal, forecast } =
      subjects[at] ?? assert.fail("there are more commands than subjects");
    const latest: SignalRef = { ...latestSignal(signal.country), ...signal.id };
    return [
      [],
      [target({ ...latest, asOf })],
      [target(latest)],
      [textOf(latest)],
      [target(forecast)],
      [textOf(forecast)],
    ];
  };
  /** The tabs of forecasts and latest values that do not state that these are the newest. */
  const unmarkedTabs = async (): Promise<string[]> => {
    const unmarked: string[] = [];
    for (const { input, label } of vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
      if (input instanceof vscode.TabInputCustom) {
        const isOurs = input.viewType.startsWith("macroSignals.");
        const isFailure = input.viewType === "macroSignals.failed";
        if (isOurs && !isFailure && !markedPages.has(input.viewType)) unmarked.push(label);
      }
      if (!(input instanceof vscode.TabInputText)) continue;
      if (input.uri.scheme !== "macro-signals" || !input.uri.path.includes("/forecasts/")) continue;
      const [lens] = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        "vscode.executeCodeLensProvider",
        input.uri,
      );
      if (lens?.command?.title.startsWith("Latest values, not") !== true) unmarked.push(label);
    }
    return unmarked;
  };
  for (const [at, name] of commandNames.filter((each) => !notCalled.has(each)).entries()) {
    it(`${name} requests nothing later, and shows nothing of latest unmarked`, async () => {
      questions.asked.splice(0);
      const start = requests.paths.length;
      for (const args of argumentLists(at)) {
        questions.answerNext(mostAnswers);
        await vscode.commands.executeCommand(`macroSignals.${name}`, ...args);
      }
      await requests.settle();
      const paths = requests.paths.slice(start);
      const later = laterIn(paths, asOf);
      if (!readsLatest.has(name)) assert.deepEqual(later, []);
      else assert.ok(later.length > 0, "it is no longer an exception");
      excepted += readsLatest.has(name) ? later.length : 0;
      const listed = showsNewest[name] ?? [];
      assert.deepEqual(
        newestIn(paths).filter((endpoint) => !listed.includes(endpoint)),
        [],
      );
      const asked = questions.asked.some((words) => words.startsWith("Forecasts have no as-of"));
      assert.equal(asked, asksForNewest.has(name), questions.asked.join("\n"));
      assert.deepEqual(await unmarkedTabs(), []);
    });
  }

  it("requests series as of it, and nothing later even after a command has ended", () => {
    const bound = asOfParameter(asOf);
    const asOfs = asOfsIn(requests.paths);
    assert.ok(asOfs.filter((requested) => requested === bound).length >= 5);
    assert.equal(laterIn(requests.paths, asOf).length, excepted);
    // The latest answers may still be at hand from an earlier test; the pages' own messages request them anew.
    assert.ok(newestIn(requests.paths).includes("forecast"));
  });
});
