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
