import { type ChartTheme } from "../draw/chartTheme";
import { totalColour, vintageStrength } from "../model/pane";
import { areaOpacity, lineColour, lineDash, lineWidth } from "../draw/plotStyle";
import { svgShape } from "../../../../ui/svgShape";

/** The style of a line or an area. */
export interface SwatchStyle {
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
  readonly tint?: number;
}

/** A sample of a line or an area, as the plot draws it. */
export function swatch(
  { swatch: kind, colour, dash, tint }: SwatchStyle,
  theme: ChartTheme,
): SVGSVGElement {
  const isSlim = theme.isHighContrast && vintageStrength(colour) !== undefined;
  const dashes = lineDash(theme, { colour, dash });
  // A total stays a line, to differ from its parts.
  const isSolid = kind === "line" && colour !== totalColour && !isSlim && dashes.length === 0;
  const picture = svgShape("svg", {
    class: `swatch swatch-${kind}${isSolid ? " swatch-solid" : ""}`,
    preserveAspectRatio: "none",
    viewBox: "0 0 20 12",
    width: 20,
    height: 12,
    "aria-hidden": "true",
  });
  const own = lineColour(theme, colour);
  picture.style.setProperty("--own", own);
  const line = (stroke: string): SVGElement =>
    svgShape("line", {
      x2: 20,
      y1: 6,
      y2: 6,
      stroke,
      "stroke-width": isSlim ? lineWidth(theme, colour) : 2,
      "stroke-dasharray": dashes.join(" "),
    });
  if (kind === "line") picture.append(line(own));
  if (kind !== "area") return picture;
  picture.append(
    svgShape("rect", {
      y: 1,
      width: 20,
      height: 10,
      fill: own,
      "fill-opacity": areaOpacity(theme, tint),
    }),
  );
  // In high contrast, its edge tells a layer from others.
  if (theme.isHighContrast) picture.append(line(theme.background));
  return picture;
}
