import { type ChartTheme } from "../../../src/features/chart/page/draw/chartTheme";
import { PlotPane } from "../../../src/features/chart/page/draw/plotPane";
import { type Pane } from "../../../src/features/chart/page/model/pane";
import { type Lines, type Subject, lineColours } from "./subject";

const theme: ChartTheme = {
  background: "#ffffff",
  foreground: "#3b3b3b",
  muted: "#616161",
  grid: "#e5e5e5",
  guide: "#cccccc",
  axis: "#8a8a8a",
  behind: "#8a8a8a",
  cursor: "#616161",
  warning: "#8a6100",
  lines: lineColours,
  inks: lineColours,
  dashes: [[]],
  isHighContrast: false,
  font: "sans-serif",
};

let plot: PlotPane | undefined;

/** One plot of the chart page, without the page around it. */
export const subject: Subject = {
  draw(parent, lines, width, height) {
    const range = { from: lines.days[0] ?? 0, to: lines.days.at(-1) ?? 0 };
    plot = new PlotPane(parent, {
      bounds: () => range,
      onRange: (asked) => plot?.setRange(asked),
      onCursor: () => undefined,
      canPoint: () => false,
      onLine: () => undefined,
    });
    plot.resize(width, height);
    plot.show({ pane: paneOf(lines), range, theme, hasDayLabels: true, rightPx: 0 });
  },
  zoom(from, to) {
    plot?.setRange({ from, to });
  },
};

function paneOf({ days, values }: Lines): Pane {
  return {
    id: "main",
    kind: "main",
    title: "",
    axes: [{ unit: "score", domain: "fit", label: "Score", guides: [] }],
    layers: [],
    lines: values.map((each, index) => ({
      id: `${index}`,
      label: `line ${index}`,
      unit: "score",
      days,
      values: each,
      colour: index,
      dash: 0,
      marks: new Int32Array(),
    })),
  };
}
