import { type ValueRange } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { OverviewStrip } from "../draw/overviewStrip";
import { overviewTargetPx } from "../draw/plotStyle";
import { heightAround } from "../draw/axes";
import { endLabelsHeightOf, endLabelsWidth, mostShown } from "../draw/endLabels";
import { type Point } from "../draw/plotDrawing";
import { PlotPane } from "../draw/plotPane";
import { newestValue } from "../model/newest";
import { type Pane } from "../model/pane";
import { isSeveral } from "../model/series";
import { DayFlags } from "./dayFlags";
import { DifferenceTitle } from "./differenceTitle";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { LatePart } from "./latePart";
import { PaneGrid, type SmallPane } from "./panel/paneGrid";
import { afterPaint } from "./afterPaint";
import { type Dispatch } from "./pageState";
import { type Shown, headOf } from "./shown";
import { ValueCard } from "./valueCard";

/** The greatest distance between press and release that counts as a click. */
const clickPx = 4;

const leastPlotPx = 150;

interface Place {
  readonly root: HTMLElement;
  readonly title: HTMLElement;
  readonly name: HTMLElement;
  /** The newest value of a small multiple. */
  readonly newest: HTMLElement;
  /** The title of a difference, in place of `name`; undefined for other panes. */
  readonly difference: DifferenceTitle | undefined;
  readonly host: HTMLElement;
  readonly plot: PlotPane;
}

/** The plots, one below the other or as small multiples, and the overview below them. */
export class Stage {
  readonly root = element("div", { class: "stage" });
  /** Has the focus while the keys of the chart apply. */
  readonly plots = element("div", {
    class: "plots",
    role: "application",
    tabindex: 0,
    "aria-roledescription": t("chart"),
  });
  private readonly skeleton = element("div", { class: "skeleton", "aria-hidden": "true" });
  private readonly nothing = element("p", { class: "nothing", hidden: "" });
  private readonly progress = element("div", { class: "progress", hidden: "" });
  private readonly overviewName = element("p", { class: "overview-name" });
  private readonly overviewHost = element("div", { class: "overview" });
  private readonly places = new Map<string, Place>();
  private readonly card = new LatePart(() => new ValueCard());
  private flags: DayFlags | undefined;
  private readonly resized = new ResizeObserver(() => this.fit());
  private overview: OverviewStrip | undefined;
  private emphasised: string | null = null;
  private theme: ChartTheme | undefined;
  private isPainted = false;
  private told: { readonly shown: Shown; readonly day: Day | null } | undefined;
  /** Whether lines can be pointed at: in a chart of several series. */
  private canEmphasise = false;
  private readonly paneGrid: PaneGrid;
  private drawn: { readonly view: Shown["view"]; readonly theme: ChartTheme } | undefined;

  constructor(private readonly dispatch: Dispatch) {
    this.plots.append(this.skeleton, this.nothing);
    this.paneGrid = new PaneGrid(this.plots);
    this.root.append(
      ...[this.progress, this.plots, this.card.place, this.overviewName, this.overviewHost],
    );
    this.resized.observe(this.plots);
    this.listenForClicks();
  }

  /** Adds an element in the place of the plots, for views that replace them. */
  addBeside(other: Node): void {
    this.plots.after(other);
  }

  point(id: string | null): void {
    this.paneGrid.point(id);
  }

  get columns(): number {
    return this.paneGrid.columns;
  }

  /** The range of the first axis of values; undefined without a plot. */
  get values(): ValueRange | undefined {
    return this.firstPlot?.values;
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.keepRoom(shown);
    const { view, parts, panel, state } = shown;
    const isLoading = parts.some((part) => part.isLoading) || (panel?.progress ?? null) !== null;
    setAttributes(this.plots, {
      "aria-label": t(
        "{0}. Use the arrow keys to move the crosshair; press ? for keyboard shortcuts.",
        headOf(shown).title,
      ),
      "aria-busy": `${isLoading}`,
    });
    this.canEmphasise = isSeveral(parts) && panel === null;
    this.progress.hidden = !isLoading;
    this.plots.hidden = !arePlotsShown(shown);
    this.plots.classList.toggle("is-multiples", view.isMultiples);
    this.plots.classList.toggle("is-compact", view.isCompact);
    this.plots.classList.toggle("is-bridge", state.bridge !== null);
    this.showNothing(shown);
    this.skeleton.classList.toggle("is-still", !isLoading);
    if (view.panes.length === 0 || areElsewhere(shown)) this.clear();
    else this.draw(shown, theme);
    this.showMarks(shown);
    this.overviewHost.hidden = this.overviewName.hidden = view.isCompact;
    this.theme = theme;
    this.setCursor(shown, cursor);
  }

