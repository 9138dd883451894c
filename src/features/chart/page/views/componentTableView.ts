import { type Day, isoOfDay } from "../../../../shared/day";
import { componentsOf, type ForecastComponent } from "../../../../shared/forecastComponents";
import { formatPercent } from "../../../../shared/series/numberText";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { dateText } from "../../../../ui/dateText";
import { icon } from "../../../../ui/icon";
import { roundingTexts } from "../../../../ui/roundingText";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { lineColour } from "../draw/plotStyle";
import {
  type ComponentRow,
  type ComponentTable,
  componentTable,
  tableMiss,
  componentValue,
} from "../model/componentTable";
import { afterPaint } from "./afterPaint";
import { type Dispatch } from "./pageState";
import { forecastData, type Shown } from "./shown";

interface MadeRow {
  readonly row: ComponentRow;
  readonly root: HTMLElement;
  readonly atCursor: HTMLElement;
  readonly percentile: HTMLElement;
}

/** Shows the components of a forecast: each value with a bar from zero, its change and its percentile. */
export class ComponentTableView {
  readonly root = element("section", {
    class: "components",
    "aria-label": t("Components"),
    hidden: "",
  });
  private readonly rounding = element("p", { id: "components-rounding", class: "rounding" });
  private readonly atCursor = element("th", { scope: "col" });
  private readonly since = element("th", { scope: "col" });
  private readonly body = element("tbody");
  private table: ComponentTable | undefined;
  private cells: readonly HTMLElement[] = [];
  private drawn: readonly unknown[] = [];

  constructor(private readonly dispatch: Dispatch) {
    const head = (text: string, name = ""): HTMLElement =>
      element("th", { scope: "col", class: name, text });
    const heads = element(
      "tr",
      {},
      head(t("Component"), "name"),
      this.atCursor,
      head(t("Newest")),
      head(t("Contribution"), "bars"),
      head(t("Change on the month")),
      this.since,
    );
    const described = { "aria-describedby": this.rounding.id };
    const table = element("table", described, element("thead", {}, heads), this.body);
    this.root.append(table, this.rounding);
  }

  show({ parts, state, view }: Shown, cursor: Day | null, theme: ChartTheme): void {
    const data = forecastData(parts);
    const [part, ...others] = parts;
    // A forecast among other series is one line, without its parts.
    const isAlone = part?.family === "forecast" && others.length === 0;
    const isFree = state.bridge === null && !state.isTable;
    const isAwaited = data === undefined && part?.isLoading === true;
    this.root.hidden = !(isAlone && isFree && (isAwaited || view.trail.length > 0));
    setAttributes(this.root, { "aria-busy": isAwaited && "true" });
    if (this.root.hidden) return;
    if (data === undefined) {
      this.await(state.unfolded);
      return;
    }
    const follows = [data, state.unfolded, theme];
    if (follows.some((each, index) => each !== this.drawn[index])) {
      this.drawn = follows;
      this.fill(componentTable(data, state.unfolded), theme);
    }
    this.showCursor(cursor);
  }

  get isShown(): boolean {
    return this.root.hidden === false;
  }

  /** Fills the column of the crosshair, which is empty without one so that nothing moves. */
  showCursor(day: Day | null): void {
    const { table } = this;
    if (!this.isShown || table === undefined) return;
    setText(this.atCursor, day === null ? t("At the crosshair") : dateText(day));
    table.rows.forEach((row, index) => {
      const cell = this.cells[index];
      if (cell !== undefined)
        setText(cell, day === null ? "" : formatPercent(componentValue(row, day)));
    });
    const miss = tableMiss(table, day);
    setText(this.rounding, roundingTexts(miss.percent, miss.bp));
  }

  /** Shows empty rows in place of the expected ones, so that nothing moves. */
  private await(unfolded: readonly ForecastComponent[]): void {
    const wholes = ["Forecast", ...unfolded] as const;
    const count = 1 + wholes.reduce((sum, whole) => sum + componentsOf(whole).length, 0);
    this.table = undefined;
    this.drawn = [];
    setText(this.atCursor, t("At the crosshair"));
    this.body.replaceChildren(
      ...Array.from({ length: count }, () =>
        element("tr", {}, element("td", { colspan: 6, text: "\u00a0" })),
      ),
    );
  }

  private fill(table: ComponentTable, theme: ChartTheme): void {
    this.table = table;
    const focused = document.activeElement?.getAttribute("data-component");
    const { firstDay } = table;
    setText(
      this.since,
      firstDay === null
        ? t("Percentile")
        : t("Percentile since {0}", isoOfDay(firstDay).slice(0, 4)),
    );
    const made = table.rows.map((row) => this.row(row, table, theme));
    this.body.replaceChildren(...made.map(({ root }) => root));
    this.cells = made.map(({ atCursor }) => atCursor);
    // Percentiles are slow, so they come after the plot.
    afterPaint(() => {
      made.forEach(({ percentile, row }) => setText(percentile, row.percentileText()));
    });
    if (focused !== null && focused !== undefined) {
      this.body.querySelector<HTMLElement>(`[data-component="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  private row(row: ComponentRow, table: ComponentTable, theme: ChartTheme): MadeRow {
    const { label, level, newestText, changeText } = row;
    const [atCursor, percentile] = [element("td"), element("td")];
    const sample = element("span", { class: "sample" });
    sample.style.background = lineColour(theme, row.colour);
    const name = element("th", { scope: "row", class: "name" });
    if (row.hasParts) name.append(this.unfolder(row, sample));
    else name.append(sample, label);
    const root = element(
      "tr",
      { class: `level-${level}` },
      name,
      atCursor,
      element("td", { class: "newest", text: newestText }),
      element("td", { class: "bars" }, barOf(row, table, theme)),
      element("td", { text: changeText }),
      percentile,
    );
    return { row, root, atCursor, percentile };
  }

  private unfolder(
    { component, label, isUnfolded }: ComponentRow,
    sample: HTMLElement,
  ): HTMLElement {
    const made = button({ class: "unfolder", "data-component": component }, () =>
      this.unfold(component),
    );
    setAttributes(made, { "aria-expanded": `${isUnfolded}` });
    made.append(icon("down"), sample, label);
    return made;
  }

  private unfold(component: ForecastComponent): void {
    this.dispatch({ type: "unfold", component });
  }
}

/**
 * A bar from zero, which is at the same place in every row; hidden from screen readers, because the cell before it has
 * the value.
 */
function barOf(
  { newest, colour }: ComponentRow,
  { lowest, highest }: ComponentTable,
  theme: ChartTheme,
): HTMLElement {
  const made = element("span", { class: "bar", "aria-hidden": "true" });
  const span = highest - lowest;
  if (span === 0) return made;
  const shareOf = (value: number): string => `${(100 * value) / span}%`;
  const zero = element("span", { class: "zero" });
  zero.style.left = shareOf(-lowest);
  if (!Number.isNaN(newest)) {
    const length = element("span", { class: "length" });
    length.style.left = shareOf(Math.min(0, newest) - lowest);
    length.style.width = shareOf(Math.abs(newest));
    length.style.background = lineColour(theme, colour);
    made.append(length);
  }
  made.append(zero);
  return made;
}
