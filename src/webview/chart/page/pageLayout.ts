import { type Day } from "../../../shared/day";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { AxisMenu } from "./axisMenu";
import { hasPrintedSum, newestMiss } from "../model/rounding";
import { isSeveral } from "../model/series";
import { chartSummary } from "../model/summary";
import { BridgePanel } from "./bridgePanel";
import { ChartTable } from "./chartTable";
import { ComponentTableView } from "./componentTableView";
import { element, setText, button } from "../../kit/element";
import { roundingText } from "../../kit/roundingText";
import { FailureList } from "./failureList";
import { Foot } from "./foot";
import { Header } from "./header";
import { ComparisonLine, Legend } from "./legend";
import { type MenuEntries } from "../../kit/menu";
import { PanelTools } from "./panel/panelTools";
import { SeriesTable } from "./seriesTable";
import { SearchBox } from "./searchBox";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";
import { Stage } from "./stage";
import { StaleBanner } from "./staleBanner";
import { StatisticsPanel } from "./statisticsPanel";
import { Toolbar } from "./toolbar";
import { chartKeys } from "./keys";

interface LayoutOptions {
  readonly dispatch: Dispatch;
  /** Of the menu of all that is seldom done. */
  readonly entries: MenuEntries;
  /** A key while the plot has the focus. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly copy: (text: string) => void;
  /** What stands behind all else. */
  readonly extras: readonly HTMLElement[];
}

/** Where everything of the page stands. */
export class PageLayout {
  readonly search: SearchBox;
  private readonly dispatch: Dispatch;
  private readonly root = element("main", { class: "chart", "aria-label": t("Chart") });
  private readonly header: Header;
  private readonly toolbar: Toolbar;
  private readonly legend: Legend;
  private readonly axis: AxisMenu;
  private readonly comparison = new ComparisonLine();
  private readonly stage: Stage;
  private readonly table = new ChartTable();
  private readonly rounding = element("p", { class: "rounding", hidden: "" });
  private readonly series: SeriesTable;
  private readonly bridge: BridgePanel;
  private readonly components: ComponentTableView;
  private readonly keysHelp = new KeysHelp();
  private readonly failures: FailureList;
  private readonly stale: StaleBanner;
  /** Of panels only. */
  private panel: PanelTools | undefined;
  private readonly panelBar = element("div", { class: "panel-bar" });
  private readonly middle = element("div", { class: "middle" });
  private readonly statistics: StatisticsPanel;
  private readonly foot: Foot;
  private readonly summary = element("p", { id: "summary", class: "unseen" });
  private shown: Shown | undefined;

  constructor(body: HTMLElement, { dispatch, entries, onKey, copy, extras }: LayoutOptions) {
    this.search = new SearchBox(dispatch);
    this.header = new Header(dispatch, this.search, entries);
    this.toolbar = new Toolbar(dispatch);
    this.legend = new Legend(dispatch);
    this.statistics = new StatisticsPanel({ dispatch, copy, onFilled: () => this.giveSpace() });
    this.stage = new Stage(dispatch);
    this.axis = new AxisMenu(dispatch, () => this.stage.values);
    const failures = element("div", { class: "failures", role: "alert" });
    this.failures = new FailureList(failures, dispatch);
    this.stale = new StaleBanner(dispatch, () => this.stage.plots.focus());
    this.dispatch = dispatch;
    this.foot = new Foot(dispatch, () => this.showKeys());
    this.stage.root.addEventListener("keydown", (event) => {
      if (isOfChart(event, this.stage.plots)) onKey(event);
    });
    this.stage.plots.setAttribute("aria-describedby", this.summary.id);
    const left = element("div", { class: "left" }, this.stage.root);
    this.bridge = new BridgePanel(dispatch);
    this.components = new ComponentTableView(dispatch);
    this.series = new SeriesTable(dispatch);
    left.append(this.series.root, this.bridge.root, this.components.root);
    this.stage.addBeside(this.table.root);
    left.append(this.rounding);
    this.middle.append(left);
    this.root.append(
      this.header.root,
      this.toolbar.root,
      this.stale.root,
      element("div", { class: "legend-row" }, this.legend.root, this.panelBar, this.axis.root),
      this.comparison.root,
      failures,
      this.middle,
      this.statistics.root,
      this.foot.root,
      this.summary,
    );
    body.append(this.root, this.keysHelp.root, ...extras);
    addEventListener("resize", () => this.giveSpace());
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.shown = shown;
    this.root.classList.toggle("is-panel", shown.panel !== null);
    this.root.classList.toggle("is-failed", hasFailed(shown));
    this.header.show(shown, theme);
    this.toolbar.show(shown);
    this.legend.show(shown, theme);
    this.axis.show(shown);
    this.comparison.show(shown);
    this.failures.show(shown, hasFailed(shown));
    this.stale.show(shown);
    this.series.show(shown, cursor, theme);
    this.components.show(shown, cursor, theme);
    // The table of components says it too.
    this.rounding.hidden = !hasPrintedSum(shown.view) || this.components.isShown;
    setText(this.rounding, roundingText(newestMiss(shown.view)));
    this.statistics.show(shown, theme);
    this.foot.show(shown);
    this.bridge.show(shown);
    this.table.show(shown);
    this.stage.show(shown, cursor, theme);
    this.giveSpace();
    setText(this.summary, chartSummary(shown.view));
    if (shown.panel !== null) this.panelTools.show(shown, cursor, theme);
  }

