import { type Day } from "../../../shared/day";
import { type ViewState } from "./viewState";

/** A chart opens with this many of its newest years. */
export const openingYears = 10;

interface Excerpt {
  /** All rows from this day on are included. */
  readonly wholeFrom: Day;
  readonly columns: readonly string[];
  readonly isRounded: boolean;
}

/**
 * Whether an excerpt is enough for all that a chart shows of a series: a plot of days that it holds in full, and
 * nothing that depends on other days.
 *
 * @param shown - Names of the columns that are drawn.
 */
export function isEnough(excerpt: Excerpt, shown: readonly string[], state: ViewState): boolean {
  if (excerpt.isRounded && !isRoundedEnough(state)) return false;
  const { range, years, isTable, isStatistics, pins, bridge, isKindCompared, vintage, values } =
    state;
  if (isTable || isStatistics || pins.length > 0 || bridge !== null) return false;
  if (isKindCompared || vintage !== null || values !== "served") return false;
  if (range === null && years !== null && years > openingYears) return false;
  if (range !== null && range.from < excerpt.wholeFrom) return false;
  return shown.every((name) => excerpt.columns.includes(name));
}

/** Whether a panel prints no values older than the last month's. */
function isRoundedEnough({ sort, panelView, fullSize }: ViewState): boolean {
  return sort !== "change" && panelView !== "heatStrip" && fullSize === null;
}

/** Names of the shown columns of a signal, the Aggregate first; the first column when none is shown. */
export function shownNames(names: readonly string[], { columns }: ViewState): readonly string[] {
  const ordered = orderedNames(names);
  const shown = ordered.filter((name) => columns.includes(name));
  return shown.length > 0 ? shown : ordered.slice(0, 1);
}

/** In the service's order, but with the Aggregate first. */
export function orderedNames(names: readonly string[]): readonly string[] {
  const isFirst = (name: string): boolean => name === "Aggregate";
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}
