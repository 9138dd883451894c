import * as vscode from "vscode";
import { DisposableStore } from "../disposables";
import { type Pressed, type PromptAnswer } from "./promptAnswer";

/** A row with a value. */
export interface Choice<T> extends vscode.QuickPickItem {
  readonly value: T;
}

/** A separator between rows. */
export interface Separator extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
}

export interface PickQuestion<T> {
  readonly title: string;
  readonly step?: { readonly number: number; readonly of: number };
  readonly placeholder: string;
  readonly rows: readonly (Choice<T> | Separator)[];
  /** More detailed rows that replace the first ones; the same values in the same order. */
  readonly later?: Promise<PickQuestion<T>["rows"]>;
  /** The initially active row; by default the first one. */
  readonly active?: Choice<T>;
  readonly hasBack?: boolean;
  /** Buttons in the title besides Back. */
  readonly buttons?: readonly vscode.QuickInputButton[];
}

/** Asks for one of several rows. */
export async function pickOne<T>(question: PickQuestion<T>): Promise<PromptAnswer<T> | Pressed> {
  const disposables = new DisposableStore();
  const pick = disposables.add(vscode.window.createQuickPick<Choice<T> | Separator>());
  pick.title = question.title;
  pick.step = question.step?.number;
  pick.totalSteps = question.step?.of;
  pick.placeholder = question.placeholder;
  pick.items = question.rows;
  pick.matchOnDescription = true;
  pick.ignoreFocusOut = true;
  if (question.active !== undefined) pick.activeItems = [question.active];
  const back = question.hasBack === true ? [vscode.QuickInputButtons.Back] : [];
  pick.buttons = [...back, ...(question.buttons ?? [])];
  try {
    return await new Promise((resolve, reject) => {
      if (question.later !== undefined) showLater(pick, question.later).catch(reject);
      disposables.add(pick.onDidHide(() => resolve({ kind: "left" })));
      disposables.add(
        pick.onDidTriggerButton((button) => {
          const isBack = button === vscode.QuickInputButtons.Back;
          resolve(isBack ? { kind: "back", typed: pick.value } : { kind: "pressed", button });
        }),
      );
      disposables.add(
        pick.onDidAccept(() => {
          const [row] = pick.selectedItems;
          if (row !== undefined && "value" in row) resolve({ kind: "given", value: row.value });
        }),
      );
      pick.show();
    });
  } finally {
    disposables.dispose();
  }
}

/** Keeps the active row. */
async function showLater<T>(
  pick: vscode.QuickPick<Choice<T> | Separator>,
  later: Promise<PickQuestion<T>["rows"]>,
): Promise<void> {
  pick.busy = true;
  const rows = await later;
  const at = pick.items.findIndex((row) => row === pick.activeItems[0]);
  pick.items = rows;
  const active = rows[at];
  if (active !== undefined) pick.activeItems = [active];
  pick.busy = false;
}

export function separator(label = ""): Separator {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
