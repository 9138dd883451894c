import { type ColumnExtremes } from "./columnExtremes";
import {
  type AreaMark,
  type GroupMark,
  type Mark,
  type Picture,
  type PlotScale,
  type RectMark,
  type RuleMark,
  type StepsMark,
  type TextMark,
  yOf,
} from "./marks";
import { type Pen, traceArea, traceSteps } from "./trace";

/** Corners of one unbroken piece in pixels: x, y, x, y, … */
type Run = readonly number[];

/** Writes a picture as a document of SVG 1.1 without scripts, style sheets or external references. */
export function svgOf(picture: Picture): string {
  const { width, height, background, font, title, description, marks } = picture;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escaped(font)}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${escaped(background)}"/>`,
    ...marks.map(elementOf),
    `</svg>\n`,
  ].join("\n");
}

function elementOf(mark: Mark): string {
  switch (mark.type) {
    case "steps":
      return stepsOf(mark);
    case "area":
      return areaOf(mark);
    case "rule":
      return ruleOf(mark);
    case "rect":
      return rectOf(mark);
    case "segment": {
      const [x, y, endX, endY] = [mark.x, mark.y, mark.endX, mark.endY].map(hundredths);
      return strokeOf(`M${x} ${y}L${endX} ${endY}`, mark.colour, 1, [], "butt");
    }
    case "dot": {
      const [x, y] = [mark.x, mark.y].map(hundredths);
      return `<circle cx="${x}" cy="${y}" r="${mark.radius}" fill="${escaped(mark.colour)}"/>`;
    }
    case "text":
      return textOf(mark);
    case "group":
      return groupOf(mark);
  }
}

/** A nested `svg` element clips its content. */
function groupOf({ box, marks }: GroupMark): string {
  const [x, y, width, height] = [box.left, box.top, box.width, box.height].map(hundredths);
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return [`<svg ${place} overflow="hidden">`, ...marks.map(elementOf), "</svg>"].join("\n");
}

function stepsOf({ scale, extremes, colour, width, dash, casing }: StepsMark): string {
  const pen = new RunPen(scale, extremes.min.length);
  traceSteps(extremes, pen);
  const path = pathOf(pen.runs);
  const line = strokeOf(path, colour, width, dash);
  if (casing.width === 0) return line;
  return `${strokeOf(path, casing.colour, width + 2 * casing.width, [])}\n${line}`;
}

function ruleOf({ x, y, length, isUpright, colour, width, dash, opacity }: RuleMark): string {
  const path = `M${hundredths(x)} ${hundredths(y)}${isUpright ? "v" : "h"}${hundredths(length)}`;
  return strokeOf(path, colour, width, dash, "butt", opacity);
}

/** The ends of solid lines are square, so that pieces of one point are visible. */
function strokeOf(
  path: string,
  colour: string,
  width: number,
  dash: readonly number[],
  cap = "square",
  opacity = 1,
): string {
  const pattern = dash.length === 0 ? "" : ` stroke-dasharray="${dash.join(" ")}"`;
  const ends = dash.length === 0 && cap !== "butt" ? ` stroke-linecap="${cap}"` : "";
  const faded = opacity === 1 ? "" : ` stroke-opacity="${opacity}"`;
  const stroke = `stroke="${escaped(colour)}" stroke-width="${width}"${faded}`;
  return `<path d="${path}" fill="none" ${stroke}${pattern}${ends}/>`;
}

function areaOf({ scale, lower, upper, ground, colour, opacity }: AreaMark): string {
  const path = pathOf(areaRuns(scale, lower, upper), "Z");
  return [
    `<path d="${path}" fill="${escaped(ground)}"/>`,
    `<path d="${path}" fill="${escaped(colour)}"${opacityOf(opacity)}/>`,
  ].join("\n");
}

