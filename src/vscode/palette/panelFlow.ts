import * as vscode from "vscode";
import { type PanelSubject, type RowPanel, type SelectedPanels } from "../../catalog/panelStart";
import { activeDocuments } from "../documents/documentTabs";
import { type PanelTarget } from "../panelTarget";
import { targetOf } from "../target";
import { ensureContext } from "./ensureContext";
import { type FetchParts } from "./fetchFlow";
import { openPanels } from "./openPanels";
import { PanelPrompt, panelPromptOf } from "./panelPrompt";

/** Asks for a panel of the active connection, then for what to do with it. */
export async function fetchPanel(parts: FetchParts): Promise<void> {
  const context = await ensureContext(parts, vscode.l10n.t("Fetch Panel"));
  if (context === undefined) return;
  await new PanelPrompt(parts, context.connection, context).runList({ chosen: {} });
}

/** Opens all variants that rows or a document lead to, as rows are opened; asks where there is more than one way. */
export async function openPanel(
  parts: FetchParts,
  rows: SelectedPanels,
  argument: unknown,
): Promise<void> {
  const [row, ...others] = rows.subjects;
  if (others.length + rows.without > 0) return openPanels(parts, rows);
  const subject = row ?? subjectOf(argument ?? activeDocuments().at(-1));
  if (subject === undefined) return fetchPanel(parts);
  const prompt = await panelPromptOf(parts, subject);
  if (prompt === undefined) return;
  const { signal } = subject;
  await (signal === undefined ? prompt.runList(subject) : prompt.open(signal, subject));
}

/** The panels that rows stand for, asked about where that may be several; none when one of the questions is left. */
export async function panelsOf(
  parts: FetchParts,
  subjects: readonly RowPanel[],
): Promise<readonly PanelTarget[]> {
  const targets: PanelTarget[] = [];
  for (const subject of subjects) {
    const { connectionId, signal } = subject;
    const prompt = await panelPromptOf(parts, subject);
    const reference = await prompt?.panelOf(signal, subject);
    if (reference === undefined) return [];
    targets.push({ connectionId, reference });
  }
  return targets;
}

/** All variants of the signal of which something shows one or some. */
function subjectOf(argument: unknown): PanelSubject | undefined {
  const target = targetOf(argument);
  if (target === undefined || target.reference.family === "forecast") return undefined;
  const { code, version, tags, dataKind, asOf } = target.reference;
  return {
    connectionId: target.connectionId,
    dataKind,
    asOf,
    signal: { code, version, name: code },
    chosen: {},
    address: Object.keys(tags),
  };
}
