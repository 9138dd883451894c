import { setAttributes } from "../../../kit/element";
import { type Shown } from "../shown";
import { moveFocus } from "./moveFocus";

/** How far a pointer may move between its going down and up for both to be a click. */
const clickPx = 4;

/** The small multiples of a panel: one stop for the Tab key, and a click on a plot chooses its variant. */
export class MultipleTitles {
  constructor(
    private readonly plots: HTMLElement,
    onChoose: (id: string) => void,
  ) {
    moveFocus(plots, ".opener", (focused) => this.stopAt(focused));
    plots.addEventListener("focusin", ({ target }) => {
      if (target instanceof HTMLElement && target.matches(".opener")) this.stopAt(target);
    });
    let from: PointerEvent | undefined;
    plots.addEventListener("pointerdown", (event) => (from = event));
    plots.addEventListener("click", ({ target, clientX, clientY, detail }) => {
      const isMoved =
        from === undefined || Math.hypot(clientX - from.clientX, clientY - from.clientY) >= clickPx;
      if (isMoved || detail > 1 || !(target instanceof Element)) return;
      const pane = target.closest(".pane-plot")?.closest("[data-id]");
      const id = pane?.getAttribute("data-id") ?? "";
      if (id !== "") onChoose(id);
    });
  }

  show({ state }: Shown): void {
    const panes = [...this.plots.querySelectorAll("[data-id]")];
    for (const pane of panes) {
      const isOn = pane.getAttribute("data-id") === state.highlighted;
      pane.classList.toggle("is-highlighted", isOn);
    }
    const titles = this.titles();
    const stop =
      titles.find((each) => each.tabIndex === 0 && each.dataset["stop"] === "") ?? titles[0];
    if (stop !== undefined) this.stopAt(stop);
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
