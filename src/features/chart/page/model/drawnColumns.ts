import { type Layer, type Line, mutedColour, type Drawn } from "./pane";

/**
 * Lists the lines and layers of a chart: of each pane the lines, then the layers. One that is in several panes appears
 * once. Lines that others are compared with come last.
 */
export function drawnColumns({ panes }: Drawn): readonly (Line | Layer)[] {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  const isOwn = ({ colour }: Line | Layer): boolean => colour !== mutedColour;
  const sorted = [...drawn.filter(isOwn), ...drawn.filter((column) => !isOwn(column))];
  return [...new Map(sorted.map((column) => [column.id, column])).values()];
}
