import { type Day } from "../../../../../shared/day";
import { businessDayLag } from "../../../../../shared/series/businessDayLag";
import { formatScore } from "../../../../../shared/series/numberText";
import { dateText, momentText } from "../../../../../ui/dateText";
import { t } from "../../../../../ui/l10n";
import { type GridColumn, type Score } from "../model/grid";
import { type Placement } from "../model/placement";

export function scoreText(score: Score): string {
  switch (score) {
    case "level":
      return t("Level");
    case "momentum":
      return t("Momentum");
    case "aggregate":
      return t("Aggregate");
  }
}

/** A value with its sign; empty for NaN. */
export function valueText(value: number): string {
  return Number.isNaN(value) ? "" : formatScore(value);
}

/** The heading of a column; a signal's version, and whether it is superseded, if its code has several. */
export function columnTitle({ signal, score }: GridColumn, all: readonly GridColumn[]): string {
  const same = all.filter((each) => each.signal.code === signal.code);
  if (same.some((each) => each.score !== score)) return scoreText(score);
  if (same.length === 1) return signal.name;
  const title = `${signal.name} v${signal.version}`;
  const isSuperseded = same.some((each) => each.signal.version > signal.version);
  return isSuperseded ? t("{0}, superseded", title) : title;
}

/** The day of a record, and how many business days before the fetch it was. */
export function dayText(day: Day, fetchedAtMs: number): string {
  const lag = businessDayLag(day, Math.floor(fetchedAtMs / 86_400_000));
  const date = dateText(day);
  if (lag === 0) return date;
  return lag === 1
    ? t("{0}, 1 business day ago", date)
    : t("{0}, {1} business days ago", date, lag);
}

/** The production time of a record; empty when it has none. */
export function productionText({ columns }: Placement, record: number): string {
  const ms = columns.pointInTimeMs[record] ?? Number.NaN;
  return Number.isNaN(ms) ? "" : t("Produced {0}", momentText(ms));
}
