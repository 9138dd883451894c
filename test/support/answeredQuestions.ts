import path from "node:path";
import * as vscode from "vscode";

type Row = vscode.QuickPickItem;

/** An accepted row or text that closes nothing within this time is not an answer. */
const patienceMs = 1_000;

/** The functions of the window that {@link AnsweredQuestions} replaces. */
const replaced = [
  "createQuickPick",
  "createInputBox",
  "showQuickPick",
  "showInputBox",
  "showInformationMessage",
  "showWarningMessage",
  "showErrorMessage",
  "showSaveDialog",
  "showOpenDialog",
] as const;

/**
 * Answers each question of the window as soon as it is asked, with its first row or action. Refused questions, and those
 * after a number of answers, are dismissed. Nothing is shown.
 */
export class AnsweredQuestions {
  private readonly original = Object.fromEntries(
    replaced.map((name) => [name, vscode.window[name]] as const),
  );
  /** The titles and messages, the oldest first. */
  readonly asked: string[] = [];
  /** The label of the row that is picked where a question has it, instead of the first. */
  preferred: string | undefined;
  private left = 0;

  /** @param refused - Messages of questions that are not answered. */
  constructor(private readonly options: { readonly refused: RegExp; readonly folder: vscode.Uri }) {
    const input = (): AnsweredInput =>
      new AnsweredInput(
        (title) => this.mayAnswer(title),
        ({ label }) => label === this.preferred,
      );
    const message = (words: string, ...rest: readonly unknown[]): Promise<unknown> => {
      const actions = rest.filter((each) => !isOptions(each));
      const answered = this.mayAnswer(words) ? actions[0] : undefined;
      return Promise.resolve(answered);
    };
    Object.assign(vscode.window, {
      createQuickPick: input,
      createInputBox: input,
      showQuickPick: async (items: readonly Row[] | Promise<readonly Row[]>) => {
        const [first] = await items;
        return this.mayAnswer(String(first?.label)) ? first : undefined;
      },
      showInputBox: () => Promise.resolve(undefined),
      showInformationMessage: message,
      showWarningMessage: message,
      showErrorMessage: message,
      showSaveDialog: ({ defaultUri }: vscode.SaveDialogOptions = {}) => {
        const name = path.basename(defaultUri?.path ?? "saved");
        const file = vscode.Uri.joinPath(this.options.folder, name);
        return Promise.resolve(this.mayAnswer("save") ? file : undefined);
      },
      showOpenDialog: () => Promise.resolve(undefined),
    });
  }

  /** Answers at most this many of the next questions. */
  answerNext(count: number): void {
    this.left = count;
  }

  dispose(): void {
    Object.assign(vscode.window, this.original);
  }

  private mayAnswer(words: string): boolean {
    this.asked.push(words);
    this.left -= 1;
    return this.left >= 0 && !this.options.refused.test(words);
  }
}

function isOptions(argument: unknown): boolean {
  return typeof argument === "object" && argument !== null && !("title" in argument);
}

/** A quick pick or an input box that accepts its first row, or its text, by itself. */
class AnsweredInput {
  title: string | undefined;
  placeholder: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  validationMessage: unknown;
  value = "";
  prompt = "";
  enabled = true;
  canSelectMany = false;
  matchOnDescription = false;
  matchOnDetail = false;
  ignoreFocusOut = false;
  keepScrollPosition = false;
  password = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  activeItems: readonly Row[] = [];
  selectedItems: readonly Row[] = [];
  private rows: readonly Row[] | undefined;
  private isBusy = false;
  private isShown = false;
  private leaving: NodeJS.Timeout | undefined;
  private readonly didAccept = new vscode.EventEmitter<void>();
  private readonly didHide = new vscode.EventEmitter<{ readonly reason: number }>();
  private readonly didChangeValue = new vscode.EventEmitter<string>();
  private readonly didTriggerButton = new vscode.EventEmitter<vscode.QuickInputButton>();
  private readonly didTriggerItemButton = new vscode.EventEmitter<unknown>();
  private readonly didChangeActive = new vscode.EventEmitter<readonly Row[]>();
  private readonly didChangeSelection = new vscode.EventEmitter<readonly Row[]>();
  readonly onDidAccept = this.didAccept.event;
  readonly onDidHide = this.didHide.event;
  readonly onDidChangeValue = this.didChangeValue.event;
  readonly onDidTriggerButton = this.didTriggerButton.event;
  readonly onDidTriggerItemButton = this.didTriggerItemButton.event;
  readonly onDidChangeActive = this.didChangeActive.event;
  readonly onDidChangeSelection = this.didChangeSelection.event;

  constructor(
    private readonly mayAnswer: (title: string) => boolean,
    private readonly isPreferred: (row: Row) => boolean,
  ) {}

  get items(): readonly Row[] {
    return this.rows ?? [];
  }

  set items(rows: readonly Row[]) {
    this.rows = rows;
    this.consider();
  }

  get busy(): boolean {
    return this.isBusy;
  }

  set busy(isBusy: boolean) {
    this.isBusy = isBusy;
    this.consider();
  }

  show(): void {
    this.isShown = true;
    this.consider();
  }

  hide(): void {
    clearTimeout(this.leaving);
    if (!this.isShown) return;
    this.isShown = false;
    this.didHide.fire({ reason: 1 });
  }

  dispose(): void {
    this.hide();
  }

  private consider(): void {
    setImmediate(() => this.answer());
  }

  /** Dismisses a question whose answer is not accepted, and one that has no rows and loads none. */
  private answer(): void {
    if (!this.isShown || this.isBusy) return;
    const rows = this.rows?.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    const preferred = rows?.find(this.isPreferred);
    const row = preferred ?? this.activeItems[0] ?? rows?.[0];
    if (rows?.length === 0 || !this.mayAnswer(this.title ?? "")) {
      this.hide();
      return;
    }
    if (preferred !== undefined)
      [this.activeItems, this.selectedItems] = [[preferred], [preferred]];
    if (row !== undefined && this.selectedItems.length === 0) this.selectedItems = [row];
    this.didAccept.fire();
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hide(), patienceMs);
  }
}
