import { type ViewState } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { pinnedRows, type ReadoutRow } from "./readout";

interface PinnedView {
  readonly view: ChartView;
  readonly state: ViewState;
}

/** Describes a chart for screen readers: what it shows, its days, and its newest values. */
export function chartSummary({ panes, range, newest, comparison, panel }: ChartView): string {
  if (panes.length === 0) return t("No data yet");
  if (panel !== undefined) return panel.summary;
  const titles = panes.map(({ title }) => title).join(", ");
  const shown = t("{0} from {1} to {2}", titles, dateText(range.from), dateText(range.to));
  const values = newest.map(({ label, text, detail }) => t("{0} {1}, {2}", label, text, detail));
  return [shown, ...values, ...(comparison === null ? [] : [comparison])].join(". ");
}

/** Describes the pins for screen readers: a day, or the changes between two. */
export function pinSummary({ view, state: { pins } }: PinnedView): string {
  const [first, second] = pins;
  if (first === undefined) return t("No pins");
  if (second === undefined) return t("Pinned {0}", dateText(first));
  const differences = pinnedRows(view, [first, second]).map(
    ({ shown, difference }) => `${shown.label} ${difference}`,
  );
  return t("From {0} to {1}: {2}", dateText(first), dateText(second), differences.join(", "));
}

/**
 * Describes the crosshair for screen readers: its day, the value of each series with its day if that is older, and a
 * note on rounding.
 */
export function cursorSummary(day: Day, rows: readonly ReadoutRow[], rounding = ""): string {
  const values = rows.map((row) => {
    const value = Number.isNaN(row.value)
      ? t("{0}: no value", row.label)
      : `${row.label} ${row.text}`;
    const marked = row.isMarked ? t("{0}, components do not add up", value) : value;
    return row.day === null || row.day === day
      ? marked
      : t("{0} since {1}", marked, dateText(row.day));
  });
  const summary = [dateText(day), ...values].join(", ");
  return rounding === "" ? summary : `${summary}. ${rounding}`;
}
