import * as vscode from "vscode";
import { type Cleared } from "../../store/cacheFolder";
import { withDelayedProgress } from "../progress";
import { type ConnectedServices } from "./connectedServices";

/**
 * Deletes the series, definitions and listings that are kept on this computer, and the series that this window holds,
 * and says what that freed. What tabs and views show stays.
 */
export async function clearCache(services: Pick<ConnectedServices, "clearCache">): Promise<void> {
  const title = vscode.l10n.t("Clearing the cache");
  const location = vscode.ProgressLocation.Window;
  const cleared = await withDelayedProgress(title, () => services.clearCache(), { location });
  void vscode.window.showInformationMessage(clearedWords(cleared));
}

/** `Cleared the cache: 312 series, 40 definitions and 3 listings, 84.2 MB` */
export function clearedWords({ series, definitions, listings, bytes }: Cleared): string {
  if (series + definitions + listings === 0) return vscode.l10n.t("The cache was empty");
  return vscode.l10n.t(
    "Cleared the cache: {0} series, {1} definitions and {2} listings, {3}",
    counted(series),
    counted(definitions),
    counted(listings),
    sizeText(bytes),
  );
}

function counted(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  const digits = { maximumFractionDigits: 1 };
  return `${size.toLocaleString(vscode.env.language, digits)} ${unit}`;
}
