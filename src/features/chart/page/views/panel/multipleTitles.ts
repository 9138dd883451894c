import { setAttributes } from "../../../../../ui/element";
import { type Shown } from "../shown";
import { moveFocus } from "./moveFocus";

/** The greatest distance between press and release that counts as a click. */
const clickPx = 4;

interface MultipleTitlesOptions {
  readonly columns: () => number;
  readonly onOpen: (id: string) => void;
  /**
   * Called with the id of the plot that is pointed at, or whose title has the focus; null when there is none any more.
   */
  readonly onPoint: (id: string | null) => void;
}

/** Handles the small multiples of a panel: one stop for the Tab key, and a click on a plot opens it. */
export class MultipleTitles {
  private isSmall = false;

  constructor(
    private readonly plots: HTMLElement,
    private readonly options: MultipleTitlesOptions,
  ) {
    moveFocus(plots, ".opener", options.columns);
    plots.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLElement) || !target.matches(".opener")) return;
      this.stopAt(target);
      options.onPoint(idOf(target));
    });
    plots.addEventListener("focusout", () => options.onPoint(null));
    plots.addEventListener("pointerover", ({ target }) => options.onPoint(idOf(target)));
    plots.addEventListener("pointerleave", () => options.onPoint(null));
    this.listenForClicks();
  }

  show({ state, view }: Shown): void {
    this.isSmall = view.isMultiples;
    const panes = [...this.plots.querySelectorAll("[data-id]")];
    for (const pane of panes) {
      const isOn = this.isSmall && pane.getAttribute("data-id") === state.highlighted;
      pane.classList.toggle("is-highlighted", isOn);
    }
    const titles = this.titles();
    const stop =
      titles.find((each) => each.tabIndex === 0 && each.dataset["stop"] === "") ?? titles[0];
    if (stop !== undefined) this.stopAt(stop);
  }

  /** Moves the focus to the title of a variant. */
  focus(id: string): void {
    this.titles()
      .find((title) => idOf(title) === id)
      ?.focus();
  }

  private listenForClicks(): void {
    let from: PointerEvent | undefined;
    this.plots.addEventListener("pointerdown", (event) => (from = event));
    this.plots.addEventListener("click", ({ target, clientX, clientY, detail }) => {
      const isMoved =
        from === undefined || Math.hypot(clientX - from.clientX, clientY - from.clientY) >= clickPx;
      if (!this.isSmall || isMoved || detail > 1 || !(target instanceof Element)) return;
      const id = target.closest(".opener") === null ? idOf(target) : null;
      if (id !== null) this.options.onOpen(id);
    });
  }

  private stopAt(stop: HTMLElement): void {
    for (const each of this.titles()) {
      setAttributes(each, { tabindex: each === stop ? 0 : -1, "data-stop": each === stop && "" });
    }
  }

  private titles(): readonly HTMLElement[] {
    return [...this.plots.querySelectorAll<HTMLElement>(".opener")];
  }
}

function idOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest("[data-id]")?.getAttribute("data-id") ?? null;
}
