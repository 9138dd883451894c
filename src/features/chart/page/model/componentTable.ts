import { type ChartColumn, type ChartData } from "../../protocol";
import { type Day } from "../../../../shared/day";
import {
  type ForecastComponent,
  componentsOf,
  parentOf,
} from "../../../../shared/forecastComponents";
import {
  formatPartBp,
  formatPercent,
  noValueText,
  printedPartBp,
} from "../../../../shared/series/numberText";
import { percentileAmong } from "../../../../shared/series/nativeStep";
import {
  drawnRow,
  lastKnownRow,
  type Observations,
  rowAMonthBefore,
} from "../../../../shared/series/observations";
import { printedMiss, roundingMiss } from "../../../../shared/series/sums";
import { componentStyle } from "./forecastPanes";
import { componentColumn } from "./series";

/** One component of a forecast on its newest day. */
export interface ComponentRow {
  readonly component: ForecastComponent;
  readonly label: string;
  /** 0 for Forecast, 1 for Trend, Cyclical and Tactical, 2 for their parts. */
  readonly level: number;
  readonly colour: number;
  readonly values: Observations;
  /** A decimal fraction; NaN without a value. */
  readonly newest: number;
  /** The change from the value in force a calendar month before; NaN without one. */
  readonly change: number;
  readonly newestText: string;
  readonly changeText: string;
  /** Formats the percentile of the newest value among all observations, in whole percent; may have to read all rows. */
  readonly percentileText: () => string;
  readonly hasParts: boolean;
  readonly isUnfolded: boolean;
}

/** The components of a forecast with their newest values, and the scale of their bars. */
export interface ComponentTable {
  /** The shown rows, wholes before their parts. */
  readonly rows: readonly ComponentRow[];
  /** The last day with a value of the forecast; null without any. */
  readonly day: Day | null;
  /** The first day of the history that percentiles count; null without any. */
  readonly firstDay: Day | null;
  /** The ends of the scale of the bars, which includes zero and all rows, shown or not: decimal fractions. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Lists the components of a forecast on its newest day: Forecast, its parts, and the parts of those that are unfolded.
 * All values are of the day of the total, so that they add up to it.
 */
export function componentTable(
  data: ChartData,
  unfolded: readonly ForecastComponent[],
): ComponentTable {
  const total = componentColumn(data, "Forecast");
  const { days } = data;
  const dated = { days, values: total?.values ?? new Float64Array(days.length) };
  const row = lastKnownRow(dated.values);
  const day = days[row];
  const monthBefore = rowAMonthBefore(dated);
  const all: ComponentRow[] = [];
  for (const component of ["Forecast", ...componentsOf("Forecast")] as const) {
    const parts = component === "Forecast" ? [] : componentsOf(component);
    for (const each of [component, ...parts]) {
      const column = componentColumn(data, each);
      if (column !== undefined)
        all.push(rowOf(data, column, { component: each, row, monthBefore, unfolded }));
    }
  }
  const newest = all.map((each) => each.newest).filter((value) => !Number.isNaN(value));
  return {
    rows: all.filter(({ component, level }) => level < 2 || isUnfolded(component, unfolded)),
    day: day ?? null,
    firstDay: data.days[0] ?? null,
    lowest: data.barScale?.lowest ?? Math.min(0, ...newest),
    highest: data.barScale?.highest ?? Math.max(0, ...newest),
  };
}

function isUnfolded(part: ForecastComponent, unfolded: readonly ForecastComponent[]): boolean {
  const whole = parentOf(part);
  return whole !== undefined && unfolded.includes(whole);
}

interface Place {
  readonly component: ForecastComponent;
  readonly row: number;
  readonly monthBefore: number;
  readonly unfolded: readonly ForecastComponent[];
}

function rowOf(
  data: ChartData,
  column: ChartColumn,
  { component, row, monthBefore, unfolded }: Place,
): ComponentRow {
  const { values } = column;
  const newest = values[row] ?? Number.NaN;
  const change = newest - (values[monthBefore] ?? Number.NaN);
  const parent = parentOf(component);
  const isPart = parent !== undefined && parent !== "Forecast";
  const percentileText = (): string => {
    // The component may continue after the last day of the total.
    const isNewest = data.slice !== null || lastKnownRow(values) === row;
    const known = isNewest ? column.percentile : null;
    const percentile = known ?? percentileAmong({ days: data.days, values }, newest);
    return Number.isNaN(percentile) ? noValueText : `${percentile}`;
  };
  const parts = parent === undefined ? [] : componentsOf(component);
  return {
    component,
    label: column.label,
    level: parent === undefined ? 0 : isPart ? 2 : 1,
    colour: componentStyle(component).colour,
    values: { days: data.days, values },
    newest,
    change,
    newestText: formatPercent(newest),
    changeText: formatPartBp(change),
    percentileText,
    hasParts: parts.some((part) => componentColumn(data, part) !== undefined),
    isUnfolded: unfolded.includes(component),
  };
}

/** The value of a component on a day; NaN before the first and after the last. */
export function componentValue({ values: { days, values } }: ComponentRow, day: Day): number {
  return values[drawnRow(days, day)] ?? Number.NaN;
}

/**
 * Computes the largest amount by which printed parts miss their printed total: levels in percent, changes in basis
 * points; 0 without a miss.
 *
 * @param day - The day of the crosshair, whose values are printed too; null without a crosshair.
 */
export function tableMiss(
  { rows }: ComponentTable,
  day: Day | null,
): { readonly percent: number; readonly bp: number } {
  const byComponent = new Map(rows.map((row) => [row.component, row]));
  let [percent, bp] = [0, 0];
  for (const row of rows) {
    const parts = componentsOf(row.component).map((part) => byComponent.get(part));
    if (parts.length === 0 || !parts.every((part) => part !== undefined)) continue;
    const missOf = (value: (each: ComponentRow) => number): number =>
      roundingMiss(value(row), parts.map(value));
    percent = Math.max(
      percent,
      missOf(({ newest }) => newest),
      day === null ? 0 : missOf((each) => componentValue(each, day)),
    );
    bp = Math.max(
      bp,
      printedMiss(
        printedPartBp(row.change),
        parts.map(({ change }) => printedPartBp(change)),
      ),
    );
  }
  return { percent, bp };
}
