import { isoOfDay } from "../../../shared/day";
import { formatValue } from "../../../shared/series/numberText";
import { percentileOf } from "../../../shared/series/percentile";
import { t } from "../../l10n";
import { type NewestValue } from "./chartView";
import { type Line } from "./pane";
import { Remembered } from "./remembered";

const percentiles = new Remembered<number>();

/** The newest value of a line and where it stands in all of the line's history; undefined without any value. */
export function newestOf(line: Line): NewestValue | undefined {
  const row = line.values.findLastIndex((value) => !Number.isNaN(value));
  const value = line.values[row];
  const day = line.days[row];
  if (value === undefined || day === undefined) return undefined;
  const exact = percentiles.of(line.values, line.days, () => percentileOf(line.values, value));
  const { id, label, unit, colour } = line;
  // Rounded down: only the highest value there ever was has 100.
  const percentile = Math.floor(exact);
  const detail = t("{0} · percentile {1}", isoOfDay(day), percentile);
  return {
    id,
    label,
    unit,
    colour,
    day,
    value,
    text: formatValue(unit, value),
    percentile,
    detail,
  };
}
