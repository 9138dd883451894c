import * as vscode from "vscode";
import { type TablesForm, pieceBlocks } from "./code/pieceBlocks";
import { sampleConnection } from "../../shared/place";
import { instantOfLatest, withResolvedAsOf } from "../../store/seriesBatch";
import { type WindowContext } from "../../connect/context";
import { warnOfEmpty } from "../../editor/report/emptySeries";
import { reportFailures } from "../../editor/report/failedSeries";
import { completeStep } from "../../editor/help/walkthrough";
import { withDelayedProgress } from "../../editor/progress";
import { type PromptAnswer } from "../../editor/prompt/promptAnswer";
import { mayUseNewest } from "../../editor/prompt/mayUseNewest";
import { type Reporter } from "../../editor/report/failureReporter";
import { showStatus } from "../../editor/report/showStatus";
import { CodeMaker, type FetchedSubjects, seriesAndPanels } from "./codeMaker";
import { DataFolder } from "./dataFolder";
import { type InsertChoice, RememberedChoice, wayOfChoice } from "./insertChoice";
import { insertedText, subjectsLabel, subjectsTitle, targetName } from "./insertedText";
import { EditRefusedError, TargetClosedError } from "./insertErrors";
import { type InsertDependencies } from "./insertParts";
import { type InsertAnswer, askInsertChoice, isOffered } from "./insertPick";
import { dataFileFormat } from "./insertSettings";
import { type CodeBatch, type FailedCode, type InsertSubject } from "./insertSubject";
import { type SelectedSubjects, subjectsWithChosenKind } from "./insertSubjects";
import { type InsertTarget, folderOfTarget, holderOf, isWritableDocument } from "./insertTarget";
import { type RecentEditors } from "./recentEditors";
import { fileFormatIn } from "./seriesCode";
import { RememberedForm, askTablesForm, hasTablesForms } from "./tablesFormPick";
import { asFailed } from "./reportFailedCode";
import { NewNotebookTarget } from "./newNotebook";
import { NotebookTarget } from "./notebookTarget";
import { ScriptTarget, isScript } from "./scriptTarget";
import { readableName } from "../chart/host/readableTitle";
import { askLocation } from "../../editor/files/saveQuestions";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";

export interface InsertFlowDependencies extends InsertDependencies {
  readonly context: WindowContext;
  readonly reporter: Reporter;
  readonly recent: RecentEditors;
}

/** Asks how to insert some series into the current notebook or script, and inserts them. Failures are reported. */
export async function insertSeries(
  parts: InsertFlowDependencies,
  called: SelectedSubjects,
): Promise<void> {
  const subjects = await subjectsWithChosenKind(called, parts.context);
  if (subjects === undefined || subjects.length === 0) return;
  const references = subjects.map(({ target }) => target.reference);
  if (await mayUseNewest(references, parts.services.gate)) await insertAll(parts, subjects);
}

async function insertAll(
  parts: InsertFlowDependencies,
  subjects: readonly InsertSubject[],
): Promise<void> {
  const [first, ...others] = subjects;
  const isOne = first !== undefined && others.length === 0;
  const name = isOne ? await readableName(first.target, parts.services) : undefined;
  await new InsertFlow(parts, subjects, name).run();
}

/** Where and how to insert, once the person has decided both. */
interface Decision {
  readonly target: InsertTarget;
  readonly choice: InsertChoice;
  readonly form: TablesForm;
}

/** One run of the flow. */
class InsertFlow {
  private readonly maker: CodeMaker;
  private readonly leaving = new AbortController();
  /** Shows how many series have arrived, while a progress is shown. */
  private reportProgress: (done: number, of: number) => void = () => undefined;

  constructor(
    private readonly parts: InsertFlowDependencies,
    private readonly subjects: readonly InsertSubject[],
    /** The name of a single series. */
    private readonly name: string | undefined,
  ) {
    const { services, worker, recent } = parts;
    const target = currentTarget(recent);
    const format =
      target?.language === undefined
        ? dataFileFormat(undefined)
        : fileFormatIn(target.language, folderOfTarget(target));
    this.maker = new CodeMaker(services, new DataFolder(worker), { format, worker });
  }

  /** Fetches the series while the person decides. */
  async run(): Promise<void> {
    const fetching = this.fetch();
    // It may reject before it is awaited, where the failure is handled.
    fetching.catch(() => undefined);
    try {
      const decision = await this.decide(fetching);
      if (decision === undefined) return;
      const batch = await withDelayedProgress(this.title, (signal, report) => {
        signal.addEventListener("abort", () => this.leaving.abort(signal.reason));
        this.reportProgress = (done, of) => report(vscode.l10n.t("{0} of {1}", done, of));
        return this.write(fetching, decision);
      });
      await place(batch, decision);
      completeStep("insert");
      const fetched = await fetching;
      const bound = this.parts.services.gate.instant;
      showStatus(insertedText(batch.made, fetched, this.name, bound));
      void warnOfEmpty(...seriesAndPanels(fetched));
      void this.report(batch.failed, fetched);
    } catch (error) {
      void this.report(asFailed(this.subjects, error));
    } finally {
      this.leaving.abort();
    }
  }

