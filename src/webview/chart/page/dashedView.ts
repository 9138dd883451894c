import { type ChartTheme } from "../draw/chartTheme";
import { type ChartView } from "../model/chartView";

interface Drawn {
  readonly colour: number;
  readonly dash: number;
}

/** In high contrast each colour has a dash as well: who sees no colours tells lines apart by it. */
export function dashedView(view: ChartView, theme: ChartTheme): ChartView {
  if (!theme.isHighContrast) return view;
  const dashed = <T extends Drawn>(drawn: T): T => ({
    ...drawn,
    dash: (drawn.colour + 3 * drawn.dash) % theme.dashes.length,
  });
  return {
    ...view,
    legend: view.legend.map(dashed),
    panes: view.panes.map((pane) => ({ ...pane, lines: pane.lines.map(dashed) })),
  };
}
