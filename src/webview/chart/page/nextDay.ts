import { type Day } from "../../../shared/day";
import { rowAt } from "../draw/columnExtremes";
import { type ChartView } from "../model/chartView";

/** The nearest day after (1) or before (-1) another on which anything drawn has a row; undefined where there is none. */
export function nextDay(
  { panes }: Pick<ChartView, "panes">,
  day: Day,
  direction: 1 | -1,
): Day | undefined {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  const found = [...new Set(drawn.map(({ days }) => days))].flatMap((days) => {
    const each = direction === 1 ? days[rowAt(days, day + 1)] : days[rowAt(days, day) - 1];
    return each === undefined ? [] : [each];
  });
  if (found.length === 0) return undefined;
  return direction === 1 ? Math.min(...found) : Math.max(...found);
}