  setRange(shown: Shown): void {
    const { view } = shown;
    const { range } = view;
    if (this.drawn !== undefined) this.drawn = { ...this.drawn, view };
    for (const { plot } of this.places.values()) plot.setRange(range);
    this.overview?.setRange(range);
    this.showMarks(shown);
  }

  setCursor(shown: Shown, day: Day | null): void {
    for (const { plot } of this.places.values()) plot.setCursor(day);
    this.showCard(shown, day);
  }

  private showCard(shown: Shown, day: Day | null): void {
    const { view } = shown;
    const isWanted = hasCard(shown);
    this.told = isWanted ? { shown, day } : undefined;
    const isMeasured = day !== null || shown.state.pins.length > 0;
    const card = this.card.when(isWanted && (isMeasured || this.isPainted));
    if (card === undefined) return;
    card.root.hidden = !isWanted;
    card.theme = this.theme;
    if (!isWanted) return;
    card.setEmphasised(this.emphasised);
    // For small multiples, it shows the one that is pointed at, because the table below has all values.
    const isOne = (day !== null || view.isCompact) && view.isMultiples && this.canEmphasise;
    const panes = view.panes.filter(({ lines }) => lines.some(({ id }) => id === this.emphasised));
    card.show(isOne ? { ...shown, view: { ...view, panes } } : shown, day);
    this.placeCard();
  }

  /**
   * Sets the least height of a plot of several lines above their table: that of their labels, at least {@link
   * leastPlotPx}.
   */
  private keepRoom({ view, parts, panel }: Shown): void {
    const isOne = isSeveral(parts) && panel === null && !view.isMultiples;
    const shown = view.legend.filter(({ kind, isShown }) => kind === "series" && isShown);
    const lines = Math.min(mostShown(shown), Math.max(shown.length, view.newest.length));
    const least = Math.max(leastPlotPx, endLabelsHeightOf(lines)) + heightAround(true);
    this.plots.style.setProperty("--least-plot", isOne ? `${least}px` : "");
  }

  setEmphasised(id: string | null): void {
    this.emphasised = id;
    for (const { plot } of this.places.values()) plot.setEmphasised(id);
    this.card.part?.setEmphasised(id);
    if (this.drawn?.view.isCompact === true) this.point(this.emphasisedPane?.id ?? null);
    const { shown, day } = this.told ?? {};
    if (shown?.view.isMultiples === true) this.showCard(shown, day ?? null);
  }

  private get emphasisedPane(): Pane | undefined {
    return this.drawn?.view.panes.find(({ lines }) =>
      lines.some(({ id }) => id === this.emphasised),
    );
  }

  /** Places the card in the pane that is pointed at, else in the first. */
  private placeCard(): void {
    const places = [...this.places.values()];
    // A line that is emphasised from outside the plots is shown in its own pane.
    const place =
      places.find(({ root }) => root.matches(":hover")) ??
      this.places.get(this.emphasisedPane?.id ?? "") ??
      places[0];
    const card = this.card.part;
    const day = card?.day ?? null;
    if (card === undefined || day === null || place === undefined) return;
    const { inside } = place.plot;
    const surroundings = place.plot.surroundings(day);
    if (surroundings === undefined) return;
    const [stage, plot] = [this.root, inside].map((each) => each.getBoundingClientRect());
    if (stage === undefined || plot === undefined) return;
    const onStage = ({ x, y }: Point): Point => ({
      x: x + plot.left - stage.left,
      y: y + plot.top - stage.top,
    });
    // The days of pins and of the axis are below the last plot.
    const { bottom } = (this.plotAt(-1) ?? place.plot).inside.getBoundingClientRect();
    card.place({
      space: { width: stage.width, height: bottom - stage.top },
      at: onStage(surroundings.at),
      points: surroundings.points.map(onStage),
    });
  }

  /** Explains why there are no plots, unless data are expected or have failed. */
  private showNothing({ view, parts, panel, state }: Shown): void {
    const isEmpty = view.panes.length === 0;
    // A panel has its as-of once all of its parts have arrived.
    const hasData = parts.some(({ data }) => data !== null) || (panel?.asOf ?? null) !== null;
    const hasDays = parts.some(({ data }) => data !== null && data.days.length > 0);
    this.skeleton.hidden = !isEmpty || hasData;
    this.nothing.hidden = !(isEmpty && hasData);
    const isHidden = parts.every(({ id }) => state.hidden.includes(id));
    setText(
      this.nothing,
      panel !== null
        ? panel.coverage
        : !hasDays
          ? noDataText(parts[0]?.identity.asOf ?? "latest")
          : isHidden
            ? t("All series are hidden. Show one in the legend.")
            : [t("No numeric columns"), ...view.notes].join(" · "),
    );
    this.overviewHost.classList.toggle("is-empty", isEmpty);
  }

