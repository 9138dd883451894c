import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";

/** Takes the active row of every question until the work has ended. */
export async function acceptAll(work: Promise<unknown>): Promise<void> {
  const over = Symbol("over");
  const ended = work.then(() => over);
  while ((await Promise.race([ended, sleep(25)])) !== over) {
    void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  }
}

/** Accepts each question until there is a result. */
export async function acceptedUntil<T>(what: string, result: () => T | undefined): Promise<T> {
  for (let left = 200; left > 0; left--) {
    const found = result();
    if (found !== undefined) return found;
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await sleep(50);
  }
  return assert.fail(`no ${what} came`);
}
