import * as vscode from "vscode";
import { isSeries, type LinkProblem, openLinkText } from "../../shared/openLink";
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
 * there is none, and states what a link leaves open.
 */
export async function copyLinks(
  connections: Connections,
  extensionId: string,
  all: readonly Linked[],
): Promise<void> {
  const { t } = vscode.l10n;
  const links = grouped(all).flatMap((group) => {
    const connection = connections.find(group[0]?.connectionId ?? "");
    if (connection === undefined) return [];
    const openables = group.map(({ openable }) => openable);
    const link = { service: serviceNameOf(connection), openables };
    return openLinkText(link, vscode.env.uriScheme, extensionId);
  });
  const problems = links.flatMap((link) => ("problem" in link ? link.problem : []));
  for (const problem of new Set(problems)) {
    void vscode.window.showWarningMessage(problemText(problem));
  }
  const texts = links.flatMap((link) => ("text" in link ? link.text : []));
  if (texts.length === 0) return;
  await vscode.env.clipboard.writeText(texts.join("\n"));
  const copied = texts.length === 1 ? t("Copied a link") : t("Copied {0} links", texts.length);
  const hasProfile = all.some(({ openable }) => openable.kind === "profile");
  const ofReader = t("A profile opens with the as-of of the window that follows the link");
  showStatus(hasProfile ? `${copied}. ${ofReader}` : copied);
}

function problemText(problem: LinkProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "length":
      return t(
        "There are too many series for one link. Save the chart instead and share the file.",
      );
    case "address":
      return t("The address of the service has characters that a link cannot contain, such as &.");
  }
}

/** One group for the series of each connection, as one chart, then one for each other thing. */
function grouped(all: readonly Linked[]): readonly (readonly Linked[])[] {
  const series = all.filter(({ openable }) => isSeries(openable));
  const ids = new Set(series.map(({ connectionId }) => connectionId));
  const charts = Array.from(ids, (id) => series.filter(({ connectionId }) => connectionId === id));
  return [...charts, ...all.filter((each) => !series.includes(each)).map((each) => [each])];
}
