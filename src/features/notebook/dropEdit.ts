import * as vscode from "vscode";
import { pieceBlocks } from "./code/pieceBlocks";
import { sampleConnection, type SeriesTarget } from "../../shared/place";
import { type Reference } from "../../shared/reference";
import { type WindowContext } from "../../connect/context";
import { samplePort } from "../../connect/samplePort";
import { completeStep } from "../../editor/help/walkthrough";
import { mayUseNewest } from "../../editor/prompt/mayUseNewest";
import { warnOfEmpty } from "../../editor/report/emptySeries";
import { type Reporter } from "../../editor/report/failureReporter";
import { showStatus } from "../../editor/report/showStatus";
import { CodeMaker, seriesAndPanels } from "./codeMaker";
import { DataFolder } from "./dataFolder";
import { type InsertChoice, RememberedChoice, obstacleTo, wayOfChoice } from "./insertChoice";
import { insertedText, targetName } from "./insertedText";
import { type InsertDependencies } from "./insertParts";
import { type InsertSubject } from "./insertSubject";
import { subjectsWithChosenKind } from "./insertSubjects";
import { folderOfTarget, holderOf, type InsertedBlock, type ChoiceTarget } from "./insertTarget";
import { asFailed, reportFailedCode } from "./reportFailedCode";
import { notebookOf } from "./notebookOf";
import { NotebookTarget, cellsEdit } from "./notebookTarget";
import { ScriptTarget, scriptEdit } from "./scriptTarget";

export interface DropDependencies extends InsertDependencies {
  readonly context: WindowContext;
  readonly reporter: Reporter;
}

/** Code of this language can get its values only from a file, and there is no folder for one. */
class NoWayToInsertError extends Error {
  override readonly name = "NoWayToInsertError";

  constructor(name: string) {
    super(vscode.l10n.t("save {0} first, so that a data file can be stored next to it", name));
  }
}

/**
 * The edit that inserts the code of dropped series at the drop position, in the way chosen last, by default with a
 * file. Empty when that failed, which is reported, so that nothing else is inserted instead. Undefined where no code of
 * ours can go.
 *
 * @throws the signal's reason when it aborts; then no file is left behind.
 */
export async function dropEdit(
  parts: DropDependencies,
  place: DropPlace,
  targets: readonly SeriesTarget[],
  signal: AbortSignal,
): Promise<vscode.DocumentDropEdit | undefined> {
  const target = dropTargetAt(place);
  if (target === undefined) return undefined;
  const edit = new vscode.DocumentDropEdit("", vscode.l10n.t("Insert Code for the Series"));
  const called = { subjects: targets.map((each) => ({ target: each })), inheritKind: true };
  const subjects = await subjectsWithChosenKind(called, parts.context);
  if (subjects === undefined) return edit;
  const references = subjects.map((each) => each.target.reference);
  if (!(await mayUseNewest(references, parts.services.gate))) return edit;
  try {
    // Plain text: a snippet would be indented by the editor.
    const made = await madeEdit(parts, target, subjects, signal);
    if (made !== undefined) {
      edit.additionalEdit = made;
      completeStep("insert");
    }
  } catch (error) {
    signal.throwIfAborted();
    void reportFailedCode(parts, asFailed(subjects, error), notInserted);
  }
  return edit;
}

async function madeEdit(
  parts: DropDependencies,
  target: DropTarget,
  subjects: readonly InsertSubject[],
  signal: AbortSignal,
): Promise<vscode.WorkspaceEdit | undefined> {
  const last = new RememberedChoice(parts.workspaceState, target.language).last;
  const { way, language } = wayOfChoice(choiceFor(target, subjects, last), target.language);
  const maker = new CodeMaker(parts.services, new DataFolder(parts.worker));
  const fetched = await maker.fetch(subjects, signal);
  const folder = folderOfTarget(target);
  const holder = holderOf(target.uri, target.isNotebook);
  const place = { way, language, holder, folder, others: target.references };
  const batch = await maker.write(fetched, place, signal);
  if (signal.aborted) await batch.undo();
  signal.throwIfAborted();
  void reportFailedCode(parts, batch.failed, notInserted);
  if (batch.made.length === 0) return undefined;
  showStatus(insertedText(batch.made, fetched, undefined, parts.services.gate.instant));
  void warnOfEmpty(...seriesAndPanels(fetched));
  const texts = pieceBlocks(batch.made, { form: "each", isNotebook: target.isNotebook });
  return target.editWith(texts.map((text) => ({ text, language })));
}

/** The most recent choice if it is available, else the first available one. @throws {@link NoWayToInsertError} */
function choiceFor(
  target: DropTarget,
  subjects: readonly InsertSubject[],
  last: InsertChoice | undefined,
): InsertChoice {
  const hasSample = subjects.some((each) => each.target.connectionId === sampleConnection);
  const facts = { hasSample, samplePort: samplePort() };
  const wanted: readonly (InsertChoice | undefined)[] = [last, ...usualChoices];
  const choice = wanted.find(
    (each) => each !== undefined && obstacleTo(each, target, facts) === undefined,
  );
  if (choice === undefined) throw new NoWayToInsertError(targetName(target.uri));
  return choice;
}

const usualChoices: readonly InsertChoice[] = ["file", "values", "request", "table"];

/** Offers no Retry: the person can drop again. */
const notInserted = (title: string): string => vscode.l10n.t("Could not insert {0}", title);

/** The position of a drop. */
interface DropPlace {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
}

/** A notebook or script, with the drop position in it. */
interface DropTarget extends ChoiceTarget {
  readonly isNotebook: boolean;
  readonly references: readonly Reference[];
  /** One edit for all blocks, so that a single Undo reverts them. */
  editWith(blocks: readonly InsertedBlock[]): vscode.WorkspaceEdit;
}

/** Below the cell, or at the line; undefined where no code of ours can go. */
function dropTargetAt({ document, position }: DropPlace): DropTarget | undefined {
  const notebook = notebookOf(document);
  return notebook === undefined
    ? scriptTargetAt(document, position.with({ character: 0 }))
    : cellTargetIn(notebook, document);
}

function scriptTargetAt(
  document: vscode.TextDocument,
  position: vscode.Position,
): DropTarget | undefined {
  const target = new ScriptTarget(document, position);
  const { uri, isUnsaved, language, takesTables, references } = target;
  if (language === undefined && !takesTables) return undefined;
  return {
    ...{ uri, isUnsaved, language, takesTables, references },
    isNotebook: false,
    editWith: (blocks) => scriptEdit(document, position, blocks).edit,
  };
}

function cellTargetIn(
  notebook: vscode.NotebookDocument,
  document: vscode.TextDocument,
): DropTarget {
  const index = notebook.getCells().findIndex((cell) => cell.document === document);
  const target = new NotebookTarget(notebook, index);
  const { uri, isUnsaved, language, takesTables, references } = target;
  return {
    ...{ uri, isUnsaved, language, takesTables, references },
    isNotebook: true,
    // The cell may have moved meanwhile.
    editWith: (blocks) => cellsEdit(notebook, target.selectedIndex + 1, blocks),
  };
}
