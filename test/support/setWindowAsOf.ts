import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { endOfDay, type Instant } from "../../src/shared/instant";

/** Sets the window's as-of to the first preset of *Set As-Of…*, the end of the last month, as a person does. */
export async function setWindowAsOf(): Promise<Instant> {
  const now = new Date();
  const setting = Promise.resolve(vscode.commands.executeCommand("macroSignals.setAsOf"));
  const isSet = setting.then(() => true);
  while (!(await Promise.race([isSet, sleep(20, false)]))) {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  }
  const lastDay = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0) / 86_400_000;
  return endOfDay(lastDay);
}

export async function backToLatest(): Promise<void> {
  await vscode.commands.executeCommand("macroSignals.backToLatest");
}
