import { type Day } from "../../../../../shared/day";
import { type ChartTheme } from "../../draw/chartTheme";
import { negativeColour, positiveColour } from "../../draw/plotStyle";
import { maxMultiples } from "../../model/panel/panelView";
import { type Announcer } from "../../../../../ui/announcer";
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

interface PanelPage {
  readonly page: HTMLElement;
  readonly bar: HTMLElement;
  readonly beside: HTMLElement;
  readonly stage: Stage;
  readonly announcer: Announcer;
}

/** A zoom ends after 250 ms without a change. */
const restedMs = 250;

/** The tools for the variants of a panel: their order, the highlight, full size, and the cross-section. */
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
    { page, bar, beside, stage, announcer }: PanelPage,
  ) {
    const { plots } = stage;
    this.stage = stage;
    this.bar = new PanelBar(bar, dispatch, () => {
      // If nothing was fetched, the actions of the failure are in place of the plots.
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
    this.strip = new HeatStripView(dispatch, announcer);
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

  /**
   * Shows other days; the order by change in sight follows once the zoom has ended, so that nothing moves during it.
   */
  showRange(shown: Shown): void {
    this.shown = shown;
    if (this.theme !== undefined) this.strip.show(shown, this.theme);
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.dispatch({ type: "arrange", change: {} }), restedMs);
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.cross.showCursor(shown, cursor);
  }

  private point(id: string | null): void {
    this.stage.point(id);
    this.cross.point(id);
  }

  /** Leaves full size; without it, removes the highlight. */
  private goBack(): void {
    const { fullSize, highlighted } = this.shown?.state ?? {};
    if (typeof fullSize === "string") {
      this.dispatch({ type: "arrange", change: { fullSize: null } });
    } else if (typeof highlighted === "string") {
      this.dispatch({ type: "arrange", change: { highlighted: null } });
    }
  }

  /** Moves the focus with a variant into full size and back, unless another control has it. */
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

/** Which of the plots and the cross-section are shown. */
function placesOf({ state, view }: Shown): "both" | "plots" | "cross" {
  const isElsewhere = state.isTable || (view.panel !== undefined && view.panel.full !== null);
  if (state.panelView === "panes") return "both";
  return isElsewhere || state.panelView === "heatStrip" ? "plots" : "cross";
}

/** The placeholders of a panel's plots: as many as it has variants, once their number is known. */
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
    // New elements, because those of another grid would jump.
    this.root.replaceChildren(...Array.from({ length: count }, () => element("div")));
  }
}
