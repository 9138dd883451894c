import { type Day } from "../../../../../shared/day";
import { type ChartTheme } from "../../draw/chartTheme";
import { negativeColour, positiveColour } from "../../draw/plotStyle";
import { maxMultiples } from "../../model/panel/panelView";
import { element } from "../../../../../ui/element";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";
import { type Stage } from "../stage";
import { CrossSection } from "./crossSection";
import { HeatStripView } from "./heatStripView";
import { MultipleTitles } from "./multipleTitles";
import { PanelBar } from "./panelBar";
import { setGrid } from "./paneGrid";
import { StripKey } from "./stripKey";

/** What of the page the tools of a panel stand in. */
interface PanelPage {
  readonly page: HTMLElement;
  /** In the row of the legend. */
  readonly bar: HTMLElement;
  readonly beside: HTMLElement;
  readonly stage: Stage;
}

/** A zoom has come to rest. */
const restedMs = 250;

/** What a person does with the variants of a panel: orders them, compares one with all others, opens one, reads their newest values. */
export class PanelTools {
  private readonly bar: PanelBar;
  private readonly cross: CrossSection;
  private readonly titles: MultipleTitles;
  private readonly strip: HeatStripView;
  private readonly key = new StripKey();
  private readonly skeleton: PanelSkeleton;
  private readonly stage: Stage;
  private shown: Shown | undefined;
  private theme: ChartTheme | undefined;
  private rest: number | undefined;

  constructor(
    private readonly dispatch: Dispatch,
    { page, bar, beside, stage }: PanelPage,
  ) {
    const { plots } = stage;
    this.stage = stage;
    this.bar = new PanelBar(bar, dispatch, () => {
      // Where nothing was fetched, what helps stands in the place of the plots.
      const next = page.querySelector<HTMLElement>(".is-failed .failure button") ?? plots;
      next.focus({ preventScroll: true });
    });
    const onPoint = (id: string | null): void => this.point(id);
    this.cross = new CrossSection({ dispatch, onPoint });
    this.titles = new MultipleTitles(plots, {
      columns: () => stage.columns,
      onOpen: (fullSize) => dispatch({ type: "arrange", change: { fullSize } }),
      onPoint,
    });
    this.skeleton = new PanelSkeleton(plots);
    this.strip = new HeatStripView(dispatch);
    stage.addBeside(this.strip.root);
    bar.after(this.key.root);
    beside.append(this.cross.root);
    page.addEventListener("keydown", ({ key, target }) => {
      if (key === "Escape" && !(target instanceof HTMLInputElement)) this.goBack();
    });
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    const before = this.shown;
    this.shown = shown;
    const { style } = this.cross.root;
    style.setProperty("--above", positiveColour(theme));
    style.setProperty("--below", negativeColour(theme));
    this.cross.root.parentElement?.setAttribute("data-shows", placesOf(shown));
    this.bar.show(shown);
    this.cross.show(shown, cursor);
    this.titles.show(shown);
    this.strip.show(shown, theme);
    this.key.show(shown, theme);
    this.theme = theme;
    this.skeleton.show(shown);
    this.followFocus(before, shown);
  }

  /** Changes in sight are those of other days now: while a person zooms nothing changes its place. */
  showRange(shown: Shown): void {
    this.shown = shown;
    if (this.theme !== undefined) this.strip.show(shown, this.theme);
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.dispatch({ type: "arrange", change: {} }), restedMs);
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.cross.showCursor(shown, cursor);
  }

  /** One variant everywhere: its pane, and its row. */
  private point(id: string | null): void {
    this.stage.point(id);
    this.cross.point(id);
  }

  /** From full size to all variants, or without the highlight. */
  private goBack(): void {
    const { fullSize, highlighted } = this.shown?.state ?? {};
    if (typeof fullSize === "string") {
      this.dispatch({ type: "arrange", change: { fullSize: null } });
    } else if (typeof highlighted === "string") {
      this.dispatch({ type: "arrange", change: { highlighted: null } });
    }
  }

  /** The focus follows a variant into full size and back, unless it is at a control elsewhere. */
  private followFocus(before: Shown | undefined, { state, view }: Shown): void {
    if (before === undefined || before.parts.length === 0) return;
    if (before.state.fullSize === state.fullSize) return;
    const focused = document.activeElement;
    const isElsewhere =
      focused instanceof HTMLElement &&
      focused !== document.body &&
      focused.getClientRects().length > 0 &&
      !this.stage.root.contains(focused);
    if (isElsewhere) return;
    const was = before.view.panel?.full ?? null;
    if ((view.panel?.full ?? null) !== null) this.stage.plots.focus({ preventScroll: true });
    else if (view.panel?.shows === "heatStrip") this.strip.focus();
    else if (was !== null) this.titles.focus(was.id);
  }
}

/** What of the plots and the cross-section stands in the page. */
function placesOf({ state, view }: Shown): "both" | "plots" | "cross" {
  const isElsewhere = state.isTable || (view.panel !== undefined && view.panel.full !== null);
  if (state.panelView === "panes") return "both";
  return isElsewhere || state.panelView === "heatStrip" ? "plots" : "cross";
}

/** Where the plots of a panel are going to stand: as many as it has variants, once that is known. */
class PanelSkeleton {
  private readonly root: HTMLElement | null;

  constructor(private readonly plots: HTMLElement) {
    this.root = plots.querySelector(".skeleton");
  }

  show({ panel }: Shown): void {
    const progress = panel?.progress ?? null;
    if (this.root?.hidden !== false || progress === null) return;
    const count = progress.of > 0 ? Math.min(progress.of, maxMultiples) : maxMultiples;
    setGrid(this.plots, count);
    if (this.root.childElementCount === count) return;
    // New ones: those of another grid would jump.
    this.root.replaceChildren(...Array.from({ length: count }, () => element("div")));
  }
}
