import * as vscode from "vscode";
import { type ApiKey } from "../service/apiKey";
import { plainMessage } from "../shared/plainText";
import { withDelayedProgress } from "../editor/progress";
import { type ApiKeys } from "./apiKeys";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";

/**
 * Saves a key in the editor's secret storage. Where the editor does not keep it, offers to use it in this window only,
 * or the environment's if there is one (SECR-01). False when the person declines both; the key is then saved nowhere.
 */
export async function storeKey(apiKeys: ApiKeys, origin: string, key: ApiKey): Promise<boolean> {
  const title = vscode.l10n.t("Saving the API key");
  const storing = (): Promise<boolean> => apiKeys.store(origin, key);
  const location = vscode.ProgressLocation.Window;
  if (await withDelayedProgress(title, storing, { location })) return true;
  const use = vscode.l10n.t("Use in This Window");
  const useEnvironment = vscode.l10n.t("Use {0}", environmentKeyVariable);
  const message = vscode.l10n.t("The editor cannot save the API key");
  const hasEnvironmentKey = apiKeys.environmentKeyFor(origin)?.ok === true;
  const options = { modal: true, detail: detailOf(origin, hasEnvironmentKey) };
  const offers = hasEnvironmentKey ? [use, useEnvironment] : [use];
  const chosen = await vscode.window.showWarningMessage(message, options, ...offers);
  if (chosen === use) apiKeys.holdForThisWindow(origin, key);
  if (chosen === useEnvironment) await apiKeys.useEnvironment(origin);
  return chosen !== undefined;
}

function detailOf(origin: string, hasEnvironmentKey: boolean): string {
  const explanation = vscode.l10n.t(
    "Its secret storage rejects or loses the key, or does not respond; on Linux it needs a keyring. The key is never written to a setting or file. You can use it until this window closes.",
  );
  const alternative = hasEnvironmentKey
    ? vscode.l10n.t(
        "Or use the key in the environment variable {0}, in this and other windows. It is sent only to {1}; only this choice is saved, never the key.",
        environmentKeyVariable,
        origin,
      )
    : vscode.l10n.t(
        "Or set the environment variable {0} before the editor starts, and use that key instead.",
        environmentKeyVariable,
      );
  return `${explanation}\n\n${plainMessage(alternative)}`;
}
