import { type ChartColumn, type ChartData } from "../../protocol";
import { type Day } from "../../../../shared/day";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { standingRow } from "../../../../shared/series/observations";
import { sumTolerance } from "../../../../shared/series/sums";
import { t } from "../../../../ui/l10n";
import { partColumns } from "./forecastPanes";
import { componentColumn } from "./series";

/** One end of a bridge. */
export interface BridgeEnd {
  /** The day whose value stands at the day that was asked for; null before the first day. */
  readonly day: Day | null;
  /** A decimal fraction; NaN is no value. */
  readonly value: number;
}

/** What one part adds to the change. */
export interface BridgeStep {
  /** Null: what the parts leave unexplained. */
  readonly component: ForecastComponent | null;
  readonly label: string;
  /** A decimal fraction; NaN where the part has no value at either end. */
  readonly change: number;
  /** Whether the part has parts of its own. */
  readonly hasParts: boolean;
}

/**
 * Why a component changed between two days. The changes that are there add up to `to − from` within the
 * {@link sumTolerance} of its two ends.
 */
export interface Bridge {
  readonly component: ForecastComponent;
  readonly label: string;
  readonly from: BridgeEnd;
  readonly to: BridgeEnd;
  readonly steps: readonly BridgeStep[];
}

/**
 * Why a component changed from one day to another: what each of its parts adds. Where the parts do not make up the
 * change, or lack a value, a last step without a component holds what they leave; without the component's own value at
 * both ends nothing is said to be left.
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
  const steps = partColumns(data, component).map((column) => ({
    component: column.component,
    label: column.label,
    change: valueAt(column, toRow) - valueAt(column, fromRow),
    hasParts: partColumns(data, column.component).length > 0,
  }));
  const left = remainderOf(start.value, end.value, steps);
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
  const explained = steps.reduce(
    (sum, step) => sum + (Number.isNaN(step.change) ? 0 : step.change),
    0,
  );
  const left = end - start - explained;
  // Each end may be as far from the sum of its parts. False when either is NaN.
  return Math.abs(left) > sumTolerance(start) + sumTolerance(end)
    ? [{ component: null, label: t("Unexplained"), change: left, hasParts: false }]
    : [];
}

function endOf(data: ChartData, whole: ChartColumn | undefined, row: number): BridgeEnd {
  return { day: data.days[row] ?? null, value: valueAt(whole, row) };
}

function valueAt(column: ChartColumn | undefined, row: number): number {
  return column?.values[row] ?? Number.NaN;
}
