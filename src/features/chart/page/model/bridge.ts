import { type ChartColumn, type ChartData } from "../../protocol";
import { type Day } from "../../../../shared/day";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { standingRow } from "../../../../shared/series/observations";
import { restOfParts } from "../../../../shared/series/sums";
import { t } from "../../../../ui/l10n";
import { partColumns } from "./forecastPanes";
import { componentColumn, hasValues } from "./series";

/** One end of a bridge. */
export interface BridgeEnd {
  /** The day of the value in force on the requested day; null before the first day. */
  readonly day: Day | null;
  /** A decimal fraction; NaN is no value. */
  readonly value: number;
}

/** The contribution of one part to a change. */
export interface BridgeStep {
  /** Null for the remainder that the parts leave unexplained. */
  readonly component: ForecastComponent | null;
  readonly label: string;
  /** A decimal fraction; NaN if the part lacks a value at one of the ends. */
  readonly change: number;
  readonly hasParts: boolean;
}

/**
 * The change of a component between two days, by its parts. Once these have arrived, the changes other than NaN add up to
 * `to − from` within the tolerance of both ends.
 */
export interface Bridge {
  readonly component: ForecastComponent;
  readonly label: string;
  readonly from: BridgeEnd;
  readonly to: BridgeEnd;
  readonly steps: readonly BridgeStep[];
}

/**
 * Splits the change of a component between two days into what each of its parts adds. If the parts do not make up the
 * change, or lack a value, a last step without a component holds the remainder; there is none if the component itself
 * lacks a value at either end, or until all parts have arrived.
 */
export function bridgeOf(
  data: ChartData,
  from: Day,
  to: Day,
  component: ForecastComponent,
): Bridge {
  const fromRow = standingRow(data.days, from);
  const toRow = standingRow(data.days, to);
  const whole = componentColumn(data, component);
  const start = endOf(data, whole, fromRow);
  const end = endOf(data, whole, toRow);
  const parts = partColumns(data, component);
  const steps = parts.map((column) => ({
    component: column.component,
    label: column.label,
    change: valueAt(column, toRow) - valueAt(column, fromRow),
    hasParts: partColumns(data, column.component).length > 0,
  }));
  const haveArrived = parts.every((column) => hasValues(data, column));
  const left = haveArrived ? remainderOf(start.value, end.value, steps) : [];
  return {
    component,
    label: whole?.label ?? component,
    from: start,
    to: end,
    steps: [...steps, ...left],
  };
}

function remainderOf(
  start: number,
  end: number,
  steps: readonly BridgeStep[],
): readonly BridgeStep[] {
  const changes = steps.map(({ change }) => change);
  const left = restOfParts(end - start, changes, [start, end]);
  return left === undefined
    ? []
    : [{ component: null, label: t("Unexplained"), change: left, hasParts: false }];
}

function endOf(data: ChartData, whole: ChartColumn | undefined, row: number): BridgeEnd {
  return { day: data.days[row] ?? null, value: valueAt(whole, row) };
}

function valueAt(column: ChartColumn | undefined, row: number): number {
  return column?.values[row] ?? Number.NaN;
}
