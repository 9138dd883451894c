import { type FromChart } from "../../messages";
import { type CorrelationOf } from "../../../../shared/series/statistics";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { Segments } from "../../../../ui/segments";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { rowOrder } from "../model/seriesRows";
import {
  correlationText,
  statisticsColumns,
  type StatisticsTable,
  statisticsTable,
} from "../model/statistics";
import { statisticsText } from "../model/statisticsText";
import { type Dispatch } from "./pageState";
import { inPieces } from "./pieces";
import { type Shown } from "./shown";
import { swatch } from "./swatch";
import { viewInFull } from "./viewInFull";

export interface StatisticsContentOptions {
  /** The header row, to which the summary and the tools are appended. */
  readonly head: HTMLElement;
  readonly dispatch: Dispatch;
  readonly post: (message: FromChart) => void;
  /** Called after the tables are filled, which changes the height. */
  readonly onFilled: () => void;
}

/** A dragged range changes with every frame; the tables are updated when it stops changing for this long. */
const restMs = 120;

/** The tables of statistics: one row per series, and the correlation of each pair. */
export class StatisticsContent {
  readonly root = element("div");
  private readonly summary = element("span", { class: "muted" });
  private readonly tools = element("div", { class: "tools" });
  private readonly correlationOf: Segments<CorrelationOf>;
  private readonly tables = element("div", { class: "statistics-tables", tabindex: 0 });
  private readonly omitted = element("p", { class: "muted" });
  private filled: { readonly shown: Shown; readonly table: StatisticsTable } | undefined;
  private due: number | undefined;
  private end: () => void = () => undefined;

  constructor(private readonly options: StatisticsContentOptions) {
    const { head, dispatch, post } = options;
    this.correlationOf = new Segments(t("Correlation of"), (of) =>
      dispatch({ type: "arrange", change: { correlationOf: of } }),
    );
    const copying = { text: t("Copy"), title: t("Copy the statistics as a table") };
    const saving = { text: t("Save…"), title: t("Save the statistics as CSV") };
    this.tools.append(
      element("span", { class: "muted", text: t("Correlation of") }),
      this.correlationOf.root,
      button({ class: "tool framed", ...copying }, () =>
        this.output("tsv", (text) => post({ type: "copyText", text })),
      ),
      button({ class: "tool framed", ...saving }, () =>
        this.output("csv", (text) => post({ type: "saveStatistics", text })),
      ),
    );
    setAttributes(this.tables, { role: "region", "aria-label": t("Statistics, scrollable") });
    head.append(this.summary, this.tools);
    this.root.append(this.tables, this.omitted);
  }

  show(shown: Shown, theme: ChartTheme): void {
    this.stop();
    for (const part of [this.summary, this.tools, this.tables]) part.hidden = false;
    const { correlationOf } = shown.state;
    this.correlationOf.show(
      [
        { value: "changes", text: t("Changes"), tooltip: t("From one observation to the next") },
        { value: "levels", text: t("Levels"), tooltip: "" },
      ],
      correlationOf,
    );
    // The old tables stay visible until the new ones are computed, but cannot be copied.
    setAttributes(this.tables, { "aria-busy": "true" });
    const work = statisticsTable(shown.view, correlationOf, rowOrder(shown));
    this.end = inPieces(work, (table) => this.fill(shown, table, theme));
  }

  /** Updates the tables for another range, once it rests. */
  showRange(shown: Shown, theme: ChartTheme): void {
    this.stop();
    this.due = setTimeout(() => this.show(shown, theme), restMs);
  }

  hide(): void {
    this.stop();
    for (const part of [this.summary, this.tools, this.tables, this.omitted]) part.hidden = true;
    this.tables.replaceChildren();
  }

  private stop(): void {
    clearTimeout(this.due);
    this.end();
    this.filled = undefined;
  }

  private fill(shown: Shown, table: StatisticsTable, theme: ChartTheme): void {
    setAttributes(this.tables, { "aria-busy": "false" });
    this.filled = { shown, table };
    const { rows, omitted, summary, correlations } = table;
    setText(this.summary, summary);
    for (const each of this.tools.querySelectorAll<HTMLElement>(".muted, .segments"))
      each.hidden = correlations.length === 0;
    this.omitted.hidden = omitted === 0;
    setText(this.omitted, t("The first {0} series; {1} more are left out.", rows.length, omitted));
    this.tables.replaceChildren(...elementsOf(table, theme));
    this.options.onFilled();
  }

  private output(form: "csv" | "tsv", post: (text: string) => void): void {
    if (this.filled === undefined) return;
    const { shown, table } = this.filled;
    // Statistics are of the values as served, whichever are shown.
    const state = { ...shown.state, values: "served" as const };
    post(statisticsText(table, viewInFull({ ...shown, state }), form));
  }
}

/** A table of the statistics and, for two or more series, one of their correlations. */
function elementsOf(table: StatisticsTable, theme: ChartTheme): readonly HTMLTableElement[] {
  return [tableOf(table, theme), ...(table.correlations.length > 0 ? [matrixOf(table)] : [])];
}

function tableOf({ rows }: StatisticsTable, theme: ChartTheme): HTMLTableElement {
  const columns = statisticsColumns();
  const series = element("th", { scope: "col", class: "name", text: t("Series") });
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
    element("thead", {}, element("tr", {}, series, ...headings)),
    element("tbody", {}, ...body),
  );
}

/** Rows and columns are numbered like the rows of the table of statistics. */
function matrixOf({ rows, correlations, reasons }: StatisticsTable): HTMLTableElement {
  const size = Math.sqrt(correlations.length);
  const heading = (index: number, scope: "col" | "row"): HTMLElement => {
    const { label = "" } = rows[index]?.series ?? {};
    return element("th", { scope, text: `${index + 1}`, title: label, "aria-label": label });
  };
  const cell = (row: number, column: number): HTMLElement => {
    const at = row * size + column;
    const value = correlations[at] ?? Number.NaN;
    const made = element("td", { text: row === column ? "1" : correlationText(value) });
    if (row === column) return made;
    if (Number.isNaN(value)) {
      const reason = reasons[at] ?? "";
      made.title = reason;
      made.append(element("span", { class: "unseen", text: ` ${reason}` }));
      return made;
    }
    made.classList.add(value < 0 ? "is-below" : "is-above");
    made.style.setProperty("--size", `${Math.abs(value)}`);
    return made;
  };
  const indices = [...rows.keys()].slice(0, size);
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