  private get firstPlot(): PlotPane | undefined {
    return this.plotAt(0);
  }

  /** @param index - The index of its pane among those shown; −1 is the last. */
  private plotAt(index: number): PlotPane | undefined {
    const pane = this.drawn?.view.panes.at(index);
    return pane && this.places.get(pane.id)?.plot;
  }

  private draw(shown: Shown, theme: ChartTheme): void {
    const { view } = shown;
    const { panes, range } = view;
    this.drawn = { view, theme };
    const ids = new Set(panes.map(({ id }) => id));
    for (const [id, place] of this.places) {
      if (!ids.has(id)) this.remove(id, place);
    }
    const places = panes.map((pane) => this.placed(pane, view));
    this.putInOrder(places);
    this.paneGrid.show(view.isCompact ? smallPanes(panes, places) : [], shown.panel !== null);
    setText(this.overviewName, view.overviewTitle);
    // Sizes are set first, so that a plot is drawn once.
    this.fit();
    const rightPx = Math.max(0, ...panes.map((pane) => endLabelsWidth(pane, range)));
    panes.forEach((pane, index) => {
      const hasDayLabels = view.isMultiples || pane === panes.at(-1);
      places[index]?.plot.show({ pane, range, theme, hasDayLabels, rightPx });
    });
    // The space for labels at the right is known only after the plots have their panes.
    this.fitOverview();
    if (view.isCompact) return;
    if (this.overview === undefined) afterPaint(() => this.showRest());
    else this.showOverview();
  }

  /** Shows the parts that the first picture does not need; the space for the overview is reserved until then. */
  private showRest(): void {
    this.isPainted = true;
    const { told } = this;
    if (told !== undefined) this.showCard(told.shown, told.day);
    this.showOverview();
  }

  private showOverview(): void {
    if (this.drawn === undefined || this.overviewHost.hidden !== false) return;
    const { view, theme } = this.drawn;
    this.overview ??= new OverviewStrip(this.overviewHost, {
      onRange: (next) => this.dispatch({ type: "showRange", range: next }),
    });
    this.overview.show((view.panes[0]?.lines ?? []).slice(0, 1), view.bounds, view.range, theme);
  }

  /** Elements already in order are not moved, because they would lose the focus and the pointer. */
  private putInOrder(places: readonly Place[]): void {
    let before: Element = this.nothing;
    for (const { root } of places) {
      if (nextPane(before) !== root) before.after(root);
      before = root;
    }
  }

  /** The elements of a pane, with all that its size depends on. */
  private placed(pane: Pane, { panes, isMultiples }: Shown["view"]): Place {
    const place = this.places.get(pane.id) ?? this.added(pane);
    place.root.className = `pane pane-${pane.kind}`;
    // The title of the main pane is that of the page.
    place.title.hidden = pane.kind === "main" || !(isMultiples || panes.length > 1);
    place.difference?.show(pane);
    setText(place.name, pane.title);
    setText(place.newest, isMultiples ? newestOfPane(pane) : "");
    return place;
  }

  private showMarks(shown: Shown): void {
    const { pins, bridge } = shown.state;
    if (this.flags === undefined && pins.length === 0 && bridge === null) return;
    const plots = shown.view.panes.flatMap(({ id }) => this.places.get(id)?.plot ?? []);
    this.flags ??= new DayFlags(this.dispatch, () => this.plots.focus());
    this.flags.show(shown, plots);
  }

  private added({ id, kind }: Pane): Place {
    const difference = kind === "difference" ? new DifferenceTitle(this.dispatch) : undefined;
    const title = difference?.root ?? element("p", { class: "pane-title" });
    // All panes but the main one and the difference may be one of many.
    const name = kind === "difference" || id === "main" ? element("span") : this.opener(id);
    const newest = element("span", { class: "pane-newest" });
    if (difference === undefined) title.append(name, newest);
    const host = element("div", { class: "pane-plot" });
    const root = element("div", { class: "pane", "data-id": id }, title, host);
    this.plots.append(root);
    const plot = new PlotPane(host, {
      bounds: () => this.drawn?.view.bounds ?? { from: 0, to: 0 },
      onRange: (range) => this.dispatch({ type: "showRange", range }),
      onCursor: (day) => this.dispatch({ type: "moveCursor", day }),
      canPoint: () => this.canEmphasise,
      onLine: (line) => this.dispatch({ type: "emphasise", id: line }),
    });
    plot.setEmphasised(this.emphasised);
    const place = { root, title, name, newest, difference, host, plot };
    this.places.set(id, place);
    this.resized.observe(host);
    return place;
  }

