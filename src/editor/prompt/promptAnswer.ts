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
