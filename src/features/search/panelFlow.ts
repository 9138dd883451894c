import * as vscode from "vscode";
import { type PanelSubject, type RowPanel, type SelectedPanels } from "../../catalog/panelStart";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { targetOf, shownTargetsOf, uniqueTargets } from "../../editor/tabs/target";
import { openSeries } from "../../editor/tabs/openSeries";
import { rowForm } from "../browse/rowForm";
import { openPanels } from "./openPanels";
import { panelPromptOf } from "./panelPrompt";
import { search } from "./searchFlow";
import { type Searching } from "./searching";
import { type Target } from "../../shared/place";

/** Opens the panels of all variants of rows or a document; asks where there are several ways to make one. */
export async function openPanel(
  parts: Searching,
  rows: SelectedPanels,
  argument: unknown,
): Promise<void> {
  const [row, ...others] = rows.subjects;
  if (others.length + rows.without > 0) return openPanels(parts, rows);
  const subject = row ?? subjectOf(argument ?? activeDocuments().at(-1));
  if (subject?.signal === undefined) {
    return search(parts, { kinds: ["panel"], ...(subject && { subject }) });
  }
  const prompt = await panelPromptOf(parts, subject);
  const end = await prompt?.choose(subject.signal, subject);
  if (end?.kind === "back") await search(parts, { kinds: ["panel"] });
  if (end?.kind !== "decided") return;
  await openSeries({ connectionId: subject.connectionId, reference: end.reference }, rowForm());
}

/** The series and panels of the selected rows. */
export interface SelectedTargets {
  /** Series and panels, without duplicates. */
  readonly targets: readonly Target[];
  /** How many rows have neither. */
  readonly without: number;
}

/**
 * The targets of selected rows: their series, and panels for rows with several variants. Asks where there are several
 * ways to make a panel. Undefined when a question is left.
 *
 * @param panelOf - The panel that a row stands for.
 */
export async function selectedTargets(
  parts: Searching,
  rows: readonly unknown[],
  panelOf: (row: unknown) => RowPanel | undefined,
): Promise<SelectedTargets | undefined> {
  const targets: Target[] = [];
  let without = 0;
  for (const row of rows) {
    const own = shownTargetsOf(row);
    const subject = own.length > 0 ? undefined : panelOf(row);
    if (subject !== undefined) {
      const { connectionId, signal } = subject;
      const reference = await (await panelPromptOf(parts, subject))?.panelOf(signal, subject);
      if (reference === undefined) return undefined;
      targets.push({ connectionId, reference });
    } else if (own.length > 0) targets.push(...own);
    else without++;
  }
  return { targets: uniqueTargets(targets), without };
}

/** Reports how many of the selected rows are skipped. */
export function reportWithout(without: number, of: number): void {
  if (without === 0) return;
  const words =
    without === 1
      ? vscode.l10n.t("1 of {0} selected rows is neither a series nor a panel of one signal.", of)
      : vscode.l10n.t(
          "{0} of {1} selected rows are neither series nor panels of one signal.",
          without,
          of,
        );
  void vscode.window.showInformationMessage(words);
}

/** All variants of the signal of a row or document that shows one or some of them. */
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
