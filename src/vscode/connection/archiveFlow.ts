import * as vscode from "vscode";
import { plainMessage } from "../../shared/plainText";
import { type ArchiveSize } from "../../store/archiveFolder";
import { sizeText } from "./sizeText";
import { type Archives, type ArchiveScope } from "./archives";
import { type ConnectionDependencies } from "./connectionParts";

/** What became of the archive when other data were deleted. */
export interface ArchiveFate {
  /** In a sentence; undefined where nothing was kept. */
  readonly words?: string;
  /** Folders that could not be deleted. */
  readonly left: readonly string[];
}

/**
 * Asks whether to delete the archive of newest answers, too: unlike a cache it cannot be fetched again.
 *
 * @param scope - All services if absent.
 * @returns Deletes it if the person wants that. It stays if they close the question.
 */
export async function askAboutArchive(
  archives: Pick<Archives, "size" | "clear">,
  scope?: ArchiveScope,
): Promise<() => Promise<ArchiveFate>> {
  const { t } = vscode.l10n;
  const size = await archives.size(scope);
  if (size === undefined) return () => Promise.resolve({ left: [] });
  const remove = { title: t("Delete Archive") };
  const keep = { title: t("Keep Archive"), isCloseAffordance: true };
  const question = t("Delete the archive of latest signals and forecasts as well?");
  const detail = t("It holds {0}. The service cannot give them again.", archiveText(size));
  const options = { modal: true, detail };
  const chosen = await vscode.window.showWarningMessage(question, options, remove, keep);
  if (chosen !== remove) {
    return () => Promise.resolve({ words: t("The archive is kept."), left: [] });
  }
  return async () => {
    const left = await archives.clear(scope);
    return left.length === 0 ? { words: t("The archive is deleted."), left } : { left };
  };
}

/**
 * Where an origin has a new key, and an earlier one has an archive: asks whether both are of the same account, and keeps the
 * archive then.
 */
export async function offerArchive(parts: ConnectionDependencies, origin: string): Promise<void> {
  const { t } = vscode.l10n;
  const { archives } = parts.services;
  try {
    if (!(await archives.hasEarlier(origin))) return;
    const size = await archives.size({ origin });
    const keep = t("Keep History");
    const anew = t("Start Anew");
    const question = t("Same account: keep its history?");
    const detail = t(
      "An earlier API key of {0} has an archive of latest signals and forecasts: {1}. Keep it if the new key belongs to the same account; otherwise it stays with the earlier key.",
      origin,
      size === undefined ? "" : archiveText(size),
    );
    const options = { modal: true, detail: plainMessage(detail) };
    const chosen = await vscode.window.showInformationMessage(question, options, keep, anew);
    if (chosen === keep) await archives.takeEarlier(origin);
    if (chosen === anew) await archives.beginAnew(origin);
  } catch (error) {
    const attempt = t("Could not keep the archive of {0}", origin);
    void parts.failures.report(error, { attempt, retry: () => offerArchive(parts, origin) });
  }
}

/** `124 answers since 3 Jan 2026, 45.1 MB` */
function archiveText({ answers, bytes, oldestMs }: ArchiveSize): string {
  const since = new Date(oldestMs).toLocaleDateString(vscode.env.language, { dateStyle: "medium" });
  return answers === 1
    ? vscode.l10n.t("1 answer of {0}, {1}", since, sizeText(bytes))
    : vscode.l10n.t(
        "{0} answers since {1}, {2}",
        answers.toLocaleString(vscode.env.language),
        since,
        sizeText(bytes),
      );
}