  /** What stands below the plot of several series takes its height first, then that of the overview. */
  private giveSpace(): void {
    const { root, shown } = this;
    const isOne =
      shown !== undefined &&
      isSeveral(shown.parts) &&
      !shown.view.isMultiples &&
      !shown.state.isTable;
    const isTooHigh = (): boolean => root.offsetHeight > innerHeight;
    root.classList.remove("is-tight");
    if (!isOne || !isTooHigh()) return;
    root.classList.add("is-tight");
    // Where that is not enough either, the page scrolls.
    if (isTooHigh()) root.classList.remove("is-tight");
  }

  /** What is in sight has changed, and nothing else. */
  showRange(shown: Shown, theme: ChartTheme): void {
    this.stage.setRange(shown);
    this.series.showRange(shown);
    this.statistics.showRange(shown, theme);
    this.toolbar.showRange(shown);
    this.table.show(shown);
    setText(this.summary, chartSummary(shown.view));
    if (shown.panel !== null) this.panelTools.showRange(shown);
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.stage.setCursor(shown, cursor);
    this.series.showCursor(cursor);
    this.components.showCursor(cursor);
    if (shown.panel !== null) this.panelTools.showCursor(shown, cursor);
  }

  /** @param id - Of the line that is pointed at; null for none. */
  showEmphasised(id: string | null): void {
    this.stage.setEmphasised(id);
    this.series.setEmphasised(id);
  }

  showKeys(): void {
    this.keysHelp.open();
  }

  private get panelTools(): PanelTools {
    const { root: page, panelBar: bar, middle: beside, stage } = this;
    this.panel ??= new PanelTools(this.dispatch, { page, bar, beside, stage });
    return this.panel;
  }
}

/** Whether a key is one of the chart's: pressed in its plots, on the title of a small one, or in what stands in their place. */
function isOfChart({ target, key, defaultPrevented }: KeyboardEvent, plots: HTMLElement): boolean {
  if (target === plots) return true;
  // The target has already handled the key.
  if (defaultPrevented || !(target instanceof Element)) return false;
  const isTitle = target.matches(".opener") && key !== "Enter" && key !== " ";
  return isTitle || target.matches(".strip");
}

/** Whether a chart has nothing to show but why, also while that is asked for once more. */
function hasFailed({ parts, panel }: Shown): boolean {
  if (parts.length === 0) return panel?.fetchedAtMs === null && panel.failure !== null;
  return panel === null && parts.every(({ data, failure }) => data === null && failure !== null);
}

/** The list of keys, in front of the page. */
export class KeysHelp {
  readonly root = element("dialog", { class: "keys", "aria-label": t("Keyboard shortcuts") });

  constructor() {
    const rows = chartKeys.map(({ shown, words }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...shown.split(" ").map(cap)),
        element("td", { text: words() }),
      ),
    );
    this.root.append(
      element("h2", { text: t("Keyboard Shortcuts") }),
      element("p", { class: "muted", text: t("While the plot has focus") }),
      element("table", {}, element("tbody", {}, ...rows)),
      button({ class: "tool", text: t("Close") }, () => this.root.close()),
    );
  }

  open(): void {
    if (!this.root.open) this.root.showModal();
  }
}

function cap(key: string): HTMLElement {
  return element("kbd", { text: key });
}
