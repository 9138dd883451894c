import { type ShownUnit } from "../../../../shared/series/numberText";
import { type ChartPart } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import {
  drawnRow,
  drawnValue,
  lastKnownRow,
  standingRow,
} from "../../../../shared/series/observations";
import { observationAt, percentileToDate } from "../../../../shared/series/nativeStep";
import { type ChartView } from "./chartView";
import { observedOf } from "./observed";
import { type Layer, type Line, type Pane, type Drawn } from "./pane";
import { placeIn, vintagesOf } from "./shownVintages";

/** The value of one series at the crosshair. */
export interface ReadoutRow {
  readonly id: string;
  readonly label: string;
  readonly unit: ShownUnit;
  /** `none` for a difference, whose colours show the sign. */
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
  /** As {@link Layer.tint}; 1 for a line. */
  readonly tint: number;
  /** The day of the value at the crosshair; null before the first and after the last day. */
  readonly day: Day | null;
  /** NaN is no value. */
  readonly value: number;
  /** `+1.23`, `5.12 %`; a dash for no value. */
  readonly text: string;
  /** Whether the parts of the row do not add up. */
  readonly isMarked: boolean;
}

/** The values of all lines and layers of a chart on a day, in the order of its panes. */
export function readoutAt(view: Drawn, day: Day): readonly ReadoutRow[] {
  return view.panes.flatMap((pane) => [
    ...pane.lines.map((line) => rowOf(pane, line, day)),
    ...pane.layers.map((layer) => rowOf(pane, layer, day)),
  ]);
}

/** One row of the card beside the crosshair. */
export interface CardRow extends ReadoutRow {
  /** The change from the previous observation, `+0.12`; empty without one. */
  readonly change: string;
  /**
   * The percentile of the value among the observations up to it, in whole percent; NaN without a value, and for
   * differences.
   */
  readonly percentile: number;
}

/** The rows of the card at a day, or for null at the newest value of each series. */
export function cardRows(view: Drawn, day: Day | null): readonly CardRow[] {
  return view.panes.flatMap((pane) =>
    [...pane.lines, ...pane.layers].map((shown) => {
      const newest = shown.days[lastKnownRow(shown.values)];
      const row = rowOf(pane, shown, day ?? newest ?? 0);
      const { observed } = observedOf(shown);
      const { days } = ("served" in shown ? shown.served : undefined) ?? shown;
      const at = Number.isNaN(row.value)
        ? -1
        : observationAt(observed, drawnRow(days, day ?? newest ?? 0));
      const [own, previous] = [at, at - 1].map((each) => {
        const observedOn = days[observed.rows[each] ?? -1];
        return observedOn === undefined ? Number.NaN : drawnValue(shown, observedOn);
      });
      const change = (own ?? Number.NaN) - (previous ?? Number.NaN);
      return {
        ...row,
        change: Number.isNaN(change) ? "" : formatChange(row.unit, change),
        // A percentile of differences has no meaning.
        percentile:
          at < 0 || pane.kind === "difference"
            ? Number.NaN
            : (wholePercentile(shown, day) ?? percentileToDate(observed, at)),
      };
    }),
  );
}

/** The percentile of a line's newest value among all rows of the series; null for any other day. */
function wholePercentile(shown: Line | Layer, day: Day | null): number | null {
  return day === null && "percentile" in shown ? (shown.percentile ?? null) : null;
}

/** Sorts the rows of a chart of several series: vintages from the newest as-of, as in their table, others by value. */
export function inCardOrder<T extends ReadoutRow>(
  rows: readonly T[],
  parts: readonly ChartPart[],
): readonly T[] {
  const vintages = vintagesOf(parts);
  if (vintages === undefined) return inLineOrder(rows);
  // Those of the other kind, and differences, come last.
  const placeOf = ({ id }: T): number => {
    const part = parts.find((each) => id.startsWith(`${each.id}/`));
    const place = part === undefined ? Number.NaN : placeIn(vintages, part);
    return Number.isNaN(place) ? -1 : place;
  };
  return rows.toSorted((one, other) => placeOf(other) - placeOf(one));
}

/**
 * Sorts rows by descending value, as the lines are at the crosshair, within each unit; differences form groups of their
 * own.
 */
function inLineOrder<T extends ReadoutRow>(rows: readonly T[]): readonly T[] {
  const groupOf = ({ unit, swatch }: T): string => `${swatch} ${unit}`;
  const keyOf = ({ value }: T): number => (Number.isNaN(value) ? -Number.MAX_VALUE : value);
  return [...new Set(rows.map(groupOf))].flatMap((group) =>
    rows
      .filter((row) => groupOf(row) === group)
      .toSorted((one, other) => keyOf(other) - keyOf(one)),
  );
}

/**
 * The rows of {@link readoutAt} that are announced to screen readers: among many small panes, only the highlighted
 * variant's.
 */
export function spokenRows(
  { view, state }: { readonly view: ChartView; readonly state: ViewState },
  day: Day,
): readonly ReadoutRow[] {
  const rows = readoutAt(view, day);
  if (view.panel?.full !== null) return rows;
  return rows.filter(({ id }) => id.startsWith(`${state.highlighted}/`)).slice(0, 1);
}

/** The values of a series on two days. */
export interface PinnedRow {
  readonly shown: ReadoutRow;
  readonly from: string;
  readonly to: string;
  /** `to − from`; a dash if either has no value. */
  readonly difference: string;
  readonly slopePerYear: string;
}

const daysPerYear = 365.25;

/** The values of all lines and layers on two days, of which the first is the earlier. */
export function pinnedRows(view: Drawn, [from, to]: readonly [Day, Day]): readonly PinnedRow[] {
  return view.panes.flatMap((pane) =>
    [...pane.lines, ...pane.layers].map((shown) => {
      const [first, second] = [rowOf(pane, shown, from), rowOf(pane, shown, to)];
      const difference = second.value - first.value;
      const { unit } = shown;
      return {
        shown: second,
        from: first.text,
        to: second.text,
        difference: formatChange(unit, difference),
        slopePerYear: formatChange(unit, (difference / (to - from)) * daysPerYear),
      };
    }),
  );
}

function rowOf(pane: Pane, shown: Line | Layer, at: Day): ReadoutRow {
  const { id, label, unit, days, values, colour, dash } = shown;
  const isLine = "marks" in shown;
  const row = drawnRow(days, at);
  const value = values[row] ?? Number.NaN;
  const format = pane.kind === "difference" ? formatChange : formatValue;
  return {
    id,
    label,
    unit,
    swatch: pane.kind === "difference" ? "none" : isLine ? "line" : "area",
    colour,
    dash,
    tint: isLine ? 1 : shown.tint,
    day: days[row] ?? null,
    value,
    text: format(unit, value),
    // Finds the last mark at or before the row by bisection, because there may be as many marks as rows.
    isMarked: isLine && shown.marks[standingRow(shown.marks, row)] === row,
  };
}
