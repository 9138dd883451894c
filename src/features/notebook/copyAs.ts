import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { type WindowContext } from "../../connect/context";
import { samplePort } from "../../connect/samplePort";
import { rowsText } from "../../editor/text/countedText";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { reportNoDocument } from "../../editor/tabs/openSeries";
import { withDelayedProgress } from "../../editor/progress";
import { mayUseNewest } from "../../editor/prompt/mayUseNewest";
import { warnOfEmpty } from "../../editor/report/emptySeries";
import { type Reporter } from "../../editor/report/failureReporter";
import { showStatus } from "../../editor/report/showStatus";
import { asOfLabel } from "../../editor/text/seriesLabel";
import { CodeMaker } from "./codeMaker";
import { type DataForm, copiedRows, dataText, datedSubjects, linksText } from "./copiedText";
import { RememberedChoice } from "./insertChoice";
import { subjectsTitle } from "./insertedText";
import { type InsertDependencies } from "./insertParts";
import { type FetchedSubject, type InsertSubject } from "./insertSubject";
import { seriesInSelection, subjectsWithChosenKind } from "./insertSubjects";
import { asFailed, reportFailedCode } from "./reportFailedCode";
import { NoCodeError } from "./unwritableText";
import { asOfText } from "../../editor/text/dateText";

export interface CopyDependencies extends Omit<InsertDependencies, "worker"> {
  readonly context: WindowContext;
  readonly reporter: Reporter;
  /** The editor's clipboard by default. */
  readonly clipboard?: vscode.Clipboard;
  readonly say?: (words: string) => void;
}

/** A link to latest stays latest; a dated link always gives the same data. */
export type CopyForm = "link" | "dated-link" | DataForm;

/**
 * Copies the series of the selected rows, of a chart or of a document; without an argument, of the active one. Failures
 * are reported; the other series are copied anyway.
 */
export async function copyAs(
  form: CopyForm,
  parts: CopyDependencies,
  argument: unknown,
  selection?: unknown,
): Promise<void> {
  const called = seriesInSelection(argument ?? activeDocuments().at(-1), selection);
  if (called.subjects.length === 0) {
    await reportNoDocument();
    return;
  }
  const subjects = await subjectsWithChosenKind(called, parts.context);
  if (subjects === undefined) return;
  if (form === "link" || form === "dated-link") {
    await copyLinks(parts, subjects, form === "dated-link");
    return;
  }
  const references = subjects.map(({ target }) => target.reference);
  if (await mayUseNewest(references, parts.services.gate)) await copyData(form, parts, subjects);
}

async function copyLinks(
  parts: CopyDependencies,
  subjects: readonly InsertSubject[],
  isDated: boolean,
): Promise<void> {
  try {
    const copied = isDated ? await datedSubjects(subjects, parts.services) : subjects;
    const words = vscode.l10n.t(
      "Copied the reference line of {0}",
      [plainLabel(subjectsTitle(subjects)), ...asOfOfAll(copied)].join(", "),
    );
    await put(parts, await linksText(copied, parts.services), words);
  } catch (error) {
    void reportFailedCode(parts, asFailed(subjects, error), notCopied);
  }
}

/** The common as-of, where all subjects with an as-of have the same one. */
function asOfOfAll(subjects: readonly InsertSubject[]): readonly string[] {
  const asOfs = subjects.flatMap(({ target: { reference } }) =>
    reference.family === "forecast" ? [] : [asOfLabel(reference.asOf)],
  );
  const [one, ...others] = new Set(asOfs);
  return one === undefined || others.length > 0 ? [] : [one];
}

async function copyData(
  form: DataForm,
  parts: CopyDependencies,
  subjects: readonly InsertSubject[],
): Promise<void> {
  const panels = subjects.filter(({ target }) => target.reference.family === "panel");
  if (panels.length > 0) {
    void reportFailedCode(parts, asFailed(panels, new NoCodeError(panelText())), notCopied);
    return;
  }
  // The clipboard has no folder for files.
  const maker = new CodeMaker(parts.services);
  const { last } = new RememberedChoice(parts.workspaceState, "python");
  // The clipboard holds one text, so a retry copies everything.
  const retry = (): Promise<void> => copyData(form, parts, subjects);
  try {
    const title = vscode.l10n.t("Copying {0}", subjectsTitle(subjects));
    const all = await withDelayedProgress(title, (signal, reportCount) =>
      maker.fetch(subjects, signal, (done, of) => {
        if (of > 1) reportCount(vscode.l10n.t("{0} of {1}", done, of));
      }),
    );
    const facts = { last, samplePort: samplePort() };
    const { text, copied, failed } = await dataText(form, all.fetched, maker, facts);
    if (copied.length > 0) await put(parts, text, copiedMessage(form, copied));
    void warnOfEmpty(copied.map(({ series }) => series));
    void reportFailedCode(parts, [...all.failed, ...failed], notCopied, retry);
  } catch (error) {
    void reportFailedCode(parts, asFailed(subjects, error), notCopied, retry);
  }
}

function panelText(): string {
  return vscode.l10n.t("a panel needs a file: save it, insert it, or copy its reference line");
}

async function put(parts: CopyDependencies, text: string, words: string): Promise<void> {
  await (parts.clipboard ?? vscode.env.clipboard).writeText(text);
  if (parts.say === undefined) showStatus(words);
  else parts.say(words);
}

const notCopied = (title: string): string => vscode.l10n.t("Could not copy {0}", title);

/** `Copied the newest 200 of 8,778 rows of INFL US, as of 2026-11-19`. */
function copiedMessage(form: DataForm, fetched: readonly FetchedSubject[]): string {
  const { t } = vscode.l10n;
  const title = plainLabel(subjectsTitle(fetched.map(({ subject }) => subject)));
  const [only, ...others] = fetched;
  if (only === undefined || others.length > 0) return t("Copied {0}", title);
  const { reference } = only.series;
  const time = reference.family === "signal" ? [t("as of {0}", asOfText(reference.asOf))] : [];
  if (form === "python") return [t("Copied {0} as Python", title), ...time].join(", ");
  const { copied, total } = copiedRows(form, only);
  const local = (count: number): string => count.toLocaleString(vscode.env.language);
  const words =
    copied < total
      ? t("Copied the newest {0} of {1} rows of {2}", local(copied), local(total), title)
      : t("Copied {0} of {1}", rowsText(total, local), title);
  return [words, ...time].join(", ");
}
