import { type ChartTheme } from "../draw/chartTheme";

const svg = "http://www.w3.org/2000/svg";

/** How a line or an area is drawn. */
export interface SwatchStyle {
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
}

/** A sample of a line or an area, as the plot draws it. */
export function swatch(
  { swatch: kind, colour, dash }: SwatchStyle,
  theme: ChartTheme,
): SVGSVGElement {
  const picture = document.createElementNS(svg, "svg");
  const width = kind === "area" ? 12 : 20;
  const stroke = theme.lines[colour % theme.lines.length] ?? theme.foreground;
  for (const [name, value] of Object.entries({
    class: `swatch swatch-${kind}`,
    viewBox: `0 0 ${width} 12`,
    width: String(width),
    height: "12",
    preserveAspectRatio: "xMinYMid slice",
    "aria-hidden": "true",
  })) {
    picture.setAttribute(name, value);
  }
  const mark = document.createElementNS(svg, "path");
  const isArea = kind === "area";
  mark.setAttribute("d", isArea ? "M1 1h10v10H1z" : `M0 6h${width}`);
  mark.setAttribute("fill", isArea ? stroke : "none");
  mark.setAttribute("stroke", stroke);
  mark.setAttribute("stroke-width", isArea ? "0" : "2");
  if (!isArea) mark.setAttribute("stroke-dasharray", dashOf(dash, theme));
  if (kind !== "none") picture.append(mark);
  return picture;
}

function dashOf(dash: number, theme: ChartTheme): string {
  return (theme.dashes[dash % theme.dashes.length] ?? []).join(" ");
}
