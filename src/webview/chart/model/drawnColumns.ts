import { type ChartView } from "./chartView";
import { type Layer, type Line } from "./pane";

/** What is drawn, as columns of numbers: of each pane the lines, then the layers; what stands in several panes once. */
export function drawnColumns({ panes }: Pick<ChartView, "panes">): readonly (Line | Layer)[] {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  return [...new Map(drawn.map((column) => [column.id, column])).values()];
}