  /** Failures of some are reported after the others are inserted. */
  private async fetch(): Promise<FetchedSubjects> {
    const { signal } = this.leaving;
    const all = await this.maker.fetch(this.subjects, signal, (done, of) => {
      if (of > 1) this.reportProgress(done, of);
    });
    const [failure] = all.failed;
    if (all.fetched.length + all.panels.length === 0 && failure !== undefined) throw failure.error;
    return all;
  }

  private async decide(fetched: Promise<FetchedSubjects>): Promise<Decision | undefined> {
    const label = subjectsLabel(this.subjects, this.name);
    const { recent, workspaceState } = this.parts;
    let target =
      currentTarget(recent) ?? (await askNewNotebook(vscode.l10n.t("Insert {0}", label)));
    while (target !== undefined) {
      const remembered = new RememberedChoice(workspaceState, target.language);
      const title = vscode.l10n.t("Insert {0} into {1}", label, targetName(target.uri));
      const answer = await askInsertChoice({
        title,
        target,
        count: this.subjects.length,
        hasSample: this.subjects.some((each) => each.target.connectionId === sampleConnection),
        hasPanel: this.subjects.some((each) => each.target.reference.family === "panel"),
        last: remembered.last,
        fetched,
      });
      if (answer === undefined) return undefined;
      target = await targetAfter(answer, target);
      if (target === undefined || !isOffered(answer)) continue;
      const { choice } = answer;
      await remembered.remember(choice);
      const form = await this.formOf(target, choice, title);
      if (form.kind === "left") return undefined;
      if (form.kind === "given") return { target, choice, form: form.value };
    }
    return undefined;
  }

  /** Asked for several series in Python. */
  private async formOf(
    { language, isNotebook }: InsertTarget,
    choice: InsertChoice,
    title: string,
  ): Promise<PromptAnswer<TablesForm>> {
    const canChoose = hasTablesForms(this.subjects, choice, language);
    if (!canChoose) return { kind: "given", value: "each" };
    const remembered = new RememberedForm(this.parts.workspaceState);
    const answer = await askTablesForm({ title, isNotebook, last: remembered.last });
    if (answer.kind === "given") await remembered.remember(answer.value);
    return answer;
  }

  /** Writes the files once everything is fetched, and only while the target is open. */
  private async write(
    fetching: Promise<FetchedSubjects>,
    { target, choice }: Decision,
  ): Promise<CodeBatch> {
    const { signal } = this.leaving;
    const fetched = await fetching;
    if (target.isClosed) throw new TargetClosedError(targetName(target.uri));
    const folder = folderOfTarget(target);
    const way = wayOfChoice(choice, target.language);
    const report = (done: number, of: number): void => this.reportProgress(done, of);
    const { references: others } = target;
    const place = { ...way, holder: holderOf(target.uri, target.isNotebook), folder, others };
    const batch = await this.maker.write(fetched, place, signal, report);
    const [failure] = batch.failed;
    if (batch.made.length === 0 && failure !== undefined) {
      await batch.undo();
      throw failure.error;
    }
    return batch;
  }

  private get title(): string {
    return vscode.l10n.t("Inserting {0}", subjectsTitle(this.subjects, this.name));
  }

  /** Offers to retry what failed, as of the same instant as the rest. */
  private async report(failed: readonly FailedCode[], fetched?: FetchedSubjects): Promise<void> {
    const { reporter } = this.parts;
    const again = asOfOthers(
      failed.map(({ subject }) => subject),
      fetched,
    );
    await reportFailures(reporter, {
      failed: failed.map(({ subject: { target }, error }) => ({ target, error })),
      of: this.subjects.length,
      title: this.title,
      attempt: vscode.l10n.t("Could not insert {0}", subjectsTitle(this.subjects, this.name)),
      retry: () => insertAll(this.parts, again),
    });
  }
}

/** The series with latest replaced by the as-of of what was fetched with them. */
function asOfOthers(
  subjects: readonly InsertSubject[],
  { fetched, panels }: FetchedSubjects = { fetched: [], panels: [], failed: [] },
): readonly InsertSubject[] {
  const came = [
    ...fetched.map(({ subject, series }) => ({ subject, reference: series.reference })),
    ...panels.map(({ subject, panel }) => ({ subject, reference: panel.panel.reference })),
  ];
  const asOf = instantOfLatest(
    came.map(({ subject, reference }) => ({ asked: subject.target.reference, came: reference })),
  );
  return subjects.map((subject) => {
    const { target } = subject;
    return {
      ...subject,
      target: { ...target, reference: withResolvedAsOf(target.reference, asOf) },
    };
  });
}

