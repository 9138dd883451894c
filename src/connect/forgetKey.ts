import * as vscode from "vscode";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { plainMessage } from "../shared/plainText";
import { withDelayedProgress } from "../editor/progress";
import { askAboutArchive } from "./archiveFlow";
import { type Forgotten } from "./connectedServices";
import { type ConnectionDependencies } from "./connectionParts";

/**
 * Forgets the key of an origin, and says what was deleted and what is left. Asks first whether to delete the archive, too.
 *
 * @param before - What was done before it, in a sentence.
 */
export async function forgetAndReport(
  parts: ConnectionDependencies,
  origin: string,
  before = "",
): Promise<void> {
  const title = vscode.l10n.t("Forget API Key");
  const { apiKeys, services } = parts;
  const clearArchive = await askAboutArchive(services.archives, { origin });
  const isInEnvironment =
    apiKeys.environmentKeyOrigin === origin && apiKeys.environmentKey !== undefined;
  const location = vscode.ProgressLocation.Window;
  const given = await withDelayedProgress(title, () => services.forgetKey(origin), { location });
  const archive = await clearArchive();
  const forgotten = { ...given, left: [...given.left, ...archive.left] };
  const isDone = forgotten.isForgotten && forgotten.left.length === 0;
  const show = isDone ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
  const words = forgottenText(origin, forgotten, isInEnvironment);
  await show(plainMessage(`${before} ${words} ${archive.words ?? ""}`.trim()));
}

/** What was forgotten, and what the person has to delete by hand (SEC-34). */
export function forgottenText(
  origin: string,
  { isForgotten, left }: Forgotten,
  isInEnvironment: boolean,
): string {
  const { t } = vscode.l10n;
  const sentences = [
    isForgotten
      ? t("The API key of {0} was forgotten.", origin)
      : t(
          "The API key of {0} was forgotten in this window, but the editor's secret storage did not respond. The storage or another window may still have the key.",
          origin,
        ),
    ...(isInEnvironment
      ? [
          t(
            "The environment variable {0} still contains a key, but it is no longer sent there.",
            environmentKeyVariable,
          ),
        ]
      : []),
    ...(left.length === 0
      ? [t("Data fetched with this and earlier keys are deleted from this computer.")]
      : []),
    t("Open text tabs, saved files, inserted code and the log are kept."),
    ...leftText(left),
  ];
  return sentences.join(" ");
}

/** Names one folder and counts the others, which lie beside it: a message has no room for all. */
export function leftText([first, ...others]: readonly string[]): readonly string[] {
  const { t } = vscode.l10n;
  if (first === undefined) return [];
  return others.length === 0
    ? [t("A cache folder could not be deleted: {0}", first)]
    : [t("{0} cache folders could not be deleted; the first is {1}", others.length + 1, first)];
}
