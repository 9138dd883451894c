import * as vscode from "vscode";
import { type PanelSubject, type SelectedPanels } from "../../catalog/panelStart";
import { Urgency } from "../../service/urgency";
import { plainLabel } from "../../shared/plainText";
import { isCancellation } from "../../editor/cancellation";
import { signalsText } from "../../editor/text/countedText";
import { mayOpenTabs, openInTabs } from "../../editor/tabs/openInTabs";
import { withDelayedProgress } from "../../editor/progress";
import { failureText } from "../../editor/report/failureText";
import { rowForm } from "../browse/rowForm";
import { NoPanelError, panelPromptOf } from "./panelPrompt";
import { searchTarget } from "./searchFlow";
import { type Searching } from "./searching";
import { type Target, targetPath } from "../../shared/place";

/** A row whose panel could not be determined. */
interface FailedRow {
  readonly subject: PanelSubject;
  readonly error: unknown;
}

/**
 * Opens the panel of each selected row in its own tab that stays; asks where there are several ways to make it. Reports
 * once how many rows have none, and opens nothing when a question is left.
 */
export async function openPanels(parts: Searching, rows: SelectedPanels): Promise<void> {
  const { subjects } = rows;
  if (!(await mayOpenTabs(subjects.length))) return;
  const targets: Target[] = [];
  const failed: FailedRow[] = [];
  let { without } = rows;
  try {
    const errors = await loadDefinitions(parts, subjects);
    for (const subject of subjects) {
      const outcome = errors.has(subject.signal)
        ? { subject, error: errors.get(subject.signal) }
        : await rowTarget(parts, subject);
      if (outcome === undefined) return;
      if (!("error" in outcome)) targets.push(outcome);
      else if (outcome.error instanceof NoPanelError) without++;
      else failed.push(outcome);
    }
  } catch (error) {
    if (isCancellation(error)) return;
    throw error;
  }
  // Several rows may stand for the same panel.
  const byPath = new Map(targets.map((target) => [targetPath(target), target]));
  await openInTabs([...byPath.values()], rowForm());
  if (without > 0) reportWithout(without, subjects.length + rows.without);
  reportFailed(parts, failed);
}

/**
 * Loads the definitions concurrently. Returns the errors of those that failed, or of all when the connection failed.
 * @throws when cancelled.
 */
async function loadDefinitions(
  { services }: Searching,
  subjects: readonly PanelSubject[],
): Promise<ReadonlyMap<PanelSubject["signal"], unknown>> {
  const errors = new Map<PanelSubject["signal"], unknown>();
  const [first] = subjects;
  const signals = subjects.flatMap(({ signal }) => signal ?? []);
  if (first === undefined || signals.length === 0) return errors;
  const title = vscode.l10n.t("Loading the variants of {0}", signalsText(signals.length));
  try {
    await withDelayedProgress(title, async (signal) => {
      const urgency = new Urgency("click");
      const { catalog } = await services.get(first.connectionId);
      await catalog.loadDefinitions(
        signals,
        (outcome) => {
          if ("error" in outcome) errors.set(outcome.signal, outcome.error);
        },
        { signal, urgency },
      );
    });
  } catch (error) {
    if (isCancellation(error)) throw error;
    for (const signal of signals) errors.set(signal, error);
  }
  return errors;
}

/** Undefined when its question was left, or when its connection is gone, which is reported. */
async function rowTarget(
  parts: Searching,
  subject: PanelSubject,
): Promise<Target | FailedRow | undefined> {
  const { connectionId, signal } = subject;
  if (signal === undefined) return searchTarget(parts, subject);
  try {
    const end = await (await panelPromptOf(parts, subject))?.ask(signal, subject);
    return end?.kind === "decided" ? { connectionId, reference: end.reference } : undefined;
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { subject, error };
  }
}

function reportWithout(count: number, of: number): void {
  const words =
    count === 1
      ? vscode.l10n.t("1 of {0} selected rows is not a panel.", of)
      : vscode.l10n.t("{0} of {1} selected rows are not panels.", count, of);
  void vscode.window.showInformationMessage(words);
}

/** One message per reason; Retry opens the rows that failed for it. */
function reportFailed(parts: Searching, failed: readonly FailedRow[]): void {
  const reasons = new Set(failed.map(({ error }) => failureText(error)));
  for (const reason of reasons) {
    const rows = failed.filter(({ error }) => failureText(error) === reason);
    void reportReason(parts, rows);
  }
}

async function reportReason(parts: Searching, rows: readonly FailedRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { connectionId } = first.subject;
  const codes = rows.map(({ subject: { signal } }) => signal?.code ?? "").join(", ");
  await parts.failures.report(first.error, {
    attempt: vscode.l10n.t("Could not open panels of {0}", plainLabel(codes)),
    connectionId,
    retry: () => openPanels(parts, { subjects: rows.map(({ subject }) => subject), without: 0 }),
  });
}
