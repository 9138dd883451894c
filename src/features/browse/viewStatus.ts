import * as vscode from "vscode";
import { isOffline } from "../../service/errors";
import { type ItemList, type Listing, unreadableCount } from "../../service/listing";
import { plainLabel, plainLine } from "../../shared/plainText";
import { type FetchState, oldestStaleMs } from "../../store/fetchState";
import { type Connection } from "../../connect/connection";
import { type Context } from "../../connect/context";
import { unreadableText } from "../../editor/report/unreadableText";
import { asOfText, momentText } from "../../editor/text/dateText";

/** The texts around the rows of a view. */
export interface ViewStatus {
  /** Beside the title; may be empty. */
  readonly description: string;
  /** Above the rows; may be empty. */
  readonly message: string;
}

/** The name of the connection whose data a view shows: `Acme`. */
export function connectionText({ connection }: { readonly connection: Connection }): string {
  const isSample = connection.kind === "sample";
  return isSample ? vscode.l10n.t("Sample, synthetic") : plainLabel(connection.name);
}

/** The name of the connection, and the window's as-of: `as of 28 Jun 2024 · Acme`. */
export function boundConnectionText(context: Omit<Context, "dataKind">): string {
  const { asOf } = context;
  const name = connectionText(context);
  // The as-of comes first, because a narrow view cuts off the end.
  return asOf === "latest" ? name : `${vscode.l10n.t("as of {0}", asOfText(asOf))} · ${name}`;
}

/** The listing, marked as stale if the error shows that the service cannot be reached. */
export function unrefreshed<T extends FetchState>(
  listing: T | undefined,
  error?: unknown,
): T | undefined {
  if (listing === undefined || !isOffline(error)) return listing;
  return { ...listing, staleBecause: error };
}

/** A sentence with the age of stale listings; empty when all are up to date. */
export function staleMessage(listings: readonly (FetchState | undefined)[]): string {
  const oldestMs = oldestStaleMs(listings);
  if (oldestMs === undefined) return "";
  return vscode.l10n.t(
    "The service cannot be reached. This list was fetched {0}.",
    momentText(oldestMs),
  );
}

/** The message above the rows, joined from all parts. */
export function joinedMessage(...messages: readonly string[]): string {
  return messages.filter((message) => message !== "").join(". ");
}

/**
 * Sentences about unreadable entries of listings; empty when there are none.
 *
 * @param further - Number of unreadable entries elsewhere.
 */
export function gapsMessage(
  listings: readonly (Listing<unknown, ItemList<unknown>> | undefined)[],
  further = 0,
): string {
  const known = listings.filter((listing) => listing !== undefined);
  const count = known.reduce((sum, listing) => sum + unreadableCount(listing), further);
  const notices = new Set(known.flatMap(({ notice }) => notice ?? []));
  const sentences = [
    ...unreadableText(count),
    ...[...notices].map((notice) => vscode.l10n.t("The list is incomplete: {0}", notice)),
  ];
  return plainLine(sentences.join(". "));
}
