import * as vscode from "vscode";
import { type Form, type Target } from "../../shared/place";
import { openSeries } from "./openSeries";

/** Above this number of tabs, the person is asked first. */
const maxTabsUnasked = 10;

/** Whether to open so many tabs; asks when there are many. */
export async function mayOpenTabs(count: number): Promise<boolean> {
  if (count <= maxTabsUnasked) return true;
  const open = vscode.l10n.t("Open {0} Tabs", count);
  const question = vscode.l10n.t("This opens {0} tabs.", count);
  return (await vscode.window.showWarningMessage(question, { modal: true }, open)) === open;
}

/** Opens each target in its own tab that stays. */
export async function openInTabs(targets: readonly Target[], form: Form): Promise<void> {
  for (const target of targets) await openSeries(target, form, { preview: false });
}
