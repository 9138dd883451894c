import * as vscode from "vscode";
import { DisposableStore } from "../disposables";
import { type Back, type Given, type Left, type Pressed } from "./promptAnswer";
import { type Choice, type PickQuestion } from "./pickOne";

export interface PickManyQuestion<T> extends Omit<
  PickQuestion<T>,
  "rows" | "later" | "active" | "hasBack"
> {
  readonly rows: readonly Choice<T>[];
  /** The values ticked at first. */
  readonly ticked: ReadonlySet<T>;
  /** Reports an invalid number of ticks. */
  readonly reportNone: () => void;
}

/** A title button was pressed while these were ticked. */
export type PressedMany<T> = Pressed & { readonly ticked: readonly T[] };

/** Back to the previous step, while these were ticked. */
export type BackMany<T> = Back & { readonly ticked: readonly T[] };

/** Asks for at least one of several rows with checkboxes and Back. The answer has the order of the rows. */
export async function pickMany<T>(
  question: PickManyQuestion<T>,
): Promise<Given<readonly T[]> | BackMany<T> | Left | PressedMany<T>> {
  const disposables = new DisposableStore();
  const pick = disposables.add(vscode.window.createQuickPick<Choice<T>>());
  pick.title = question.title;
  pick.step = question.step?.number;
  pick.totalSteps = question.step?.of;
  pick.placeholder = question.placeholder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  pick.items = question.rows;
  pick.selectedItems = question.rows.filter(({ value }) => question.ticked.has(value));
  pick.buttons = [vscode.QuickInputButtons.Back, ...(question.buttons ?? [])];
  const ticked = (): readonly T[] => {
    const selected = new Set(pick.selectedItems);
    return question.rows.filter((row) => selected.has(row)).map(({ value }) => value);
  };
  try {
    return await new Promise((resolve) => {
      disposables.add(pick.onDidHide(() => resolve({ kind: "left" })));
      disposables.add(
        pick.onDidTriggerButton((button) => {
          const isBack = button === vscode.QuickInputButtons.Back;
          if (isBack) resolve({ kind: "back", typed: pick.value, ticked: ticked() });
          else resolve({ kind: "pressed", button, ticked: ticked() });
        }),
      );
      disposables.add(
        pick.onDidAccept(() => {
          const values = ticked();
          if (values.length === 0) question.reportNone();
          else resolve({ kind: "given", value: values });
        }),
      );
      pick.show();
    });
  } finally {
    disposables.dispose();
  }
}
