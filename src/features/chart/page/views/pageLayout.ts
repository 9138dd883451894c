import { type FromChart } from "../../messages";
import { type Day } from "../../../../shared/day";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { AxisMenu } from "./axisMenu";
import { hasPrintedSum, newestMiss } from "../model/rounding";
import { isSeveral } from "../model/series";
import { failedSubjects, hasFailed, staleOf } from "../model/stale";
import { chartSummary } from "../model/summary";
import { BridgePanel } from "./bridgePanel";
import { ChartTable } from "./chartTable";
import { ComponentTableView } from "./componentTableView";
import { element, setText } from "../../../../ui/element";
import { type FrameAction, PageFrame } from "../../../../ui/pageFrame";
import { makeOneTabStop } from "../../../../ui/roving";
import { roundingText } from "../../../../ui/roundingText";
import { Foot } from "./footView";
import { HeadTools } from "./headTools";
import { canShowHistory, HistoryPanel } from "./historyPanel";
import { ComparisonLine, Legend } from "./legendView";
import { KeysHelp } from "./keys";
import { LatePart } from "./latePart";
import { type MenuEntries } from "../../../../ui/menu";
import { titleSeparator } from "../../model/jointTitle";
import { PanelTools } from "./panel/panelTools";
import { type Found } from "./searchBox";
import { SeriesTable } from "./seriesTable";
import { type Dispatch } from "./pageState";
import { hasForecast, headOf, type Shown, laterThanBound } from "./shown";
import { pairPane, RevisionsPanel } from "./revisionsPanel";
import { Stage } from "./stage";
import { StaleBanner } from "./staleBanner";
import { StatisticsPanel } from "./statisticsPanel";
import { Toolbar } from "./toolbar";
import { OfferBanner } from "../../../../ui/offerBanner";

interface LayoutOptions {
  readonly dispatch: Dispatch;
  readonly entries: MenuEntries;
  /** Called for a key pressed while the plot has the focus. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly post: (message: FromChart) => void;
}

/** The layout of the whole page. */
export class PageLayout {
  readonly frame: PageFrame;
  private readonly dispatch: Dispatch;
  private readonly head: HeadTools;
  private readonly toolbar: Toolbar;
  private readonly legend: Legend;
  private readonly axis: AxisMenu;
  private readonly comparison = new ComparisonLine();
  private readonly stage: Stage;
  private readonly table: LatePart<ChartTable>;
  private readonly rounding = element("p", { class: "rounding", hidden: "" });
  private readonly series: LatePart<SeriesTable>;
  private readonly bridge: LatePart<BridgePanel>;
  private readonly components: LatePart<ComponentTableView>;
  private readonly revisions: LatePart<RevisionsPanel>;
  private readonly history: LatePart<HistoryPanel>;
  private readonly keysHelp = new LatePart(() => new KeysHelp());
  private readonly stale: LatePart<StaleBanner>;
  private readonly later = new OfferBanner();
  private panel: PanelTools | undefined;
  private readonly panelBar = element("div", { class: "panel-bar" });
  private readonly middle = element("div", { class: "middle" });
  private readonly statistics: StatisticsPanel;
  private readonly foot: Foot;
  private readonly summary = element("p", { id: "summary", class: "unseen" });
  private shown: Shown | undefined;

  constructor(body: HTMLElement, { dispatch, entries, onKey, post }: LayoutOptions) {
    this.head = new HeadTools(dispatch);
    this.toolbar = new Toolbar(dispatch, () => this.revisions.part?.reveal());
    this.legend = new Legend(dispatch);
    this.statistics = new StatisticsPanel({ dispatch, post, onFilled: () => this.giveSpace() });
    this.stage = new Stage(dispatch);
    this.axis = new AxisMenu(dispatch, () => this.stage.values);
    this.stale = new LatePart(() => new StaleBanner(dispatch, () => this.stage.plots.focus()));
    this.dispatch = dispatch;
    this.foot = new Foot(() => this.showKeys());
    this.stage.root.addEventListener("keydown", (event) => {
      if (isOfChart(event, this.stage.plots)) onKey(event);
    });
    this.stage.plots.setAttribute("aria-describedby", this.summary.id);
    const left = element("div", { class: "left" }, this.stage.root);
    this.bridge = new LatePart(() => new BridgePanel(dispatch));
    this.components = new LatePart(() => new ComponentTableView(dispatch));
    this.series = new LatePart(() => new SeriesTable(dispatch));
    left.append(this.series.place, this.bridge.place, this.components.place);
    this.table = new LatePart(() => new ChartTable(dispatch));
    this.stage.addBeside(this.table.place);
    left.append(this.rounding);
    this.revisions = new LatePart(
      () => new RevisionsPanel(dispatch, post, () => this.toolbar.focusRevisions()),
    );
    this.history = new LatePart(() => new HistoryPanel(dispatch, () => this.stage.plots.focus()));
    this.middle.append(left, this.revisions.place, this.history.place);
    const legendRow = element(
      "div",
      { class: "legend-row", "aria-label": t("Legend and axis") },
      this.legend.root,
      this.panelBar,
      this.axis.root,
    );
    makeOneTabStop(legendRow);
    this.frame = new PageFrame(body, {
      aside: this.head.aside,
      tools: this.head.parts,
      toolbar: this.toolbar.parts,
      above: [legendRow, this.comparison.root],
      content: [this.middle, this.statistics.root, this.summary],
      entries,
      onAction: (action, ids) => this.act(action, ids),
    });
    body.append(this.keysHelp.place);
    addEventListener("resize", () => this.giveSpace());
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.shown = shown;
    this.frame.root.classList.toggle("is-panel", shown.panel !== null);
    this.showFrame(shown);
    this.head.show(shown, theme);
    this.toolbar.show(shown);
    this.legend.show(shown, theme);
    this.axis.show(shown);
    this.comparison.show(shown);
    this.placeSeries(this.series.when(isSeveral(shown.parts))?.root, shown.view.isCompact);
    this.series.part?.show(shown, cursor, theme);
    const components = this.components.when(hasForecast(shown.parts));
    components?.show(shown, cursor, theme);
    // The table of components has the same note.
    this.rounding.hidden = !hasPrintedSum(shown.view) || components?.isShown === true;
    setText(this.rounding, roundingText(newestMiss(shown.view)));
    this.statistics.show(shown, theme);
    this.foot.show(shown);
    this.bridge.when(shown.state.bridge !== null)?.show(shown);
    this.table.when(shown.state.isTable)?.show(shown);
    const hasRevisions = shown.state.revisions !== null && pairPane(shown) !== undefined;
    this.revisions.when(hasRevisions)?.show(shown, cursor);
    this.history.when(shown.state.history !== null && canShowHistory(shown))?.show(shown);
    this.stage.show(shown, cursor, theme);
    this.giveSpace();
    setText(this.summary, chartSummary(shown.view));
    if (shown.panel !== null) this.panelTools.show(shown, cursor, theme);
  }

