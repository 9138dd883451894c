import * as vscode from "vscode";
import { type ApiKey } from "../../service/apiKey";
import { plainMessage } from "../../shared/plainText";
import { withDelayedProgress } from "../progress";
import { type ApiKeys } from "./apiKeys";
import { environmentKeyVariable } from "../../shared/environmentKeyVariable";

/**
 * Keeps a key in the editor's secret storage; where the editor does not keep it, offers to use it in this window only,
 * or the environment's when there is one (SECR-01). False when the person wants neither: then the key is nowhere.
 */
export async function keepKey(apiKeys: ApiKeys, origin: string, key: ApiKey): Promise<boolean> {
  const title = vscode.l10n.t("Keeping the API key");
  const keeping = (): Promise<boolean> => apiKeys.keep(origin, key);
  const location = vscode.ProgressLocation.Window;
  if (await withDelayedProgress(title, keeping, { location })) return true;
  const use = vscode.l10n.t("Use in This Window");
  const useEnvironment = vscode.l10n.t("Use {0}", environmentKeyVariable);
  const message = vscode.l10n.t("The editor does not keep the API key");
  const hasEnvironmentKey = apiKeys.environmentKeyFor(origin)?.ok === true;
  const options = { modal: true, detail: detailOf(origin, hasEnvironmentKey) };
  const offers = hasEnvironmentKey ? [use, useEnvironment] : [use];
  const chosen = await vscode.window.showWarningMessage(message, options, ...offers);
  if (chosen === use) apiKeys.holdForThisWindow(origin, key);
  if (chosen === useEnvironment) await apiKeys.useEnvironment(origin);
  return chosen !== undefined;
}

function detailOf(origin: string, hasEnvironmentKey: boolean): string {
  const trouble = vscode.l10n.t(
    "Its secret storage rejects the key, forgets it or does not answer; on Linux it needs a keyring. The key is never written to a setting or a file. It can be used until this window closes.",
  );
  const wayOut = hasEnvironmentKey
    ? vscode.l10n.t(
        "Or the key in the environment variable {0} can be used, now and in other windows; it is sent to {1} only, and what is remembered is this choice, never the key.",
        environmentKeyVariable,
        origin,
      )
    : vscode.l10n.t(
        "Where the environment variable {0} holds a key before the editor starts, that one can be used instead.",
        environmentKeyVariable,
      );
  return `${trouble}\n\n${plainMessage(wayOut)}`;
}
