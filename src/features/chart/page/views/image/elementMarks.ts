import { type Box, type GroupMark, type Mark, rectMark, ruleMark } from "../../draw/marks";
import { marksOnCanvas } from "../../draw/pageCanvas";
import { type Point } from "../../draw/plotDrawing";
import { boxMarks, shade } from "./boxMarks";
import { lineMarks, type Ruler } from "./textLines";

/** The parameters of reading a page, the same for all of its elements. */
export interface Reading {
  /** The point of the window to which all positions are relative. */
  readonly origin: Point;
  readonly ruler: Ruler;
  readonly ground: string;
  /** Drawn pixels of a canvas per CSS pixel. */
  readonly ratio: number;
  /** The vertical extent in which rows of a scrolling table are visible; absent outside of such a table. */
  readonly rows?: { readonly top: number; readonly bottom: number };
}

/** The marks of an element and its descendants, in the browser's painting order. */
export function elementMarks(element: Element, reading: Reading, opacity = 1): readonly Mark[] {
  const style = getComputedStyle(element);
  const faded = opacity * Number(style.opacity);
  const isUnseen = style.display === "none" || style.clipPath !== "none" || faded === 0;
  if (isUnseen) return [];
  const box = boxOf(element, reading);
  if (isCutRow(element, box, reading)) return [];
  // A focus ring has no meaning in an image.
  const hasOutline = !element.matches(":focus-visible");
  const isVisible = style.visibility === "visible";
  const own = isVisible ? boxMarks(box, style, faded, hasOutline) : [];
  if (element instanceof SVGSVGElement) return [...own, ...shapeMarks(element, reading, faded)];
  if (element instanceof HTMLCanvasElement) {
    const marks = isVisible ? marksOnCanvas(element, reading.ratio) : [];
    return marks.length === 0 ? own : [...own, groupOf(box, marks)];
  }
  const isCut = isCutOff(element, style);
  const within = isCut ? { ...reading, rows: rowsIn(element, box, reading) } : reading;
  const inside = [
    ...pseudoMarks(element, box, faded),
    ...stacked(element).flatMap((child) =>
      child instanceof Text
        ? isVisible
          ? textMarks(child, style, reading)
          : []
        : elementMarks(child, within, faded),
    ),
  ];
  return [...own, ...(isCut ? [clipped(inside, box)] : inside)];
}

function boxOf(element: Element, { origin }: Reading): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left - origin.x, top: top - origin.y, width, height };
}

function textMarks(node: Text, style: CSSStyleDeclaration, reading: Reading): readonly Mark[] {
  const { origin, ruler, ground } = reading;
  return lineMarks(node, style, origin, ruler, ground);
}

/** The child elements and texts, ordered by `z-index`. */
function stacked(element: Element): readonly (Element | Text)[] {
  const children = [...element.childNodes].flatMap((node) =>
    node instanceof Element || node instanceof Text ? [{ node, place: placeOf(node) }] : [],
  );
  return children.toSorted((one, other) => one.place - other.place).map(({ node }) => node);
}

function placeOf(node: Element | Text): number {
  if (node instanceof Text) return 0;
  const { position, zIndex } = getComputedStyle(node);
  return position === "static" || zIndex === "auto" ? 0 : Number(zIndex);
}

/** The `::before` pseudo-element, if it is a frame or a line over the element. */
function pseudoMarks(element: Element, { left, top }: Box, opacity: number): readonly Mark[] {
  const style = getComputedStyle(element, "::before");
  if (style.content === "none" || style.position !== "absolute") return [];
  const [x, y] = [style.left, style.top].map(parseFloat);
  const [width, height] = [style.width, style.height].map(parseFloat);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return [];
  const box = { left: left + x, top: top + y, width, height };
  return boxMarks(box, style, opacity * Number(style.opacity), false);
}

function isCutOff(
  element: Element,
  { overflowX, overflowY, textOverflow }: CSSStyleDeclaration,
): boolean {
  // A text with an ellipsis is already cut.
  if (textOverflow === "ellipsis" || (overflowX === "visible" && overflowY === "visible"))
    return false;
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  return scrollWidth > clientWidth || scrollHeight > clientHeight;
}

