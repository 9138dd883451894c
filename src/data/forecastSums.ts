import { type Day } from "../shared/day";
import {
  type ForecastComponent,
  componentOfColumn,
  componentsOf,
} from "../shared/forecastComponents";
import { sumTolerance } from "../shared/series/sums";
import { type Frame, type NumberColumn } from "./frame";

/** A row in which a component is not the sum of its parts. */
export interface SumMismatch {
  readonly row: number;
  readonly day: Day;
  readonly component: ForecastComponent;
  /** What the service sent, a decimal fraction. */
  readonly value: number;
  /** The sum of its parts, a decimal fraction. */
  readonly sumOfParts: number;
}

/** The columns of a forecast series by component; the first if two columns are the same component. */
export function forecastColumns(frame: Frame): Map<ForecastComponent, NumberColumn> {
  const columns = new Map<ForecastComponent, NumberColumn>();
  for (const column of frame.columns) {
    const component = componentOfColumn(column.name);
    if (component === undefined || column.type !== "number" || columns.has(component)) continue;
    columns.set(component, column);
  }
  return columns;
}

/**
 * The rows that do not add up, totals before their parts and each by day. The tolerance is 1e-6 plus 1e-9 of the value.
 * A sum with an absent column or a missing value is not checked.
 */
export function checkSums(frame: Frame): SumMismatch[] {
  const columns = forecastColumns(frame);
  return Array.from(columns).flatMap(([component, whole]) => {
    const names = componentsOf(component);
    const parts = names.flatMap((name) => columns.get(name) ?? []);
    return names.length === 0 || parts.length < names.length
      ? []
      : mismatches(frame.days, component, whole, parts);
  });
}

function mismatches(
  days: Int32Array,
  component: ForecastComponent,
  whole: NumberColumn,
  parts: readonly NumberColumn[],
): SumMismatch[] {
  const found: SumMismatch[] = [];
  days.forEach((day, row) => {
    const value = whole.values[row] ?? Number.NaN;
    const sumOfParts = parts.reduce((sum, part) => sum + (part.values[row] ?? Number.NaN), 0);
    // False when either is NaN.
    if (Math.abs(value - sumOfParts) > sumTolerance(value)) {
      found.push({ row, day, component, value, sumOfParts });
    }
  });
  return found;
}
