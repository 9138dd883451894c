import { type ColumnExtremes } from "./columnExtremes";
import { type ValueRange } from "../../model/viewState";

/** A rectangle in pixels of the page or of a picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The inside of a plot and the range of values over its height, the greatest at the top. */
export interface PlotScale {
  readonly box: Box;
  readonly values: ValueRange;
}

/** A stepped line: the columns of its extremes are spread over the width of the box. */
export interface StepsMark {
  readonly type: "steps";
  readonly scale: PlotScale;
  readonly extremes: ColumnExtremes;
  readonly colour: string;
  readonly width: number;
  /** Empty for a solid line. */
  readonly dash: readonly number[];
  /** The casing on either side of the line, under it; a width of 0 is none. */
  readonly casing: { readonly colour: string; readonly width: number };
}

/** The stepped area between two series of the same days, either of which may be the lower one. */
export interface AreaMark {
  readonly type: "area";
  readonly scale: PlotScale;
  readonly lower: ColumnExtremes;
  readonly upper: ColumnExtremes;
  /** The opaque colour below its own, which covers earlier marks. */
  readonly ground: string;
  readonly colour: string;
  /** The opacity of the color, from 0 to 1. */
  readonly opacity: number;
}

/** A straight line to the right of a point, or down from it. */
export interface RuleMark {
  readonly type: "rule";
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly isUpright: boolean;
  readonly colour: string;
  readonly width: number;
  readonly dash: readonly number[];
  /** From 0 to 1. */
  readonly opacity: number;
}

/** A thin straight line between two points. */
export interface SegmentMark {
  readonly type: "segment";
  readonly x: number;
  readonly y: number;
  readonly endX: number;
  readonly endY: number;
  readonly colour: string;
}

export interface RectMark {
  readonly type: "rect";
  readonly box: Box;
  readonly colour: string;
  readonly opacity: number;
  /** The radius of its corners; absent for square corners. */
  readonly radius?: number;
  /** The width of an outline inside its edge; absent for a filled rectangle. */
  readonly edge?: number;
}

export interface DotMark {
  readonly type: "dot";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: string;
}

export interface TextMark {
  readonly type: "text";
  readonly text: string;
  /** The position of the text's start, middle or end, according to `anchor`. */
  readonly x: number;
  readonly y: number;
  readonly sizePx: number;
  readonly colour: string;
  readonly isBold: boolean;
  readonly anchor: "start" | "middle" | "end";
  /** The width of the text on the page; absent for the natural width of its font. */
  readonly widthPx?: number;
}

/** Marks that are positioned relative to the upper left corner of a box and clipped at its edges. */
export interface GroupMark {
  readonly type: "group";
  readonly box: Box;
  readonly marks: readonly Mark[];
}

/** Something drawn, on a canvas or in an SVG. Marks are drawn in order, later ones on top. */
export type Mark =
  | StepsMark
  | AreaMark
  | RuleMark
  | SegmentMark
  | RectMark
  | DotMark
  | TextMark
  | GroupMark;

/** An image of what a page shows: SVG and canvas draw it alike. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** The CSS font family of all its texts. */
  readonly font: string;
  /** The title and the description are read by screen readers. */
  readonly title: string;
  readonly description: string;
  readonly marks: readonly Mark[];
}

/** The font size of axis labels and notes. */
export const noteSizePx = 11;

/** A thin solid horizontal line, except for the given properties. */
export function ruleMark(
  mark: Pick<RuleMark, "x" | "y" | "length" | "colour"> & Partial<RuleMark>,
): RuleMark {
  return { type: "rule", isUpright: false, width: 1, dash: [], opacity: 1, ...mark };
}

export function rectMark(box: Box, colour: string, opacity = 1): RectMark {
  return { type: "rect", box, colour, opacity };
}

/** Plain text from its start, in the size of notes, except for the given properties. */
export function textMark(
  mark: Pick<TextMark, "text" | "x" | "y" | "colour"> & Partial<TextMark>,
): TextMark {
  return { type: "text", sizePx: noteSizePx, isBold: false, anchor: "start", ...mark };
}

/** The height of a value in pixels of the box. */
export function yOf({ box, values }: PlotScale, value: number): number {
  return box.top + ((values.max - value) / (values.max - values.min)) * box.height;
}