/** The rows of a table scroll below its head. */
function rowsIn(
  element: Element,
  { top, height }: Box,
  reading: Reading,
): NonNullable<Reading["rows"]> {
  const head = element.querySelector("thead tr");
  const headBox = head === null ? undefined : boxOf(head, reading);
  const from = headBox === undefined ? top : Math.max(top, headBox.top + headBox.height);
  return { top: from, bottom: top + height };
}

/** A partly visible row is left out: a number cut in half can be read as another one. */
function isCutRow(element: Element, { top, height }: Box, { rows }: Reading): boolean {
  if (rows === undefined || !element.matches("tbody > tr")) return false;
  return top < rows.top - cutPx || top + height > rows.bottom + cutPx;
}

/** The space above and below the letters of a row. */
const cutPx = 3;

function groupOf(box: Box, marks: readonly Mark[]): GroupMark {
  return { type: "group", box, marks };
}

/** Clips marks to a box. */
export function clipped(marks: readonly Mark[], box: Box): GroupMark {
  // Their positions are still relative to the upper left corner of the page.
  const back = {
    left: -box.left,
    top: -box.top,
    width: box.left + box.width,
    height: box.top + box.height,
  };
  return groupOf(box, [groupOf(back, marks)]);
}

/** Lines and rectangles of a drawing in the page. */
function shapeMarks(svg: SVGSVGElement, reading: Reading, opacity: number): readonly Mark[] {
  return [...svg.children].flatMap((shape) => {
    const style = getComputedStyle(shape);
    const isShown = style.display !== "none" && style.visibility === "visible";
    const faded = opacity * Number(style.opacity);
    if (!isShown || faded === 0 || !(shape instanceof SVGGeometryElement)) return [];
    if (shape instanceof SVGLineElement) return straightMarks(shape, style, reading, faded);
    return shape instanceof SVGRectElement ? filledMarks(shape, style, reading, faded) : [];
  });
}

function filledMarks(
  shape: SVGRectElement,
  style: CSSStyleDeclaration,
  reading: Reading,
  opacity: number,
): readonly Mark[] {
  const box = placeIn(shape, reading);
  const fill = paintOf(style.fill, opacity * Number(style.fillOpacity));
  const stroke = paintOf(style.stroke, opacity * Number(style.strokeOpacity));
  const width = parseFloat(style.strokeWidth);
  // SVG centers a stroke on the edge.
  const around = {
    left: box.left - width / 2,
    top: box.top - width / 2,
    width: box.width + width,
    height: box.height + width,
  };
  return [
    ...(fill === undefined ? [] : [rectMark(box, fill.colour, fill.opacity)]),
    ...(stroke === undefined
      ? []
      : [{ ...rectMark(around, stroke.colour, stroke.opacity), edge: width }]),
  ];
}

function straightMarks(
  shape: SVGLineElement,
  style: CSSStyleDeclaration,
  reading: Reading,
  opacity: number,
): readonly Mark[] {
  const stroke = paintOf(style.stroke, opacity * Number(style.strokeOpacity));
  if (stroke === undefined) return [];
  const { left: x, top: y, width: across, height: down } = placeIn(shape, reading);
  const isUpright = down > across;
  const dash = (style.strokeDasharray.match(/[\d.]+/g) ?? []).map(Number);
  const width = parseFloat(style.strokeWidth);
  return [ruleMark({ x, y, length: isUpright ? down : across, isUpright, width, dash, ...stroke })];
}

function paintOf(css: string, opacity: number): ReturnType<typeof shade> | undefined {
  if (css === "none" || css === "") return undefined;
  const paint = shade(css, opacity);
  return paint.opacity === 0 ? undefined : paint;
}

/** The box of a shape as the browser draws it, without its stroke. */
function placeIn(shape: SVGGeometryElement, { origin }: Reading): Box {
  const { x, y, width, height } = shape.getBBox();
  const matrix = shape.getScreenCTM() ?? new DOMMatrix();
  const from = new DOMPoint(x, y).matrixTransform(matrix);
  const to = new DOMPoint(x + width, y + height).matrixTransform(matrix);
  return {
    left: from.x - origin.x,
    top: from.y - origin.y,
    width: to.x - from.x,
    height: to.y - from.y,
  };
}
