import * as vscode from "vscode";
import { type ApiKey } from "../service/apiKey";
import { type BaseUrl } from "../service/baseUrl";
import { plainLabel, plainMessage } from "../shared/plainText";
import { isCancellation } from "../editor/cancellation";
import { withDelayedProgress } from "../editor/progress";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { asksForKey } from "../editor/report/failureReporter";
import { failureText, isRefusalPage } from "../editor/report/failureText";
import { type ApiKeys } from "./apiKeys";
import { type ConnectionDependencies } from "./connectionParts";
import { apiKeyText } from "./entryText";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";

/** Where a key comes from. */
export type KeySource = "entry" | "environment";

/**
 * Asks whether to enter a key or to use the environment's, if there is one; undefined when the person leaves. The rows
 * state what choosing them agrees to.
 */
export async function askKeySource(
  apiKeys: ApiKeys,
  title: string,
  origin: string,
): Promise<KeySource | undefined> {
  if (apiKeys.environmentKey === undefined) return "entry";
  const answer = await pickOne<KeySource>({
    title,
    placeholder: vscode.l10n.t("Choose the source of the API key"),
    rows: [entryRow(), environmentRow(apiKeys.environmentKeyOrigin, origin)],
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** Uses the environment's key for a service from now on, once the service has accepted it in one listing. */
export async function useEnvironmentKey(
  parts: ConnectionDependencies,
  baseUrl: BaseUrl,
): Promise<void> {
  const { apiKeys } = parts;
  const entered = apiKeys.environmentKeyFor(baseUrl.origin);
  if (entered?.ok === false) {
    const words = `${environmentKeyVariable}: ${apiKeyText(entered.problem)}`;
    void vscode.window.showErrorMessage(plainMessage(words));
  } else if (entered !== undefined && (await isAccepted(parts, baseUrl, entered.key))) {
    await apiKeys.useEnvironment(baseUrl.origin);
  }
}

/** Whether the service accepts a key, or cannot be reached and the person wants to use the key anyway. */
async function isAccepted(
  parts: ConnectionDependencies,
  baseUrl: BaseUrl,
  key: ApiKey,
): Promise<boolean> {
  const title = vscode.l10n.t("Checking the API key in {0}", environmentKeyVariable);
  try {
    await withDelayedProgress(title, (signal) => parts.services.verify(baseUrl, key, signal));
    return true;
  } catch (error) {
    if (isCancellation(error)) return false;
    return isWantedUnverified(error, baseUrl, () => parts.diagnoses.ofEntered(baseUrl, key));
  }
}

/** Asks whether to use a key that was not verified; asks again after each diagnosis. */
async function isWantedUnverified(
  error: unknown,
  { asciiHost }: BaseUrl,
  diagnose: () => Promise<void>,
): Promise<boolean> {
  const words = plainMessage(`${asciiHost}: ${failureText(error)}`);
  const use = vscode.l10n.t("Use Anyway (Not Verified)");
  const look = vscode.l10n.t("Diagnose…");
  const isRefused = asksForKey(error);
  const offers = isRefused && !isRefusalPage(error) ? [look] : [use, look];
  for (;;) {
    const chosen = await vscode.window.showErrorMessage(words, ...offers);
    if (chosen !== look) return chosen === use;
    await diagnose();
  }
}

function entryRow(): Choice<KeySource> {
  return {
    value: "entry",
    label: vscode.l10n.t("Enter an API Key"),
    detail: vscode.l10n.t("It is kept in the editor's secret storage."),
  };
}

function environmentRow(agreedOrigin: string | undefined, origin: string): Choice<KeySource> {
  const detail = vscode.l10n.t(
    "It is sent only to {0}. Only this choice is saved, never the key.",
    origin,
  );
  const row = {
    value: "environment",
    label: vscode.l10n.t("Use the API Key in {0}", environmentKeyVariable),
    detail: plainLabel(detail),
  } as const;
  if (agreedOrigin === undefined || agreedOrigin === origin) return row;
  const description = vscode.l10n.t("replaces its use for {0}", agreedOrigin);
  return { ...row, description: plainLabel(description) };
}