  /** Puts the table of series before small panes, for which it is the overview, and after other plots. */
  private placeSeries(table: HTMLElement | undefined, isFirst: boolean): void {
    const { root: plots } = this.stage;
    const isPlaced =
      table === undefined ||
      (isFirst ? table : plots).nextElementSibling === (isFirst ? plots : table);
    if (isPlaced) return;
    if (isFirst) plots.before(table);
    else plots.after(table);
  }

  /** Makes room for what is below the plot of several series: the plot shrinks first, then the overview is hidden. */
  private giveSpace(): void {
    const {
      frame: { root },
      shown,
    } = this;
    const isOne =
      shown !== undefined &&
      isSeveral(shown.parts) &&
      !shown.view.isMultiples &&
      !shown.state.isTable;
    const isTooHigh = (): boolean => root.offsetHeight > innerHeight;
    root.classList.remove("is-tight");
    if (!isOne || !isTooHigh()) return;
    root.classList.add("is-tight");
    // If that is not enough either, the page scrolls.
    if (isTooHigh()) root.classList.remove("is-tight");
  }

  private showFrame(shown: Shown): void {
    const head = headOf(shown);
    const stale = this.stale.when(staleOf(shown, Date.now()) !== undefined);
    stale?.show(shown);
    const text = {
      title: head.title,
      code: shown.title,
      isSample: shown.isSample,
      subtitle: [head.chosen, head.subtitle].filter((each) => each !== "").join(titleSeparator),
      banners: [...this.laterBanner(shown), ...(stale === undefined ? [] : [stale.root])],
      failures: failedSubjects(shown),
      facts: [this.foot.root],
    };
    this.frame.show(
      text,
      // Another kind or as-of may be available.
      hasFailed(shown) ? { type: "failed", hasTools: true } : { type: "content" },
    );
  }

  private laterBanner(shown: Shown): readonly HTMLElement[] {
    const later = laterThanBound(shown);
    if (later === undefined) return [];
    const run = (action: "reopenAsOf" | "reopenAllAsOf") => (): void =>
      this.dispatch({ type: "do", action });
    const offers =
      later.asOf === null
        ? []
        : [
            { label: t("Reopen As of {0}", later.asOf), run: run("reopenAsOf") },
            { label: t("Reopen All"), run: run("reopenAllAsOf") },
          ];
    return [this.later.show(later.text, offers).root];
  }

  private act(action: FrameAction, ids: readonly string[]): void {
    if (action !== "retry" && action !== "openCached") this.dispatch({ type: "do", action });
    else for (const id of ids) this.dispatch({ type: action, id });
  }

  showFound(found: Found): void {
    this.head.showFound(found);
  }

  /** Shows other days without any other change. */
  showRange(shown: Shown, theme: ChartTheme): void {
    this.stage.setRange(shown);
    this.series.part?.showRange(shown);
    this.statistics.showRange(shown, theme);
    this.toolbar.showRange(shown);
    this.table.part?.show(shown);
    setText(this.summary, chartSummary(shown.view));
    if (shown.panel !== null) this.panelTools.showRange(shown);
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.stage.setCursor(shown, cursor);
    this.series.part?.showCursor(cursor);
    this.revisions.part?.showCursor(cursor);
    this.components.part?.showCursor(cursor);
    if (shown.panel !== null) this.panelTools.showCursor(shown, cursor);
  }

  /** @param id - The id of the line that is pointed at; null for none. */
  showEmphasised(id: string | null): void {
    this.stage.setEmphasised(id);
    this.series.part?.setEmphasised(id);
  }

  showKeys(): void {
    this.keysHelp.when(true)?.open();
  }

  private get panelTools(): PanelTools {
    const { frame, panelBar: bar, middle: beside, stage } = this;
    const { root: page, announcer } = frame;
    this.panel ??= new PanelTools(this.dispatch, { page, bar, beside, stage, announcer });
    return this.panel;
  }
}

/** Whether a key applies to the chart: pressed in its plots, on the title of a small one, or in the heat strip. */
function isOfChart({ target, key, defaultPrevented }: KeyboardEvent, plots: HTMLElement): boolean {
  if (target === plots) return true;
  // The target has already handled the key.
  if (defaultPrevented || !(target instanceof Element)) return false;
  const isTitle = target.matches(".opener") && key !== "Enter" && key !== " ";
  return isTitle || target.matches(".strip");
}
