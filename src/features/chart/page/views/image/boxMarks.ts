import { blend } from "../../draw/colour";
import { type Box, type Mark, rectMark, ruleMark } from "../../draw/marks";
import { computedColour } from "./cssColour";

const sides = ["Top", "Right", "Bottom", "Left"] as const;

interface Edge {
  readonly width: number;
  readonly style: string;
  readonly colour: string;
  readonly opacity: number;
}

/** The background, the border and the outline of an element or a pseudo-element with this box. */
export function boxMarks(
  box: Box,
  style: CSSStyleDeclaration,
  opacity: number,
  hasOutline: boolean,
): readonly Mark[] {
  if (box.width <= 0 && box.height <= 0) return [];
  const radius = radiusOf(style.borderTopLeftRadius, box);
  const ground = shade(style.backgroundColor, opacity);
  return [
    ...(ground.opacity === 0 || box.width <= 0 || box.height <= 0
      ? []
      : [{ ...rectMark(box, ground.colour, ground.opacity), ...(radius > 0 ? { radius } : {}) }]),
    ...borderMarks(box, style, opacity, radius),
    ...(hasOutline ? outlineMarks(box, style, opacity) : []),
  ];
}

/** An opaque color, and its opacity combined with that of its ancestors. */
export function shade(
  css: string,
  opacity: number,
): { readonly colour: string; readonly opacity: number } {
  const [red, green, blue, own] = computedColour(css);
  const opaque = [red, green, blue, 1] as const;
  return { colour: blend(opaque, opaque, 1), opacity: Math.round(own * opacity * 1000) / 1000 };
}

function borderMarks(
  box: Box,
  style: CSSStyleDeclaration,
  opacity: number,
  radius: number,
): readonly Mark[] {
  const edges = sides.map((side) => edgeOf(style, side, opacity));
  const [first] = edges;
  if (first === undefined || edges.every(({ width }) => width === 0)) return [];
  const isEven = edges.every(
    ({ width, style: line, colour }) =>
      width === first.width && line === "solid" && colour === first.colour,
  );
  if (isEven) {
    const mark = rectMark(box, first.colour, first.opacity);
    return [{ ...mark, edge: first.width, ...(radius > 0 ? { radius } : {}) }];
  }
  return edges.flatMap((edge, index) => edgeMarks(box, edge, index));
}

function edgeOf(style: CSSStyleDeclaration, side: (typeof sides)[number], opacity: number): Edge {
  const line = style[`border${side}Style`];
  const own = shade(style[`border${side}Color`], opacity);
  const isDrawn = line !== "none" && line !== "hidden" && own.opacity > 0;
  return { width: isDrawn ? parseFloat(style[`border${side}Width`]) : 0, style: line, ...own };
}

function edgeMarks(box: Box, edge: Edge, side: number): readonly Mark[] {
  const { width, style, colour, opacity } = edge;
  if (width === 0) return [];
  const isUpright = side % 2 === 1;
  const left = side === 1 ? box.left + box.width - width : box.left;
  const top = side === 2 ? box.top + box.height - width : box.top;
  const length = isUpright ? box.height : box.width;
  if (style === "solid") {
    const size = isUpright ? { width, height: length } : { width: length, height: width };
    return [rectMark({ left, top, ...size }, colour, opacity)];
  }
  const dash = style === "dotted" ? [width, width] : [3 * width, 3 * width];
  return [ruleMark({ x: left, y: top, length, isUpright, colour, width, dash, opacity })];
}

function outlineMarks(box: Box, style: CSSStyleDeclaration, opacity: number): readonly Mark[] {
  const width = parseFloat(style.outlineWidth);
  const { colour, opacity: own } = shade(style.outlineColor, opacity);
  if (style.outlineStyle === "none" || !(width > 0) || own === 0) return [];
  const reach = width + parseFloat(style.outlineOffset);
  const around = {
    left: box.left - reach,
    top: box.top - reach,
    width: box.width + 2 * reach,
    height: box.height + 2 * reach,
  };
  return [{ ...rectMark(around, colour, own), edge: width }];
}

/** The radius in pixels, at most half of the shorter side of the box. */
function radiusOf(css: string, { width, height }: Box): number {
  const given = parseFloat(css);
  if (!(given > 0)) return 0;
  const most = Math.min(width, height) / 2;
  return css.includes("%") ? (given / 100) * Math.min(width, height) : Math.min(given, most);
}
