import { type ChartData, type SentData } from "../../shared/chart/chartProtocol";
import { roundedValues } from "../../shared/chart/roundedValues";
import { monthsBefore } from "../../shared/months";
import { lastKnownRow, standingRow } from "../../shared/series/observations";

/**
 * An excerpt for one of many small panes: its values are exact from the one that stood a month before the newest, which
 * are those that a panel tells in words.
 */
export function roundedExcerpt(data: ChartData): SentData {
  const { days } = data;
  const columns = data.columns.map((column) => {
    const { values } = column;
    const newest = days[lastKnownRow(column)] ?? 0;
    const exactFrom = Math.max(0, standingRow(days, monthsBefore(newest, 1)));
    return { ...column, values: roundedValues(values, exactFrom) };
  });
  return { ...data, columns };
}
