import * as vscode from "vscode";
import { isSeries, openLinkText } from "../../shared/openLink";
import { serviceNameOf } from "../../connect/connection";
import { type Connections } from "../../connect/connections";
import { showStatus } from "../../editor/report/showStatus";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { type Linked, linkedOfRows, type LinkSource } from "./linked";

/**
 * Copies links to what rows, a document or a page show.
 *
 * @param argument - What the command was called for; by default the active document.
 * @param extensionId - The extension that the links open.
 * @param sourceOf - The rows that are selected with one, and what they stand for.
 */
export async function copyLinksOf(
  connections: Connections,
  extensionId: string,
  argument: unknown,
  sourceOf: (given: unknown) => LinkSource,
): Promise<void> {
  const given = argument ?? activeDocuments().at(-1);
  if (given === undefined) return reportNoDocument();
  await copyLinks(connections, extensionId, await linkedOfRows(sourceOf(given)));
}

/**
 * Copies links, one per line: one for all series of a connection, as a chart, and one for each other thing. Warns where
 * a chart has too many series for a link.
 */
export async function copyLinks(
  connections: Connections,
  extensionId: string,
  all: readonly Linked[],
): Promise<void> {
  const { t } = vscode.l10n;
  const links = grouped(all).map((group) => {
    const connection = connections.find(group[0]?.connectionId ?? "");
    if (connection === undefined) return undefined;
    const openables = group.map(({ openable }) => openable);
    const link = { service: serviceNameOf(connection), openables };
    return openLinkText(link, vscode.env.uriScheme, extensionId);
  });
  const known = links.filter((link) => link !== undefined);
  if (known.length < links.length) {
    void vscode.window.showWarningMessage(
      t("There are too many series for one link. Save the chart instead and share the file."),
    );
  }
  if (known.length === 0) return;
  await vscode.env.clipboard.writeText(known.join("\n"));
  showStatus(known.length === 1 ? t("Copied a link") : t("Copied {0} links", known.length));
}

/** One group for the series of each connection, as one chart, then one for each other thing. */
function grouped(all: readonly Linked[]): readonly (readonly Linked[])[] {
  const series = all.filter(({ openable }) => isSeries(openable));
  const ids = new Set(series.map(({ connectionId }) => connectionId));
  const charts = Array.from(ids, (id) => series.filter(({ connectionId }) => connectionId === id));
  return [...charts, ...all.filter((each) => !series.includes(each)).map((each) => [each])];
}
