import { type Unit } from "../../../shared/chart/chartProtocol";
import { type ViewState } from "../../../shared/chart/viewState";
import { axesOf } from "./axes";
import { forecastLine } from "./forecastPanes";
import { type Line, type Pane } from "./pane";
import { isAlone, type LoadedSeries, type Series } from "./series";
import { signalLines } from "./signalPanes";

/** More than these in one pane nobody can tell apart. */
const maxInOnePane = 4;

const units: readonly Unit[] = ["score", "fraction"];

/** Whether the series that are shown stand in panes of their own; told before their data have come, so nothing jumps. */
export function areMultiples(all: readonly Series[]): boolean {
  return !isAlone(all) && all.filter(({ isShown }) => isShown).length > maxInOnePane;
}

/**
 * One pane for each part that is shown, with what is compared with it; empty until its data have come. All panes have
 * one scale for each unit: what is higher on the screen is greater.
 */
export function multiplePanes(
  all: readonly Series[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
): readonly Pane[] {
  const panes = all
    .filter(({ part, isShown }) => part.role === "part" && isShown)
    .map(({ part, base }) => ({
      part,
      lines: loaded
        .filter((each) => each.base === base)
        .flatMap((each) => linesOf(each, all, state)),
    }));
  const allLines = panes.flatMap(({ lines }) => lines);
  // One array for all panes: what it spans is looked up once.
  const byUnit = new Map(
    units.map((unit) => [unit, allLines.filter((line) => line.unit === unit)]),
  );
  return panes.map(({ part, lines }) => ({
    id: part.id,
    kind: "multiple",
    title: part.title,
    axes: axesOf(lines, state.axis).map((axis) => ({
      ...axis,
      rangedWith: byUnit.get(axis.unit) ?? [],
    })),
    layers: [],
    lines,
  }));
}

function linesOf(series: LoadedSeries, all: readonly Series[], state: ViewState): readonly Line[] {
  if (series.part.family === "signal") return signalLines(series, all, state, "column");
  const line = forecastLine(series, state, 0);
  return line === undefined ? [] : [line];
}
