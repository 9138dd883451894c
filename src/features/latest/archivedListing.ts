import * as vscode from "vscode";
import { type ItemList } from "../../service/listing";
import { type AnswerArchive } from "../../store/answerArchive";
import { type Available } from "../../store/fetchState";
import { type KeptAnswer } from "../../store/keptAnswer";
import {
  type CachedForecasts,
  type CachedListing,
  type CachedSignals,
} from "../../store/listingFiles";

/** Archived signals as a listing of latest signals. @throws if the archive cannot read them. */
export async function archivedSignals(
  archive: AnswerArchive,
  kept: KeptAnswer,
): Promise<Available<CachedSignals>> {
  return { value: listingOf(await archive.signals(kept), kept) };
}

/** Archived forecasts as a listing of latest forecasts. @throws if the archive cannot read them. */
export async function archivedForecasts(
  archive: AnswerArchive,
  kept: KeptAnswer,
): Promise<Available<CachedForecasts>> {
  return { value: listingOf(await archive.forecasts(kept), kept) };
}

/** Only complete answers are archived. */
function listingOf<T, L extends ItemList<T>>(
  items: L | undefined,
  { fetchedAtMs }: KeptAnswer,
): CachedListing<T, L> {
  if (items === undefined) throw new Error(vscode.l10n.t("the archived answer cannot be read"));
  return { items, fetchedAtMs, isComplete: true, unreadable: [] };
}
