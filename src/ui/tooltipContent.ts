/** The content of a tooltip: a title, pairs of a name and a number, and lines below. */
export interface TooltipContent {
  readonly title: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly lines: readonly string[];
}