  /** The name of a small multiple opens its own chart, or in a panel its full size. */
  private opener(id: string): HTMLElement {
    return button({ class: "opener", title: t("Open Chart") }, () => {
      if (this.drawn?.view.panel === undefined) this.dispatch({ type: "openPart", id });
      else this.dispatch({ type: "arrange", change: { fullSize: id } });
    });
  }

  private clear(): void {
    this.drawn = undefined;
    this.paneGrid.show([], false);
    for (const [id, place] of this.places) this.remove(id, place);
  }

  private remove(id: string, { root, host, plot }: Place): void {
    this.resized.unobserve(host);
    plot.dispose();
    root.remove();
    this.places.delete(id);
  }

  private fit(): void {
    this.paneGrid.layOut();
    for (const { host, plot } of this.places.values()) {
      if (host.clientWidth > 0) plot.resize(host.clientWidth, host.clientHeight);
    }
    this.fitOverview();
    this.placeCard();
  }

  private fitOverview(): void {
    this.alignOverview();
    const { clientWidth, clientHeight } = this.overviewHost;
    if (clientWidth > 0) this.overview?.resize(clientWidth, clientHeight);
  }

  /** Aligns its days with those of the plot above. */
  private alignOverview(): void {
    const { edges } = this.firstPlot ?? {};
    if (edges === undefined || this.drawn?.view.isMultiples === true) return;
    const [left, right] = [edges.left, edges.right].map((px) => Math.max(0, px - overviewTargetPx));
    Object.assign(this.overviewHost.style, { marginLeft: `${left}px`, marginRight: `${right}px` });
  }

  private listenForClicks(): void {
    let from: PointerEvent | undefined;
    this.plots.addEventListener("pointerdown", (event) => {
      from = event;
      this.plots.focus({ preventScroll: true });
    });
    this.plots.addEventListener("click", ({ clientX, clientY, detail }) => {
      // The second click of a double click does not count.
      if (from === undefined || detail > 1) return;
      if (Math.hypot(clientX - from.clientX, clientY - from.clientY) < clickPx)
        this.dispatch({ type: "press" });
    });
    // In a bridge, a double click sets days and does not show all; elsewhere it shows all, and the second press undoes
    // the pin of the first.
    const keep = (event: Event): void => {
      if (this.plots.classList.contains("is-bridge")) event.stopPropagation();
      else this.dispatch({ type: "press" });
    };
    this.plots.addEventListener("dblclick", keep, { capture: true });
  }
}

/** The element after another, skipping the heading of a group of panes. */
function nextPane({ nextElementSibling: next }: Element): Element | null {
  return next?.matches(".pane-heading") === true ? next.nextElementSibling : next;
}

function newestOfPane({ lines }: Pane): string {
  const [line] = lines;
  return line === undefined ? "" : (newestValue(line)?.text ?? "");
}

/**
 * Whether there is a card: not without plots, and over small panes only for pins, because the table has their values.
 */
function hasCard(shown: Shown): boolean {
  const { panel, state, view } = shown;
  const arePinned = panel === null && state.pins.length > 0;
  return arePlotsShown(shown) && (!view.isCompact || arePinned);
}

/** Whether the plots are shown, rather than a table or another view of a panel. */
function arePlotsShown(shown: Shown): boolean {
  return !shown.state.isTable && !areElsewhere(shown);
}

/** Whether a panel shows its variants in another view than panes. */
function areElsewhere({ panel, view, state }: Shown): boolean {
  return panel !== null && view.isMultiples && state.panelView !== "panes";
}

function smallPanes(panes: readonly Pane[], places: readonly Place[]): readonly SmallPane[] {
  return panes.flatMap(
    ({ id, title, shortTitle = title, name: shownTitle = title, group }, index) => {
      const place = places[index];
      if (place === undefined) return [];
      const { root, name, newest, host, plot } = place;
      return [{ id, title, shownTitle, shortTitle, group, root, name, newest, host, plot }];
    },
  );
}

function noDataText(asOf: string): string {
  return asOf === "latest"
    ? t("No data yet.")
    : t("No data as of {0}, which may be before the first production.", asOfText(asOf));
}
