import { type ForecastsMoved } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { type ShownTable } from "../../../../../ui/table/shownTable";
import { type Matrix, summaryAt } from "../model/matrix";
import { type SummaryIndex } from "../model/summaryIndex";
import { coordinatesText, marketName } from "./explorerLabels";

/** The current table on the left for export and copying: forecasts as decimal fractions. */
export function forecastTable(
  index: SummaryIndex,
  matrix: Matrix,
  moved: ForecastsMoved | null,
  facts: readonly string[],
): ShownTable {
  if (moved !== null) return movedTable(index, moved, facts);
  const { currency, horizon, hedging } = index.nameOf(-1, matrix.held);
  const first = matrix.columns[0]?.coordinates;
  const isByHorizon = matrix.columns.some(
    ({ coordinates }) => coordinates.horizon !== first?.horizon,
  );
  const kept = [isByHorizon ? currency : horizon, hedging].join(" · ");
  return {
    headers: [t("Market"), t("Code"), ...matrix.columns.map(({ title }) => title)],
    rows: matrix.rows.flatMap(({ market, name, code }, row) =>
      market < 0
        ? []
        : [
            {
              name,
              code,
              values: matrix.columns.map((_, column) =>
                index.totalOf(summaryAt(matrix, row, column)),
              ),
            },
          ],
    ),
    facts: facts.length === 0 ? [] : [...facts, kept],
  };
}

function movedTable(
  index: SummaryIndex,
  { variant, summaries, forecasts }: ForecastsMoved,
  facts: readonly string[],
): ShownTable {
  return {
    headers: [t("Forecast"), t("Code"), t("Contribution"), t("Forecast")],
    rows: Array.from(summaries, (summary, at) => {
      const key = index.nameOfSummary(summary);
      return {
        name: `${marketName(index, key.market)} · ${coordinatesText(key)}`,
        code: key.market,
        values: [forecasts[at] ?? Number.NaN, index.totalOf(summary)],
      };
    }),
    facts: facts.length === 0 ? [] : [...facts, t("Forecasts moved by {0}", variant)],
  };
}
