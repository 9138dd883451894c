import { type ChartView } from "./chartView";
import { type Layer, type Line, mutedColour } from "./pane";

/**
 * What is drawn, as columns of numbers: of each pane the lines, then the layers; what stands in several panes once, and
 * what others are compared with behind all that has a pane of its own.
 */
export function drawnColumns({ panes }: Pick<ChartView, "panes">): readonly (Line | Layer)[] {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  const isOwn = ({ colour }: Line | Layer): boolean => colour !== mutedColour;
  const sorted = [...drawn.filter(isOwn), ...drawn.filter((column) => !isOwn(column))];
  return [...new Map(sorted.map((column) => [column.id, column])).values()];
}
