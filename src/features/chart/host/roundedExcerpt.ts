import { type ChartData, type SentData } from "../protocol";
import { roundedValues } from "../model/roundedValues";
import { rowAMonthBefore } from "../../../shared/series/observations";

/**
 * Rounds an excerpt for one of many small panes. Values stay exact from the one in force a month before the newest: a
 * panel prints only those.
 */
export function roundedExcerpt(data: ChartData): SentData {
  const { days } = data;
  const columns = data.columns.map((column) => {
    const { values } = column;
    const monthBefore = rowAMonthBefore({ days, values });
    // The first row is the first of the whole series, and is not drawn.
    return { ...column, values: roundedValues(values, 1, Math.max(1, monthBefore)) };
  });
  return { ...data, columns };
}
