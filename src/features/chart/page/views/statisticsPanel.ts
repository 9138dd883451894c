import { t } from "../../../../ui/l10n";
import { button, element, setAttributes } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type ChartTheme } from "../draw/chartTheme";
import { isAwaited } from "../model/series";
import { LatePart } from "./latePart";
import { type Shown } from "./shown";
import { StatisticsContent, type StatisticsContentOptions } from "./statisticsContent";

/** The statistics of the drawn series and their correlations; collapsed until a person opens it. */
export class StatisticsPanel {
  readonly root = element("section", { class: "statistics", "aria-label": t("Statistics") });
  private readonly fold: HTMLButtonElement;
  private readonly content: LatePart<StatisticsContent>;

  constructor(options: Omit<StatisticsContentOptions, "head">) {
    this.fold = button({ class: "tool", "aria-expanded": "false" }, () =>
      options.dispatch({ type: "toggleStatistics" }),
    );
    this.fold.append(icon("down"), t("Statistics"));
    const head = element("div", { class: "statistics-head" }, this.fold);
    this.content = new LatePart(() => new StatisticsContent({ head, ...options }));
    this.root.append(head, this.content.place);
  }

  show(shown: Shown, theme: ChartTheme): void {
    const { state, view, parts, panel } = shown;
    const isEmpty = view.panes.length === 0;
    // Space is reserved while data load, so that the plots do not move.
    const isPlace = isEmpty && panel === null && isAwaited(parts);
    // Small panes use all of the space, so the statistics are opened from the menu.
    const isFolded = view.panel?.full === null && !state.isStatistics;
    this.root.hidden = (isEmpty && !isPlace) || isFolded;
    this.root.classList.toggle("is-awaited", isPlace);
    setAttributes(this.fold, { "aria-expanded": `${state.isStatistics}` });
    const isShown = state.isStatistics && !isEmpty;
    if (isShown) this.content.when(true)?.show(shown, theme);
    else this.content.part?.hide();
  }

  /** Updates the tables for another range. */
  showRange(shown: Shown, theme: ChartTheme): void {
    const isShown = shown.state.isStatistics && shown.view.panes.length > 0;
    if (isShown) this.content.part?.showRange(shown, theme);
  }
}
