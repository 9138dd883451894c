import { element } from "../../kit/element";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { rowOrder } from "../model/seriesRows";
import {
  correlationText,
  statisticsColumns,
  type StatisticsTable,
  statisticsTable,
} from "../model/statistics";
import { type Shown } from "./shown";
import { swatch } from "./swatch";

/** The statistics of what is drawn, in the order of the table of series. */
export function statisticsOf(shown: Shown): Generator<void, StatisticsTable> {
  return statisticsTable(shown.view, shown.state.correlationOf, rowOrder(shown));
}

/** A table of the statistics and, for two or more series, one of their correlations. */
export function elementsOfStatistics(
  table: StatisticsTable,
  theme: ChartTheme,
): readonly HTMLTableElement[] {
  return [tableOf(table, theme), ...(table.correlations.length > 0 ? [matrixOf(table)] : [])];
}

function tableOf({ rows }: StatisticsTable, theme: ChartTheme): HTMLTableElement {
  const columns = statisticsColumns();
  const headings = columns.map(({ heading }) => element("th", { scope: "col", text: heading }));
  const body = rows.map((row, index) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        element("span", { class: "place", text: `${index + 1}` }),
        swatch({ swatch: "tint" in row.series ? "area" : "line", ...row.series }, theme),
        row.series.label,
      ),
      ...columns.map(({ text, note }) => {
        const cell = element("td", { text: text(row) });
        const words = note?.(row) ?? "";
        if (words !== "") cell.append(" ", element("span", { class: "muted", text: words }));
        return cell;
      }),
    ),
  );
  return element(
    "table",
    { "aria-label": t("Statistics") },
    element("thead", {}, element("tr", {}, element("td"), ...headings)),
    element("tbody", {}, ...body),
  );
}

/** Rows and columns are numbered like the rows of the table of statistics. */
function matrixOf({ rows, correlations }: StatisticsTable): HTMLTableElement {
  const heading = (index: number, scope: "col" | "row"): HTMLElement => {
    const { label = "" } = rows[index]?.series ?? {};
    return element("th", { scope, text: `${index + 1}`, title: label, "aria-label": label });
  };
  const cell = (row: number, column: number): HTMLElement => {
    const value = correlations[row * rows.length + column] ?? Number.NaN;
    const made = element("td", { text: row === column ? "1" : correlationText(value) });
    if (row === column || Number.isNaN(value)) return made;
    made.classList.add(value < 0 ? "is-below" : "is-above");
    made.style.setProperty("--size", `${Math.abs(value)}`);
    return made;
  };
  const indices = [...rows.keys()];
  return element(
    "table",
    { class: "correlations", "aria-label": t("Correlations") },
    element(
      "thead",
      {},
      element("tr", {}, element("td"), ...indices.map((each) => heading(each, "col"))),
    ),
    element(
      "tbody",
      {},
      ...indices.map((row) =>
        element("tr", {}, heading(row, "row"), ...indices.map((column) => cell(row, column))),
      ),
    ),
  );
}
