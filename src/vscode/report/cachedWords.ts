import * as vscode from "vscode";
import { type KeptVintage } from "../../store/seriesStore";
import { asOfWords } from "../seriesLabel";
import { timeText } from "../timeText";

/** Why a series could not be read, and what is cached of it as of another time. */
export function withCachedWords(message: string, { reference, fetchedAtMs }: KeptVintage): string {
  return vscode.l10n.t(
    "{0}. Cached: {1}, fetched {2}.",
    message.replace(/\.$/, ""),
    asOfWords(reference),
    timeText(fetchedAtMs),
  );
}