function rectOf({ box, colour, opacity, radius = 0, edge = 0 }: RectMark): string {
  // SVG centers a stroke on its line.
  const [x, y] = [box.left + edge / 2, box.top + edge / 2].map(hundredths);
  const [width, height] = [box.width - edge, box.height - edge].map(hundredths);
  const corners = radius === 0 ? "" : ` rx="${hundredths(radius)}"`;
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"${corners}`;
  if (edge === 0) return `<rect ${place} fill="${escaped(colour)}"${opacityOf(opacity)}/>`;
  const faded = opacity === 1 ? "" : ` stroke-opacity="${opacity}"`;
  const stroke = `stroke="${escaped(colour)}" stroke-width="${hundredths(edge)}"${faded}`;
  return `<rect ${place} fill="none" ${stroke}/>`;
}

function opacityOf(opacity: number): string {
  return opacity === 1 ? "" : ` fill-opacity="${opacity}"`;
}

/** Includes the width, if it is known, so that the text also fits when it is drawn in another font. */
function textOf({ text, x, y, sizePx, colour, isBold, anchor, widthPx = 0 }: TextMark): string {
  const weight = isBold ? ` font-weight="600"` : "";
  const start = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const place = `x="${hundredths(x)}" y="${hundredths(y)}" font-size="${sizePx}"`;
  const length =
    widthPx === 0 ? "" : ` textLength="${hundredths(widthPx)}" lengthAdjust="spacingAndGlyphs"`;
  const style = `fill="${escaped(colour)}"${weight}${start}${length}`;
  return `<text ${place} ${style}>${escaped(text)}</text>`;
}

/** One run around each piece of an area between gaps. */
function areaRuns(scale: PlotScale, lower: ColumnExtremes, upper: ColumnExtremes): readonly Run[] {
  const xOf = columnsOn(scale, lower.min.length);
  const pieces: { above: number[]; below: number[]; end: number }[] = [];
  traceArea(lower, upper, (column, columnEnd, low, high) => {
    let piece = pieces.at(-1);
    if (piece?.end !== column) {
      piece = { above: [], below: [], end: column };
      pieces.push(piece);
    }
    for (const x of [xOf(column), xOf(columnEnd)]) {
      addCorner(piece.above, x, yOf(scale, high));
      addCorner(piece.below, x, yOf(scale, low));
    }
    piece.end = columnEnd;
  });
  return pieces.map(({ above, below }) => [...above, ...reversed(below)]);
}

function reversed(run: Run): Run {
  const back: number[] = [];
  for (let at = run.length - 2; at >= 0; at -= 2) back.push(run[at] ?? 0, run[at + 1] ?? 0);
  return back;
}

/** Returns a function to the left edge of a column of a reduction. */
function columnsOn({ box }: PlotScale, columns: number): (column: number) => number {
  return (column) => box.left + (column / columns) * box.width;
}

/** Collects the corners of a line, in the middle of their columns, in one run for each piece between gaps. */
class RunPen implements Pen {
  readonly runs: number[][] = [];
  private readonly xOf: (column: number) => number;

  constructor(
    private readonly scale: PlotScale,
    columns: number,
  ) {
    this.xOf = columnsOn(scale, columns);
  }

  moveTo(column: number, value: number): void {
    this.runs.push([]);
    this.lineTo(column, value);
  }

  lineTo(column: number, value: number): void {
    const run = this.runs.at(-1) ?? [];
    addCorner(run, this.xOf(column + 0.5), yOf(this.scale, value));
  }
}

/** Adds a corner, rounded to a hundredth of a pixel, without repeated corners and corners on a level line. */
function addCorner(run: number[], exactX: number, exactY: number): void {
  const [x, y] = [hundredths(exactX), hundredths(exactY)];
  const [beforeX, beforeY] = run.slice(-2);
  if (x === beforeX && y === beforeY) return;
  const isLevel = run.length >= 4 && y === beforeY && y === run.at(-3);
  if (isLevel) run.splice(-2);
  run.push(x, y);
}

/** A run of one point is drawn as its cap. */
function pathOf(runs: readonly Run[], end = ""): string {
  return runs.map((run) => `M${run.join(" ")}${run.length === 2 ? "h0" : end}`).join("");
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Escapes text for content and quoted attributes; characters that XML 1.0 does not allow become U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
