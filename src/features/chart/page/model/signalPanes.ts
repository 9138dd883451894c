import { type ChartColumn } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import { type Line } from "./pane";
import {
  type LoadedSeries,
  comparedColour,
  dashOfRole,
  isAlone,
  isComparison,
  lastingName,
  lineOf,
  nameAmong,
  orderedColumns,
  type ShownSeries,
  seriesStyle,
  shownColumns,
  type LineNames,
} from "./series";
import { differsInVintage, isSameButForVintage } from "./shownVintages";

/** Whether colours tell columns apart, as in a pane of one signal, or series. */
export type ColouredBy = "column" | "series";

/**
 * The shown columns of a signal as lines. A series compared with a signal that is alone has its own colour, in other
 * charts the same colours and other dashes. If colours tell series apart, dashes tell their columns apart.
 */
export function signalLines(
  series: LoadedSeries,
  all: readonly ShownSeries[],
  state: ViewState,
  colouredBy: ColouredBy = isAlone(all) ? "column" : "series",
): readonly Line[] {
  const columns = shownColumns(series.data, state);
  const ordered = orderedColumns(series.data);
  const role = dashOfRole(series);
  return columns.map((column, place) => {
    const style = isComparison(all, state)
      ? { colour: comparedColour(series, all), dash: 0 }
      : colouredBy === "column"
        ? { colour: ordered.indexOf(column), dash: role }
        : seriesStyle(series, all, { columns: columns.length, place });
    const line = lineOf(series, column, { ...style, ...namesOf(series, column, all, columns) });
    const first = firstVintage(series, column, all);
    return first === undefined ? line : { ...line, scoredBy: first };
  });
}

/** Finds the column of the same name in the first kind and as-of of a series; undefined if this is the first. */
function firstVintage(
  series: LoadedSeries,
  { name }: ChartColumn,
  all: readonly ShownSeries[],
): Line["scoredBy"] {
  const { part } = series;
  const first = all.find((each) => each.part.data !== null && isSameButForVintage(each.part, part));
  const data = first?.part.data ?? null;
  if (first === undefined || data === null || !differsInVintage(first.part, part)) return undefined;
  const values = data.columns.find((column) => column.name === name)?.values;
  return values && { days: data.days, values };
}

/** The label tells the line from every other: by the column, the series, or both. The heading always has the column. */
function namesOf(
  series: ShownSeries,
  column: ChartColumn,
  all: readonly ShownSeries[],
  columns: readonly ChartColumn[],
): LineNames {
  if (all.length === 1) return { label: column.label };
  const name = nameAmong(series, all);
  const heading = `${lastingName(series, all)} ${column.label}`;
  return { label: columns.length === 1 ? name : `${name} ${column.label}`, heading };
}
