import * as vscode from "vscode";
import { type ApiKey } from "../service/apiKey";
import { type BaseUrl } from "../service/baseUrl";
import { plainMessage } from "../shared/plainText";
import { type ArchiveSize } from "../store/archiveFolder";
import { sizeText } from "./sizeText";
import { type Archives, type ArchiveScope, type EarlierArchive } from "./archives";
import { type ConnectionDependencies } from "./connectionParts";
import { dateText } from "../editor/text/dateText";
import { msPerDay } from "../data/dayText";

/** What happened to the archive when other data was deleted. */
export interface ArchiveFate {
  /** A sentence for the user; undefined if there was no archive. */
  readonly words?: string;
  /** Folders that could not be deleted. */
  readonly left: readonly string[];
}

/**
 * Asks whether to delete the archive, too: unlike a cache, it cannot be fetched again.
 *
 * @param scope - All services if absent.
 * @returns A function that deletes the archive if the user agreed. It stays if they dismissed the dialog.
 */
export async function askAboutArchive(
  archives: Archives,
  scope?: ArchiveScope,
): Promise<() => Promise<ArchiveFate>> {
  const { t } = vscode.l10n;
  const size = await archives.size(scope);
  if (size === undefined) return () => Promise.resolve({ left: [] });
  const remove = { title: t("Delete Archive") };
  const keep = { title: t("Keep Archive"), isCloseAffordance: true };
  const question = t("Also delete the archive of latest signals and forecasts?");
  const detail = t("It holds {0}. This data cannot be fetched again.", archiveText(size));
  const options = { modal: true, detail };
  const chosen = await vscode.window.showWarningMessage(question, options, remove, keep);
  if (chosen !== remove) {
    return () => Promise.resolve({ words: t("The archive was kept."), left: [] });
  }
  return async () => {
    const left = await archives.clear(scope);
    return left.length === 0 ? { words: t("The archive was deleted."), left } : { left };
  };
}

/**
 * Called before a new key is used: finds the archives of earlier keys of its origin.
 *
 * @returns A function to call once the key is used: asks whether it belongs to the same account, and if so moves them to it.
 */
export async function archiveOffer(
  parts: ConnectionDependencies,
  baseUrl: BaseUrl,
  key: ApiKey,
): Promise<() => Promise<void>> {
  const { origin } = baseUrl;
  const earlier = await parts.services.archives.earlierThan(baseUrl, key);
  return async () => {
    const isUsed = (await parts.apiKeys.get(origin)) === key;
    if (earlier.length > 0 && isUsed) await offerArchives(parts, origin, earlier);
  };
}

async function offerArchives(
  parts: ConnectionDependencies,
  origin: string,
  earlier: readonly EarlierArchive[],
): Promise<void> {
  const { t } = vscode.l10n;
  const { archives } = parts.services;
  try {
    const size = await archives.size({ origin });
    const keep = t("Keep Archive");
    const anew = t("Start New Archive");
    const question = t("Keep the archive for the new API key?");
    const detail = t(
      "An earlier API key for {0} has an archive of latest signals and forecasts: {1}. Keep it if the new key belongs to the same account. If you start a new archive, this one stays with the earlier key.",
      origin,
      size === undefined ? "" : archiveText(size),
    );
    const options = { modal: true, detail: plainMessage(detail) };
    const chosen = await vscode.window.showInformationMessage(question, options, keep, anew);
    if (chosen === keep) await archives.take(earlier);
    if (chosen === anew) await archives.beginAnew(earlier);
  } catch (error) {
    const attempt = t("Could not keep the archive for {0}", origin);
    const retry = (): Promise<void> => offerArchives(parts, origin, earlier);
    void parts.failures.report(error, { attempt, retry });
  }
}

/** `124 responses since 3 Jan 2026, 45.1 MB; damaged: 2` */
function archiveText({ answers, damaged, bytes, oldestMs }: ArchiveSize): string {
  const { t } = vscode.l10n;
  const { language } = vscode.env;
  const since = dateText(Math.floor(oldestMs / msPerDay));
  const size = sizeText(bytes);
  const held =
    answers === 1
      ? t("1 response from {0}, {1}", since, size)
      : t("{0} responses since {1}, {2}", answers.toLocaleString(language), since, size);
  return damaged === 0 ? held : t("{0}; damaged: {1}", held, damaged.toLocaleString(language));
}
