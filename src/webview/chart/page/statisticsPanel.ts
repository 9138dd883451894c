import { t } from "../../l10n";
import { button, element, setAttributes, setText } from "../../kit/element";
import { icon } from "../../kit/icon";
import { Segments } from "../../kit/segments";
import { type ChartTheme } from "../draw/chartTheme";
import { isAwaited } from "../model/series";
import { type StatisticsTable, type statisticsTsv } from "../model/statistics";
import { Late } from "./late";
import { type Dispatch } from "./pageState";
import { inPieces } from "./pieces";
import { type Shown } from "./shown";
import { type elementsOfStatistics, type statisticsOf } from "./statisticsTables";

/** Its content, which is needed once it is unfolded. */
export const lateStatistics = new Late<{
  readonly elementsOfStatistics: typeof elementsOfStatistics;
  readonly statisticsOf: typeof statisticsOf;
  readonly statisticsTsv: typeof statisticsTsv;
}>();

/** A range that is dragged changes with every frame; the tables follow when it rests. */
const restMs = 120;

interface StatisticsOptions {
  readonly dispatch: Dispatch;
  readonly copy: (text: string) => void;
  /** Called when its tables have been filled in, which changes its height. */
  readonly onFilled: () => void;
}

/** The statistics of what is drawn, and how each two series are correlated; folded until somebody opens it. */
export class StatisticsPanel {
  readonly root = element("section", { class: "statistics", "aria-label": t("Statistics") });
  private readonly fold: HTMLButtonElement;
  private readonly summary = element("span", { class: "muted" });
  private readonly tools = element("div", { class: "tools" });
  private readonly correlationOf: Segments<"changes" | "levels">;
  private readonly tables = element("div", { class: "statistics-tables", tabindex: 0 });
  private readonly omitted = element("p", { class: "muted" });
  private readonly onFilled: () => void;
  private table: StatisticsTable | undefined;
  private due: number | undefined;
  /** Cancels the computation in progress. */
  private end: () => void = () => undefined;

  constructor({ dispatch, copy, onFilled }: StatisticsOptions) {
    this.onFilled = onFilled;
    this.fold = button({ class: "tool", "aria-expanded": "false" }, () =>
      dispatch({ type: "toggleStatistics" }),
    );
    this.fold.append(icon("down"), t("Statistics"));
    this.correlationOf = new Segments(t("Correlation of"), (of) =>
      dispatch({ type: "arrange", change: { correlationOf: of } }),
    );
    this.tools.append(
      element("span", { class: "muted", text: t("Correlation of") }),
      this.correlationOf.root,
      button(
        { class: "tool framed", text: t("Copy"), title: t("Copy the statistics as a table") },
        () => {
          if (this.table !== undefined) copy(lateStatistics.pieces.statisticsTsv(this.table));
        },
      ),
    );
    setAttributes(this.tables, { role: "region", "aria-label": t("Statistics, scrollable") });
    this.root.append(
      element("div", { class: "statistics-head" }, this.fold, this.summary, this.tools),
      this.tables,
      this.omitted,
    );
  }

  show(shown: Shown, theme: ChartTheme): void {
    clearTimeout(this.due);
    this.end();
    const { state, view, parts, panel } = shown;
    const isEmpty = view.panes.length === 0;
    // Its place is kept while data load, so that the plots do not move.
    const isPlace = isEmpty && panel === null && isAwaited(parts);
    // Small panes take all the room there is: the menu opens it.
    const isFolded = view.panel?.full === null && !state.isStatistics;
    this.root.hidden = (isEmpty && !isPlace) || isFolded;
    this.root.classList.toggle("is-awaited", isPlace);
    setAttributes(this.fold, { "aria-expanded": `${state.isStatistics}` });
    for (const part of [this.summary, this.tools, this.tables]) part.hidden = !state.isStatistics;
    if (!state.isStatistics || isEmpty) {
      this.omitted.hidden = true;
      this.tables.replaceChildren();
      this.table = undefined;
      return;
    }
    this.correlationOf.show(
      [
        { value: "changes", text: t("Changes"), tooltip: t("From one observation to the next") },
        { value: "levels", text: t("Levels"), tooltip: "" },
      ],
      state.correlationOf,
    );
    // The old tables stay visible until the new ones are computed, but cannot be copied.
    this.table = undefined;
    setAttributes(this.tables, { "aria-busy": "true" });
    const work = lateStatistics.pieces.statisticsOf(shown);
    this.end = inPieces(work, (table) => this.fill(table, theme));
  }

  private fill(table: StatisticsTable, theme: ChartTheme): void {
    setAttributes(this.tables, { "aria-busy": "false" });
    this.table = table;
    const { rows, omitted, summary, correlations } = table;
    setText(this.summary, summary);
    for (const each of this.tools.querySelectorAll<HTMLElement>(".muted, .segments"))
      each.hidden = correlations.length === 0;
    this.omitted.hidden = omitted === 0;
    setText(this.omitted, t("The first {0} series; {1} more are left out.", rows.length, omitted));
    this.tables.replaceChildren(...lateStatistics.pieces.elementsOfStatistics(table, theme));
    this.onFilled();
  }

  /** What is in sight has changed, and nothing else. */
  showRange(shown: Shown, theme: ChartTheme): void {
    clearTimeout(this.due);
    this.end();
    if (shown.state.isStatistics) this.due = setTimeout(() => this.show(shown, theme), restMs);
  }
}
