import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { type CommandName, commandNames } from "../../src/editor/commandNames";
import { asOfParameter, type Instant } from "../../src/shared/instant";
import { placeUri, sampleConnection, type SeriesTarget } from "../../src/shared/place";
import { forecastRef, type SignalRef } from "../../src/shared/reference";
import { latestSignal } from "../support/sampleSeries";
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

interface PublishedRequest {
  readonly request: { readonly path: string };
}

/** The paths of all requests of this process. */
class Requests {
  readonly paths: string[] = [];
  private readonly listener = (message: unknown): void => {
    this.paths.push((message as PublishedRequest).request.path);
  };

  constructor() {
    subscribe("undici:request:create", this.listener);
  }

  dispose(): void {
    unsubscribe("undici:request:create", this.listener);
  }
}

/** Accepts the first row of each question of a command, then dismisses the next. */
async function callAndAnswer(name: CommandName, ...args: readonly unknown[]): Promise<void> {
  const call = Promise.resolve(
    vscode.commands.executeCommand(`macroSignals.${name}`, ...args),
  ).then(
    () => true,
    () => true,
  );
  for (let left = 8; left > 0; left--) {
    if (await Promise.race([call, sleep(30, false)])) return;
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  }
  for (let left = 10; left > 0; left--) {
    if (await Promise.race([call, sleep(20, false)])) return;
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await vscode.commands.executeCommand("notifications.clearAll");
  }
}

/** The as-of of a request for the data of a signal, null for latest; nothing for any other request. */
function asOfRequested(path: string): readonly (string | null)[] {
  if (!/^\/api\/v3\/signal\/[^/]+\/\d+\/data\//.test(path)) return [];
  return [new URL(path, "http://service").searchParams.get("as_of_utc")];
}

describe("a window with an as-of", () => {
  let original: UserSettings;
  let requests: Requests;
  let asOf: Instant;
  /** How many later series the exceptions requested. */
  let excepted = 0;

  before(async () => {
    original = userSettings();
    await setUserSettings({ connections: undefined, connection: "sample" });
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    requests = new Requests();
    asOf = await setWindowAsOf();
  });
  after(async () => {
    requests.dispose();
    await backToLatest();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await restoreUserSettings(original);
  });

  const target = (reference: SeriesTarget["reference"]): { readonly target: SeriesTarget } => ({
    target: { connectionId: sampleConnection, reference },
  });
  const textOf = (reference: SeriesTarget["reference"]): vscode.Uri =>
    vscode.Uri.parse(placeUri({ connectionId: sampleConnection, reference, form: "csv" }), true);
  /** What commands are called for: nothing, a row as of the window, rows and documents of latest. */
  const argumentLists = (country: string): readonly (readonly unknown[])[] => {
    const latest: SignalRef = latestSignal(country);
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    return [
      [],
      [target({ ...latest, asOf })],
      [target(latest)],
      [textOf(latest)],
      [target(forecast)],
    ];
  };
  const countries = ["AU", "NZ", "DE", "FR", "JP"];

  for (const [at, name] of commandNames.filter((each) => !notCalled.has(each)).entries()) {
    it(`${name} requests nothing that is later`, async () => {
      const start = requests.paths.length;
      for (const args of argumentLists(countries[at % countries.length] ?? "AU")) {
        await callAndAnswer(name, ...args);
      }
      const bound = asOfParameter(asOf);
      const asOfs = requests.paths.slice(start).flatMap(asOfRequested);
      const later = asOfs.filter((requested) => requested === null || requested > bound);
      if (!readsLatest.has(name)) assert.deepEqual(later, []);
      else assert.ok(later.length > 0, "it is no longer an exception");
      excepted += readsLatest.has(name) ? later.length : 0;
    });
  }

  it("requests series as of it, and nothing later even after a command has ended", () => {
    const bound = asOfParameter(asOf);
    const asOfs = requests.paths.flatMap(asOfRequested);
    assert.ok(asOfs.filter((requested) => requested === bound).length >= countries.length);
    const later = asOfs.filter((requested) => requested === null || requested > bound);
    assert.equal(later.length, excepted);
  });
});
