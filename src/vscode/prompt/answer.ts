/** How a person left one step of a flow. */
export type Answer<T> = Given<T> | Back | Left;

export interface Given<T> {
  readonly kind: "given";
  readonly value: T;
}

/** To the step before. */
export interface Back {
  readonly kind: "back";
  /** What stood in the input, for when the person returns. */
  readonly typed: string;
}

/** Esc: nothing is kept. */
export interface Left {
  readonly kind: "left";
}
