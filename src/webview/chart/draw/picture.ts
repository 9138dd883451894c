/** Corners of one unbroken piece in pixels: x, y, x, y, … */
export type Run = readonly number[];

export interface LineMark {
  readonly type: "line";
  readonly runs: readonly Run[];
  readonly colour: string;
  readonly width: number;
  /** Empty is solid. */
  readonly dash: readonly number[];
}

export interface AreaMark {
  readonly type: "area";
  readonly runs: readonly Run[];
  readonly colour: string;
  /** From 0 to 1. */
  readonly opacity: number;
}

export interface TextMark {
  readonly type: "text";
  readonly text: string;
  /** Where the text starts, ends or has its middle, as `anchor` says. */
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly sizePx: number;
  readonly colour: string;
  readonly isBold: boolean;
  readonly anchor: "start" | "middle" | "end";
}

export type Mark = LineMark | AreaMark | TextMark;

/** What is drawn, in order, whatever draws it: SVG and canvas make the same of it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** What it shows and what that is, for those who cannot see it. */
  readonly title: string;
  readonly description: string;
  readonly marks: readonly Mark[];
}

/** Found on every system, or replaced by a font of the same widths. */
export const pictureFont = "Helvetica, Arial, sans-serif";

/** A rectangle in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Some marks and the height that they take. */
export interface Block {
  readonly marks: readonly Mark[];
  readonly height: number;
}

/** A thin solid line between two points. */
export function straightLine(run: Run, colour: string, width = 1): LineMark {
  return { type: "line", runs: [run], colour, width, dash: [] };
}

/** Plain text from its start, in a size for notes, unless said otherwise. */
export function textMark(
  mark: Pick<TextMark, "text" | "x" | "y" | "colour"> & Partial<TextMark>,
): TextMark {
  return { type: "text", sizePx: noteSizePx, isBold: false, anchor: "start", ...mark };
}

/** Of axis labels and notes. */
export const noteSizePx = 11;
