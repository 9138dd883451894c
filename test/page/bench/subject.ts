/** Lines on the same days, as a chart library gets them. */
export interface Lines {
  readonly days: Int32Array;
  readonly values: readonly Float64Array[];
}

/** A library, ours or another, that draws lines; created at most once for each page. */
export interface Subject {
  /** Draws all days, including the conversion of the numbers for the library. */
  draw(parent: HTMLElement, lines: Lines, width: number, height: number): void;
  /** Shows these days, both inclusive. */
  zoom(from: number, to: number): void;
}

export const lineColours = ["#3366cc", "#cc3333", "#339933"];
export const secondsPerDay = 86_400;
