import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { commandNames } from "../../src/editor/commandNames";

function thrower(): never {
  throw new Error("read by force");
}

/** What another extension may pass by mistake or on purpose. */
const hostile: readonly unknown[] = [
  null,
  -1,
  1n,
  Symbol("target"),
  "x".repeat(1 << 20),
  Array.from({ length: 10_000 }, () => ({ target: {} })),
  Object.create(null),
  { toString: thrower, valueOf: thrower },
  new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower }),
  { kind: "series", connectionId: "nobody", reference: { code: 1, tags: null } },
  vscode.Uri.parse("macro-signals:/nobody/%00/..%2F..%2Fx.chart"),
];

/** Commands that act on what they are given; the others ask the person, whatever they are given. */
const withTarget = commandNames.filter((name) =>
  /^(?:retry|(?:un|rename|connect)?[pP]in|open(?!Profile|Walkthrough)|addTo|copy|save|refreshDocument|refreshLine|explain|showDrift|freeze|useFit|switchLayout|showCoverage)/.test(
    name,
  ),
);

/** Of those that one command asks one after the other. */
const maxQuestions = 10;

describe("commands, called with anything (SEC-12)", () => {
  before(() => vscode.extensions.getExtension("macro-signals.macro-signals")?.activate());

  for (const name of ["runFailedOffer", "runSavedChartOffer", ...withTarget]) {
    it(`${name} throws nothing to its caller`, async () => {
      const thrown: unknown[] = [];
      const calls = hostile.flatMap((argument) =>
        [
          [argument, argument],
          [undefined, [argument]],
        ].map(async (args) => {
          await vscode.commands.executeCommand(`macroSignals.${name}`, ...args);
        }),
      );
      const end = Promise.all(
        calls.map((call) => call.catch((error: unknown) => thrown.push(error))),
      ).then(() => true);
      // One that asks the person ends when its question is closed; one that tells something, perhaps never.
      for (let left = maxQuestions; left > 0; left--) {
        if (await Promise.race([end, sleep(20, false)])) break;
        await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      }
      assert.deepEqual(thrown, []);
    });
  }
});
