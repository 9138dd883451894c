import { type ChartData } from "../../protocol";
import { formatCount } from "../../../../shared/series/numberText";
import { t } from "../../../../ui/l10n";
import { type ShownSeries } from "./series";

/** One note for each thing about the data of a series that may surprise a reader. */
export function notesOf({ repairs, mismatches }: ChartData): readonly string[] {
  if (mismatches.length === 0) return repairs;
  return [...repairs, t("rows whose components do not add up: {0}", countsOf(mismatches))];
}

/** The number of rows for each component: `Forecast 2, Trend 1`. */
function countsOf(mismatches: ChartData["mismatches"]): string {
  return mismatches
    .map(({ component, rows }) => `${component} ${formatCount(rows.length)}`)
    .join(", ");
}

/** The notes on all shown series, each once; a note that does not apply to all of them names those it applies to. */
export function notesOfShown(all: readonly ShownSeries[]): readonly string[] {
  const shown = all.filter(({ isShown }) => isShown);
  const titles = new Map<string, string[]>();
  for (const { part } of shown) {
    for (const note of part.data === null ? [] : notesOf(part.data)) {
      titles.set(note, [...(titles.get(note) ?? []), part.title]);
    }
  }
  return Array.from(titles, ([note, own]) =>
    own.length === shown.length ? note : `${own.join(", ")}: ${note}`,
  );
}
