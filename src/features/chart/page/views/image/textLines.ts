import { blend } from "../../draw/colour";
import { type TextMark, textMark } from "../../draw/marks";
import { type Point } from "../../draw/plotDrawing";
import { computedColour } from "./cssColour";

interface TextLine {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

/** Measures texts in the fonts of a page. */
export class Ruler {
  private readonly context = new OffscreenCanvas(1, 1).getContext("2d");

  widthOf(text: string, font: string): number {
    return this.measured(text, font)?.width ?? 0;
  }

  /** The reach of the font's letters above their baseline and below it. */
  reachOf(font: string): { readonly above: number; readonly below: number } {
    const measured = this.measured("x", font);
    return {
      above: measured?.fontBoundingBoxAscent ?? 0,
      below: measured?.fontBoundingBoxDescent ?? 0,
    };
  }

  private measured(text: string, font: string): TextMetrics | undefined {
    if (this.context === null) return undefined;
    this.context.font = font;
    return this.context.measureText(text);
  }
}

/**
 * The lines of a text of the page, at the positions of the browser.
 *
 * @param ground - The colour behind translucent texts.
 */
export function lineMarks(
  node: Text,
  style: CSSStyleDeclaration,
  origin: Point,
  ruler: Ruler,
  ground: string,
): readonly TextMark[] {
  const { fontWeight, fontSize, fontFamily, textAlign, color } = style;
  const font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const { above, below } = ruler.reachOf(font);
  const colour = blend(computedColour(ground), computedColour(color), 1);
  const limit = rightLimit(node.parentElement);
  return linesOf(node).map((line) => {
    const { text, left, right, top, height } = cutLine(line, limit, font, ruler);
    const anchor = anchorOf(textAlign);
    const x = anchor === "end" ? right : anchor === "middle" ? (left + right) / 2 : left;
    return textMark({
      text,
      x: x - origin.x,
      y: top + baselineIn(height, above, below) - origin.y,
      sizePx: parseFloat(fontSize),
      isBold: Number(fontWeight) >= 600,
      anchor,
      colour,
      widthPx: right - left,
    });
  });
}

/** Browsers round the height of a line above and below its baseline to whole pixels. */
function baselineIn(height: number, above: number, below: number): number {
  const isWhole = Math.abs(Math.round(above) + Math.round(below) - height) < 0.1;
  return isWhole ? Math.round(above) : (height - above - below) / 2 + above;
}

function anchorOf(textAlign: string): TextMark["anchor"] {
  if (textAlign === "right" || textAlign === "end") return "end";
  return textAlign === "center" ? "middle" : "start";
}

/** Joins adjacent words into one line. */
function linesOf(node: Text): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (const { from, to } of piecesOf(node)) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const { left, right, top, width, height } = range.getBoundingClientRect();
    if (width === 0) continue;
    const text = node.data.slice(from, to).replace(/\s+/g, " ");
    lines.push({ text, left, right, top, height });
  }
  return lines;
}

/** The start and end of each line of a text, without blanks around it. */
function piecesOf(node: Text): readonly { readonly from: number; readonly to: number }[] {
  const pieces: { from: number; to: number; top: number }[] = [];
  for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
    for (const part of unbroken(node, index, index + word.length)) {
      const last = pieces.at(-1);
      if (last !== undefined && Math.abs(last.top - part.top) < 1) last.to = part.to;
      else pieces.push(part);
    }
  }
  return pieces;
}

/** A word, or the parts of a word that is broken across lines. */
function unbroken(
  node: Text,
  from: number,
  to: number,
): readonly { from: number; to: number; top: number }[] {
  const range = document.createRange();
  range.setStart(node, from);
  range.setEnd(node, to);
  const [first, ...others] = range.getClientRects();
  if (first === undefined) return [];
  if (others.length === 0) return [{ from, to, top: first.top }];
  return Array.from({ length: to - from }, (_, at) => {
    range.setStart(node, from + at);
    range.setEnd(node, from + at + 1);
    return { from: from + at, to: from + at + 1, top: range.getBoundingClientRect().top };
  });
}

/** The right edge at which the browser cuts a text off with `…`; infinite if it does not. */
function rightLimit(parent: Element | null): number {
  for (let each = parent; each !== null; each = each.parentElement) {
    const { textOverflow, overflowX, paddingRight, display } = getComputedStyle(each);
    if (textOverflow === "ellipsis" && overflowX !== "visible") {
      if (each.scrollWidth <= each.clientWidth) return Number.POSITIVE_INFINITY;
      return each.getBoundingClientRect().right - parseFloat(paddingRight);
    }
    if (!display.startsWith("inline")) break;
  }
  return Number.POSITIVE_INFINITY;
}

function cutLine(line: TextLine, limit: number, font: string, ruler: Ruler): TextLine {
  if (line.right <= limit + 0.5) return line;
  const letters = Array.from(line.text);
  const fits = (): boolean =>
    line.left + ruler.widthOf(`${letters.join("")}…`, font) <= limit || letters.length === 0;
  while (!fits()) letters.pop();
  const text = `${letters.join("").trimEnd()}…`;
  return { ...line, text, right: line.left + ruler.widthOf(text, font) };
}
