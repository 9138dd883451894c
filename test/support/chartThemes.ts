import { type ChartTheme } from "../../src/features/chart/page/draw/chartTheme";

/** Each colour by the name of what it is for. */
export const namedTheme: ChartTheme = {
  background: "background",
  foreground: "foreground",
  muted: "muted",
  grid: "grid",
  guide: "guide",
  axis: "axis",
  behind: "behind",
  cursor: "cursor",
  warning: "warning",
  lines: ["line0", "line1", "line2", "line3", "line4", "line5", "line6", "line7"],
  inks: ["ink0", "ink1", "ink2", "ink3", "ink4", "ink5", "ink6", "ink7"],
  dashes: [[], [7, 4], [2, 3]],
  isHighContrast: false,
  font: "sans-serif",
};
