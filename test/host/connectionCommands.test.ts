import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { type TestServer, startServer } from "../support/testServer";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";

/** Calls a command as another extension would, and closes whatever input it opens. */
async function callAndLeave(command: string, ...args: readonly unknown[]): Promise<unknown> {
  const pending = Symbol("pending");
  const call = Promise.resolve(vscode.commands.executeCommand(command, ...args));
  for (;;) {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    const outcome: unknown = await Promise.race([call, sleep(50, pending)]);
    if (outcome !== pending) return outcome;
  }
}

const canary = "canary-e77a01";

describe("commands about connections, called by another extension (SEC-12)", () => {
  let server: TestServer;
  let original: UserSettings;
  let settings: UserSettings;

  before(async () => {
    original = userSettings();
    server = await startServer((_request, response) => response.end("[]"));
    const acme = { name: "Acme", baseUrl: "https://127.0.0.1:9/unreachable" };
    await setUserSettings({ connections: { acme }, connection: "sample" });
    settings = userSettings();
  });

  after(async () => {
    await restoreUserSettings(original);
    await server.close();
  });

  const commands = [
    "connectService",
    "switchConnection",
    "renameConnection",
    "removeConnection",
    "enterApiKey",
    "setKind",
    "setAsOf",
    "changeContext",
    "fetchSignal",
    "fetchForecast",
    "fetchTarget",
  ];
  for (const name of commands) {
    const argumentLists: [what: string, args: () => unknown[]][] = [
      ["a base URL and a key", () => [server.origin, canary]],
      ["an object", () => [{ baseUrl: server.origin, apiKey: canary, id: "acme", name: "x" }]],
      ["a known connection and a key", () => ["acme", canary]],
    ];
    for (const [what, args] of argumentLists) {
      it(`${name} takes nothing from ${what} and returns nothing`, async () => {
        assert.equal(await callAndLeave(`macroSignals.${name}`, ...args()), undefined);
        assert.deepEqual(userSettings(), settings);
        assert.equal(server.requests.length, 0);
      });
    }
  }
});
