import { type ChartPart } from "../../protocol";
import { type SeriesSort, type ViewState } from "../../model/viewState";
import { type Day, isoOfDay } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { compareValues, drawnValue } from "../../../../shared/series/observations";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { newestValue, type NewestValue } from "./newest";
import { newestScore } from "./normalised";
import { type DayRange, type Line } from "./pane";
import { changeInSight } from "./panel/variants";
import { isSeveral } from "./series";
import { placeIn, vintagesOf } from "./shownVintages";

/** One row of the table below a chart of several series: a line, or a series that has none. */
export interface SeriesRow {
  /** The id of the part, also while it is hidden; for its further lines, the id of the line. */
  readonly id: string;
  readonly part: ChartPart;
  readonly label: string;
  readonly colour: number;
  readonly dash: number;
  readonly isShown: boolean;
  /** Null while it is hidden, and as long as it has no data. */
  readonly line: Line | null;
  readonly newest: NewestValue | undefined;
}

interface Told {
  readonly parts: readonly ChartPart[];
  readonly view: ChartView;
}

/** The rows of a chart of several series, in its own order; none for any other chart. */
export function seriesRows({ parts, view }: Told): readonly SeriesRow[] {
  if (!isSeveral(parts) || view.panel !== undefined) return [];
  const lines = view.panes.flatMap((pane) => (pane.kind === "difference" ? [] : pane.lines));
  return parts.flatMap((part) => {
    const entry = view.legend.find(({ kind, id }) => kind === "series" && id === part.id);
    if (entry === undefined) return [];
    const { isShown } = entry;
    const own = lines.filter(({ id }) => id.startsWith(`${part.id}/`));
    const row = { part, isShown };
    if (own.length > 0) {
      return own.map((line, place): SeriesRow => {
        const { label, colour, dash } = line;
        return {
          ...row,
          id: place === 0 ? part.id : line.id,
          label,
          colour,
          dash,
          line,
          newest: newestValue(line),
        };
      });
    }
    // In a pane of its own a series has the colour of its column.
    const { colour, dash } = view.isMultiples ? { colour: 0, dash: 0 } : entry;
    return [
      { ...row, id: part.id, label: entry.label, colour, dash, line: null, newest: undefined },
    ];
  });
}

/** The order that a person chose; without a choice by newest value, and vintages from the newest as-of. */
export function sortIn({ seriesSort }: ViewState, parts: readonly ChartPart[]): SeriesSort {
  const by = vintagesOf(parts) === undefined ? "newest" : "name";
  return seriesSort ?? { by, isAscending: false };
}

/**
 * The rows in an order; those without a value come last, and equal ones stay in the order of the chart.
 *
 * @param day - The day of the crosshair; null without one.
 */
export function sortedRows(
  rows: readonly SeriesRow[],
  { by, isAscending }: SeriesSort,
  { day, range }: { readonly day: Day | null; readonly range: DayRange },
): readonly SeriesRow[] {
  if (by === "name") {
    const vintages = vintagesOf([...new Set(rows.map(({ part }) => part))]);
    if (vintages !== undefined)
      return rowsBy(rows, ({ part }) => placeIn(vintages, part), isAscending);
    const sign = isAscending ? 1 : -1;
    return rows.toSorted((one, other) => sign * one.label.localeCompare(other.label));
  }
  const keyOf = ({ line, newest }: SeriesRow): number => {
    if (line === null) return Number.NaN;
    if (by === "newest") return newest?.value ?? Number.NaN;
    if (by === "distance") return Math.abs(newestScore(line));
    if (by === "percentile") return newest?.percentile ?? Number.NaN;
    return by === "change" ? changeInSight(line, range) : valueAt(line, day);
  };
  return rowsBy(rows, keyOf, isAscending);
}

/** Those without a key come last. */
function rowsBy(
  rows: readonly SeriesRow[],
  keyOf: (row: SeriesRow) => number,
  isAscending: boolean,
): readonly SeriesRow[] {
  const keys = new Map(rows.map((row) => [row, keyOf(row)]));
  return rows.toSorted((one, other) => {
    const [a = Number.NaN, b = Number.NaN] = [keys.get(one), keys.get(other)];
    return compareValues(a, b, isAscending);
  });
}

function valueAt(line: Line, day: Day | null): number {
  return day === null ? Number.NaN : drawnValue(line, day);
}

/** `+1.23`; empty for a series without a line, and without a day. */
export function rowTextAt({ line }: SeriesRow, day: Day | null): string {
  return line === null || day === null ? "" : formatValue(line.unit, drawnValue(line, day));
}

/** `−1.60`; empty for a series without a line. */
export function rowChangeText({ line }: SeriesRow, range: DayRange): string {
  return line === null ? "" : formatChange(line.unit, changeInSight(line, range));
}

/** The z-score of the newest value, `+1.85 σ`; empty for a series without a line. */
export function rowScoreText({ line }: SeriesRow): string {
  return line === null ? "" : formatValue("deviations", newestScore(line));
}

/** `Percentile since 1990`; without the year if the histories begin in different years. */
export function percentileHeading(rows: readonly SeriesRow[]): string {
  const years = rows.flatMap(({ line }) => {
    const [first] = (line?.served ?? line)?.days ?? [];
    return first === undefined ? [] : [isoOfDay(first).slice(0, 4)];
  });
  const [year, ...others] = new Set(years);
  if (year === undefined || others.length > 0) return t("Percentile");
  return t("Percentile since {0}", year);
}

/** The ids of the lines in the statistics, in the order of the rows. */
export function rowOrder(told: Told & { readonly state: ViewState }): readonly string[] {
  const { pins } = told.state;
  const at = { day: pins.at(-1) ?? null, range: told.view.range };
  return sortedRows(seriesRows(told), sortIn(told.state, told.parts), at).map(
    ({ id, line }) => line?.id ?? id,
  );
}
