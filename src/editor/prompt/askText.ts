import * as vscode from "vscode";
import { isCancellation } from "../cancellation";
import { DisposableStore } from "../disposables";
import { type PromptAnswer } from "./promptAnswer";

/** The parsed text, or the sentence that says why it is invalid. */
export type Judgement<T> =
  | { readonly ok: true; readonly value: T; /** Shown below the input. */ readonly note?: string }
  | { readonly ok: false; readonly problem: string };

/** The head of a question. */
export interface QuestionHead {
  readonly title: string;
  readonly step?: { readonly number: number; readonly of: number };
}

export interface TextQuestion<T, R> extends QuestionHead {
  readonly prompt: string;
  readonly placeholder: string;
  /** The initial text of the input. */
  readonly text?: string;
  readonly isPassword?: boolean;
  readonly hasBack?: boolean;
  /** Submits {@link text} at once. */
  readonly isEntered?: boolean;
  /** Called while the text is typed. */
  readonly judge: (text: string) => Judgement<T>;
  /** Runs on Enter, while the input stays open and busy. Esc, Back and typing abort it. */
  readonly work: (value: T, signal: AbortSignal) => Promise<R>;
}

/**
 * Asks for a text in an input that stays open when it loses the focus: people copy addresses and keys from other
 * windows.
 */
export async function askText<T, R>(question: TextQuestion<T, R>): Promise<PromptAnswer<R>> {
  const step = new TextStep(question);
  try {
    return await step.answer();
  } finally {
    step.dispose();
  }
}

class TextStep<T, R> {
  private readonly disposables = new DisposableStore();
  private readonly input = this.disposables.add(vscode.window.createInputBox());
  private working: AbortController | undefined;

  constructor(private readonly question: TextQuestion<T, R>) {
    const { input } = this;
    input.title = question.title;
    input.step = question.step?.number;
    input.totalSteps = question.step?.of;
    input.prompt = question.prompt;
    input.placeholder = question.placeholder;
    input.password = question.isPassword === true;
    input.value = question.text ?? "";
    input.ignoreFocusOut = true;
    if (question.hasBack === true) input.buttons = [vscode.QuickInputButtons.Back];
  }

  answer(): Promise<PromptAnswer<R>> {
    const { input, disposables, question } = this;
    return new Promise((resolve, reject) => {
      const enter = (): void => void this.enter(resolve).catch(reject);
      disposables.add(input.onDidHide(() => resolve({ kind: "left" })));
      disposables.add(
        input.onDidTriggerButton(() => resolve({ kind: "back", typed: input.value })),
      );
      disposables.add(input.onDidChangeValue(() => this.judgeTyped()));
      disposables.add(input.onDidAccept(enter));
      input.show();
      if (input.value !== "") this.judgeTyped();
      if (question.isEntered === true) enter();
    });
  }

  dispose(): void {
    this.working?.abort();
    this.disposables.dispose();
  }

  /** An empty input shows no error before Enter. */
  private judgeTyped(): void {
    this.working?.abort();
    const { value } = this.input;
    this.show(value === "" ? undefined : this.question.judge(value));
  }

  private async enter(resolve: (answer: PromptAnswer<R>) => void): Promise<void> {
    if (this.working?.signal.aborted === false) return;
    const judgement = this.question.judge(this.input.value);
    this.show(judgement);
    if (!judgement.ok) return;
    const working = new AbortController();
    this.working = working;
    this.input.busy = true;
    try {
      resolve({ kind: "given", value: await this.question.work(judgement.value, working.signal) });
    } catch (error) {
      // Aborted by typing: the input is still open.
      if (!working.signal.aborted || !isCancellation(error)) throw error;
    } finally {
      if (this.working === working) this.working = undefined;
      this.input.busy = this.working !== undefined;
    }
  }

  private show(judgement: Judgement<T> | undefined): void {
    this.input.validationMessage = messageOf(judgement);
  }
}

function messageOf<T>(
  judgement: Judgement<T> | undefined,
): vscode.InputBoxValidationMessage | undefined {
  if (judgement === undefined) return undefined;
  if (!judgement.ok) {
    return { message: judgement.problem, severity: vscode.InputBoxValidationSeverity.Error };
  }
  if (judgement.note === undefined) return undefined;
  return { message: judgement.note, severity: vscode.InputBoxValidationSeverity.Info };
}
