import * as vscode from "vscode";
import { type Form, type Target } from "../../shared/place";
import { openSeries } from "./openSeries";

/** More tabs than this are opened only when the person says so. */
const maxTabsUnasked = 10;

/** Whether so many tabs shall be opened, which a person is asked for where they are many. */
export async function mayOpenTabs(count: number): Promise<boolean> {
  if (count <= maxTabsUnasked) return true;
  const open = vscode.l10n.t("Open {0} Tabs", count);
  const question = vscode.l10n.t("This opens {0} tabs.", count);
  return (await vscode.window.showWarningMessage(question, { modal: true }, open)) === open;
}

/** Opens each in a tab of its own that stays. */
export async function openInTabs(targets: readonly Target[], form: Form): Promise<void> {
  for (const target of targets) await openSeries(target, form, { preview: false });
}
