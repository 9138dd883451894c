import { formatScore } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { noRecord } from "../model/grid";
import { type HeatView } from "../model/heatView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { headRow } from "../../../../../ui/table/gridMoves";
import { type TooltipContent } from "../../../../../ui/tooltipContent";
import { changeLines } from "./changeLabels";
import { columnTitle, dayText, productionText, scoreText } from "./heatMapLabels";
import { dateText } from "../../../../../ui/dateText";

/** The tooltip of a cell; undefined when it would add nothing. */
export function tooltipOf(
  view: HeatView,
  place: CellPlace,
  fetchedAtMs: number,
): TooltipContent | undefined {
  const column = view.columns[place.column];
  if (place.row === headRow) return undefined;
  if (column === undefined) return meanTooltip(view, place);
  const record = view.recordAt(place.row, place.column);
  if (record === noRecord) return undefined;
  const { columns, assumed } = view.valuePlacement;
  const held = column.held?.label ?? "";
  const names = [column.signal.name, view.rows[place.row]?.label ?? "", held];
  const shown = (["aggregate", "level", "momentum"] as const).map(
    (score) => [scoreText(score), formatScore(columns[score][record] ?? Number.NaN)] as const,
  );
  return {
    title: names.filter((name) => name !== "").join(" · "),
    pairs: shown,
    lines: [
      ...(view.changes === undefined ? [] : changeLines(view, place, view.changes)),
      dayText(columns.days[record] ?? 0, fetchedAtMs),
      productionText(view.valuePlacement, record),
      view.isStale(place.row, place.column)
        ? t("Older than the newest day in its column, {0}", dateText(column.newestDay))
        : "",
      assumed.has(record)
        ? t("The service reports version 0; shown as v{0}", column.signal.version)
        : "",
    ],
  };
}

/** The accessible label of a stale cell, whose mark can only be seen. */
export function cellText(view: HeatView, { row, column }: CellPlace, fetchedAtMs: number): string {
  const record = view.recordAt(row, column);
  const day = view.placement.columns.days[record] ?? 0;
  const value = formatScore(view.valueAt(row, column));
  return `${value}, ${t("older than the newest day in its column")}, ${dayText(day, fetchedAtMs)}`;
}

function meanTooltip(view: HeatView, { row, column }: CellPlace): TooltipContent | undefined {
  if (column !== view.columns.length) return undefined;
  const values = view.valuesOf(row);
  const count = values.filter((value) => !Number.isNaN(value)).length;
  const words = t(
    "unweighted mean of {0} of {1} shown signals; directions differ",
    count,
    values.length,
  );
  const title = `${t("Mean")} · ${view.rows[row]?.label ?? ""}`;
  return { title, pairs: [], lines: [words, columnTitles(view)] };
}

function columnTitles({ columns }: HeatView): string {
  return columns.length <= 6 ? columns.map((each) => columnTitle(each, columns)).join(", ") : "";
}
