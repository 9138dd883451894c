import { type Day } from "../../../../shared/day";
import { type ChartTheme } from "../../draw/chartTheme";
import { lineColour } from "../../draw/plotStyle";
import { maxMultiples } from "../../model/panel/panelView";
import { element } from "../../../kit/element";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";
import { CrossSection } from "./crossSection";
import { MultipleTitles } from "./multipleTitles";
import { PanelBar } from "./panelBar";

/** What of the page the tools of a panel stand in. */
interface PanelPage {
  readonly page: HTMLElement;
  /** Keeps the place of what stands in it. */
  readonly bar: HTMLElement;
  readonly beside: HTMLElement;
  readonly plots: HTMLElement;
}

/** A zoom has come to rest. */
const restedMs = 250;

/** What a person does with the variants of a panel: sorts them, compares one with all others, reads their newest values. */
export class PanelTools {
  private readonly bar: PanelBar;
  private readonly strip: CrossSection;
  private readonly titles: MultipleTitles;
  private readonly skeleton: PanelSkeleton;
  private shown: Shown | undefined;
  private rest: number | undefined;

  constructor(
    private readonly dispatch: Dispatch,
    { page, bar, beside, plots }: PanelPage,
  ) {
    this.bar = new PanelBar(bar, dispatch, () => {
      // Where nothing was fetched, what helps stands in the place of the plots.
      const next = page.querySelector<HTMLElement>(".is-failed .failure button") ?? plots;
      next.focus({ preventScroll: true });
    });
    this.strip = new CrossSection(dispatch);
    this.titles = new MultipleTitles(plots, (id) => this.toggle(id));
    this.skeleton = new PanelSkeleton(plots);
    beside.append(this.strip.root);
    page.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.shown?.state.highlighted === null) return;
      dispatch({ type: "arrange", change: { highlighted: null } });
    });
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.shown = shown;
    this.strip.root.style.setProperty("--bar", lineColour(theme, 0));
    this.bar.show(shown);
    this.strip.show(shown, cursor);
    this.titles.show(shown);
    this.skeleton.show(shown);
  }

  /** Changes in sight are those of other days now: while a person zooms nothing changes its place. */
  showRange(shown: Shown): void {
    this.shown = shown;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.dispatch({ type: "arrange", change: {} }), restedMs);
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.strip.showCursor(shown, cursor);
  }

  private toggle(id: string): void {
    const isOn = this.shown?.state.highlighted === id;
    this.dispatch({ type: "arrange", change: { highlighted: isOn ? null : id } });
  }
}

/** Where the plots of a panel are going to stand: as many as it has variants, once that is known. */
class PanelSkeleton {
  private readonly root: HTMLElement | null;

  constructor(plots: HTMLElement) {
    this.root = plots.querySelector(".skeleton");
  }

  show({ panel }: Shown): void {
    const progress = panel?.progress ?? null;
    if (this.root === null || progress === null) return;
    const count = progress.of > 0 ? Math.min(progress.of, maxMultiples) : maxMultiples;
    while (this.root.childElementCount > count) this.root.lastElementChild?.remove();
    while (this.root.childElementCount < count) this.root.append(element("div"));
  }
}
