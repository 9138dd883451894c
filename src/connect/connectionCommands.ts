import { connectToService } from "./connectFlow";
import { changeContext, setAsOf, setKind } from "./contextFlow";
import { enterApiKey, forgetApiKey } from "./keyFlow";
import { removeConnection, renameConnection } from "./manageFlow";
import { switchConnection, useSampleData } from "./switchFlow";
import * as vscode from "vscode";
import { type Cleared } from "../store/cacheFolder";
import { withDelayedProgress } from "../editor/progress";
import { leftText } from "./forgetKey";
import { type ConnectedServices } from "./connectedServices";
import { askAboutArchive } from "./archiveFlow";
import { type Connection } from "./connection";
import { type ConnectionDependencies } from "./connectionParts";
import { chooseService } from "./serviceChoice";
import { sizeText } from "./sizeText";

/** The commands for connections, their keys and their caches: one bundle, since they lead to one another. */
export const connectionCommands = {
  connectService: connectToService,
  useSampleData,
  switchConnection,
  enterApiKey,
  forgetApiKey,
  setKind,
  setAsOf,
  changeContext,
  renameConnection,
  removeConnection,
  clearCache,
  diagnoseConnection,
};

/**
 * Deletes the series, definitions and listings that are kept on this computer, and the series that this window holds,
 * and says what that freed. Asks first while a service cannot be reached, for it cannot give them again, and asks
 * whether to delete what is kept offline and the archive, too. What tabs and views show stays.
 */
export async function clearCache(
  services: ConnectedServices,
  mayClear = askToClear,
): Promise<void> {
  if (services.offline.isAnyAway && !(await mayClear())) return;
  const clearOffline = await askAboutOffline(services);
  const clearArchive = await askAboutArchive(services.archives);
  const title = vscode.l10n.t("Clearing the cache");
  const location = vscode.ProgressLocation.Window;
  const cleared = await withDelayedProgress(title, () => services.clearCache(), { location });
  const offline = await clearOffline();
  const { words, left } = await clearArchive();
  const fates = [offline, words].filter((each) => each !== undefined);
  const said = [[clearedText(cleared), ...fates].join(". "), ...leftText(left)];
  void vscode.window.showInformationMessage(said.join(" "));
}

/** `Cleared the cache: 312 series, 40 definitions and 3 listings, 84.2 MB` */
export function clearedText({ series, definitions, listings, bytes }: Cleared): string {
  if (series + definitions + listings === 0) return vscode.l10n.t("The cache was empty");
  const definitionText =
    definitions === 1
      ? vscode.l10n.t("1 definition")
      : vscode.l10n.t("{0} definitions", counted(definitions));
  const listingText =
    listings === 1 ? vscode.l10n.t("1 listing") : vscode.l10n.t("{0} listings", counted(listings));
  return vscode.l10n.t(
    "Cleared the cache: {0} series, {1} and {2}, {3}",
    counted(series),
    definitionText,
    listingText,
    sizeText(bytes),
  );
}

/**
 * Asks whether to delete what pins keep offline.
 *
 * @returns A function that deletes it if the person agreed, and returns what happened to it; undefined if there is none.
 */
async function askAboutOffline(
  services: ConnectedServices,
): Promise<() => Promise<string | undefined>> {
  const { t } = vscode.l10n;
  const { series, bytes } = await services.offlineSize();
  if (series === 0) return () => Promise.resolve(undefined);
  const remove = { title: t("Delete Offline Copies") };
  const keep = { title: t("Keep Offline Copies"), isCloseAffordance: true };
  const question = t("Also delete the offline copies of pins?");
  const detail = t("{0} series, {1}", counted(series), sizeText(bytes));
  const options = { modal: true, detail };
  const chosen = await vscode.window.showWarningMessage(question, options, remove, keep);
  if (chosen !== remove) {
    const words = t("Offline copies kept: {0} series, {1}", counted(series), sizeText(bytes));
    return () => Promise.resolve(words);
  }
  return async () => {
    const cleared = await services.clearOffline();
    const freed = sizeText(cleared.bytes);
    return t("Offline copies deleted: {0} series, {1}", counted(cleared.series), freed);
  };
}

async function askToClear(): Promise<boolean> {
  const clear = vscode.l10n.t("Clear Cache");
  const words = vscode.l10n.t("A service cannot be reached. Clear the cache anyway?");
  const detail = vscode.l10n.t(
    "This deletes all cached series, definitions and listings from this computer. You cannot open them again until the service can be reached.",
  );
  return (await vscode.window.showWarningMessage(words, { modal: true, detail }, clear)) === clear;
}

function counted(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/**
 * Diagnoses a connection, in a document that grows beside the active editor.
 *
 * @param argument - The id of a connection; for anything else, the active connection, or one that the person picks.
 */
async function diagnoseConnection(
  parts: ConnectionDependencies,
  argument?: unknown,
): Promise<void> {
  const connection = await connectionOf(parts, argument);
  if (connection !== undefined) await parts.diagnoses.ofConnection(connection);
}

async function connectionOf(
  parts: ConnectionDependencies,
  argument: unknown,
): Promise<Connection | undefined> {
  const { connections } = parts;
  const named = typeof argument === "string" ? connections.find(argument) : undefined;
  const known = named ?? connections.active;
  if (known !== undefined) return known;
  const title = vscode.l10n.t("Diagnose Connection");
  if (connections.services.length > 0) return chooseService(connections, undefined, title);
  const connect = vscode.l10n.t("Connect to a Service");
  const words = vscode.l10n.t("There is no connection to diagnose yet.");
  if ((await vscode.window.showInformationMessage(words, connect)) === connect) {
    await connectToService(parts);
  }
  return undefined;
}
