import * as vscode from "vscode";
import { type ApiKey } from "../../service/apiKey";
import { withDelayedProgress } from "../progress";
import { type ApiKeys } from "./apiKeys";

/**
 * Keeps a key in the editor's secret storage; where the editor does not keep it, offers to use it in this window only.
 * False when the person does not want that: then the key is nowhere.
 */
export async function keepKey(apiKeys: ApiKeys, origin: string, key: ApiKey): Promise<boolean> {
  const title = vscode.l10n.t("Keeping the API key");
  const keeping = (): Promise<boolean> => apiKeys.keep(origin, key);
  const location = vscode.ProgressLocation.Window;
  if (await withDelayedProgress(title, keeping, { location })) return true;
  const use = vscode.l10n.t("Use in This Window");
  const message = vscode.l10n.t("The editor does not keep the API key");
  const detail = vscode.l10n.t(
    "Its secret storage rejects the key, forgets it or does not answer; on Linux it needs a keyring. The key is never written to a setting or a file. It can be used until this window closes.",
  );
  const chosen = await vscode.window.showWarningMessage(message, { modal: true, detail }, use);
  if (chosen !== use) return false;
  apiKeys.holdForThisWindow(origin, key);
  return true;
}
