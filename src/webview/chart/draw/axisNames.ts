import { type Axis } from "../model/pane";
import { type ChartTheme } from "./chartTheme";

/** How high the names of axes are, in pixels of the page. */
export const axisNamesPx = 16;

/** What the axes of a plot measure, for the space above its inside: the first at the left, a second at the right. */
export function axisNames({
  axes,
  theme,
}: {
  readonly axes: readonly Axis[];
  readonly theme: ChartTheme;
}): HTMLElement {
  const names = document.createElement("div");
  Object.assign(names.style, {
    position: "absolute",
    inset: `auto 0 100%`,
    display: "flex",
    justifyContent: "space-between",
    font: `11px/${axisNamesPx}px ${theme.font}`,
    color: theme.muted,
    overflow: "hidden",
    whiteSpace: "nowrap",
    pointerEvents: "none",
  });
  for (const { label } of axes) {
    const name = document.createElement("span");
    name.textContent = label;
    names.append(name);
  }
  return names;
}
