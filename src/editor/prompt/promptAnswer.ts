import type * as vscode from "vscode";

/** How a person left one step of a flow. */
export type PromptAnswer<T> = Given<T> | Back | Left;

export interface Given<T> {
  readonly kind: "given";
  readonly value: T;
}

/** Back to the previous step. */
export interface Back {
  readonly kind: "back";
  /** The text of the input, for when the person returns. */
  readonly typed: string;
}

/** Esc: leaves the flow; nothing is saved. */
export interface Left {
  readonly kind: "left";
}

/** A title button was pressed. */
export interface Pressed {
  readonly kind: "pressed";
  readonly button: vscode.QuickInputButton;
}

/** The answer of a step without a result. */
export const done: Given<undefined> = { kind: "given", value: undefined };

/** Asks a question and runs the next step with the answer; asks again when that step goes back. */
export async function askThen<T, Other extends NotGiven, End extends { readonly kind: string }>(
  ask: () => Promise<Given<T> | Other>,
  next: (value: T) => Promise<End>,
): Promise<End | Other> {
  for (;;) {
    const answer = await ask();
    if (answer.kind !== "given") return answer;
    const end = await next(answer.value);
    if (end.kind !== "back") return end;
  }
}

type NotGiven = Back | Left | Pressed;

/** Asks a question until it is answered: again each time a title button has been pressed. */
export async function askBesideButtons<A extends { readonly kind: string }>(
  ask: () => Promise<A | Pressed>,
  press: (button: vscode.QuickInputButton) => Promise<void>,
): Promise<Exclude<A, Pressed>> {
  for (;;) {
    const answer = await ask();
    if (!isPressed(answer)) return answer as Exclude<A, Pressed>;
    await press(answer.button);
  }
}

function isPressed(answer: { readonly kind: string }): answer is Pressed {
  return answer.kind === "pressed";
}