/** Inserts all blocks in one edit; deletes the files of blocks that could not be inserted. */
async function place(batch: CodeBatch, { target, choice, form }: Decision): Promise<void> {
  const { language } = wayOfChoice(choice, target.language);
  const { isNotebook } = target;
  const texts = pieceBlocks(batch.made, { form, isNotebook });
  const blocks = texts.map((text) => ({ text, language }));
  try {
    if (target.isClosed) throw new TargetClosedError(targetName(target.uri));
    if (!(await target.insert(blocks))) throw new EditRefusedError(targetName(target.uri));
  } catch (error) {
    await batch.undo();
    throw error;
  }
}

/** The target to continue with after a choice; removes an obstacle first where possible. Undefined to stop. */
async function targetAfter(
  { obstacle }: InsertAnswer,
  target: InsertTarget,
): Promise<InsertTarget | undefined> {
  if (obstacle?.kind === "unsaved") return savedTarget(target);
  if (obstacle?.kind !== "port") return target;
  await vscode.commands.executeCommand("workbench.action.openSettings", "macroSignals.sample.port");
  return undefined;
}

/** Notebook types without a file. */
const replTypes: ReadonlySet<string> = new Set(["interactive", "repl"]);
/** Schemes of the editor's own documents that look like scripts. */
const ownSchemes = /^(?:vscode-notebook|vscode-interactive|comment|output|walkThrough)/;

/**
 * The target: the active notebook or script, else the most recently active one, else a visible one. Undefined without
 * any.
 */
export function currentTarget(recent: RecentEditors): InsertTarget | undefined {
  const { activeNotebookEditor, activeTextEditor, visibleNotebookEditors, visibleTextEditors } =
    vscode.window;
  const candidates = [
    activeNotebookEditor?.notebook,
    activeTextEditor?.document,
    ...recent.documents,
    ...visibleNotebookEditors.map(({ notebook }) => notebook),
    ...visibleTextEditors.map(({ document }) => document),
  ];
  for (const candidate of candidates) {
    const target = candidate && targetIn(candidate);
    if (target !== undefined) return target;
  }
  return undefined;
}

/** The target in a document; undefined where no code of ours can go. */
function targetIn(
  document: vscode.NotebookDocument | vscode.TextDocument,
): InsertTarget | undefined {
  if (document.isClosed || !isWritableDocument(document.uri)) return undefined;
  if ("notebookType" in document) {
    return replTypes.has(document.notebookType) ? undefined : new NotebookTarget(document);
  }
  const isOwn = ownSchemes.test(document.uri.scheme);
  return !isOwn && isScript(document) ? new ScriptTarget(document) : undefined;
}

/** Saves an untitled target, which asks where; undefined when it was not saved. */
export async function savedTarget(target: InsertTarget): Promise<InsertTarget | undefined> {
  if (target instanceof NewNotebookTarget) return askNewLocation();
  const uri = await vscode.workspace.save(target.uri);
  if (uri === undefined) return undefined;
  if (!(target instanceof NotebookTarget)) {
    return new ScriptTarget(await vscode.workspace.openTextDocument(uri));
  }
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  return new NotebookTarget(notebook, target.selectedIndex);
}

/** Asks which notebook to create when no notebook or script is open. Undefined when the person leaves. */
export async function askNewNotebook(title: string): Promise<InsertTarget | undefined> {
  const answer = await pickOne({
    title,
    placeholder: vscode.l10n.t("No notebook or script is open. Create one."),
    rows: newNotebookRows(),
  });
  if (answer.kind !== "given") return undefined;
  return answer.value === "unsaved" ? new NewNotebookTarget() : askNewLocation();
}

/** A new notebook in a location that the person chooses. */
async function askNewLocation(): Promise<InsertTarget | undefined> {
  const title = vscode.l10n.t("Save New Notebook As");
  const location = await askLocation(title, "macro-signals.ipynb", {
    "Jupyter Notebook": ["ipynb"],
  });
  return location && new NewNotebookTarget(location);
}

function newNotebookRows(): readonly Choice<"saved" | "unsaved">[] {
  return [
    {
      value: "saved",
      label: vscode.l10n.t("New Notebook…"),
      detail: vscode.l10n.t("Asks where to save it, so that data files can be stored next to it"),
      iconPath: new vscode.ThemeIcon("notebook"),
    },
    {
      value: "unsaved",
      label: vscode.l10n.t("New Unsaved Notebook"),
      detail: vscode.l10n.t("For values and live requests, which need no file"),
      iconPath: new vscode.ThemeIcon("file-code"),
    },
  ];
}
