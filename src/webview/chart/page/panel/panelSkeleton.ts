import { mostMultiples } from "../../model/panel/panelView";
import { element } from "../element";
import { type Shown } from "../shown";

/** Where the plots of a panel are going to stand: as many as it has variants, once that is known. */
export class PanelSkeleton {
  private readonly root: HTMLElement | null;

  constructor(plots: HTMLElement) {
    this.root = plots.querySelector(".skeleton");
  }

  show({ panel }: Shown): void {
    const progress = panel?.progress ?? null;
    if (this.root === null || progress === null) return;
    const count = progress.of > 0 ? Math.min(progress.of, mostMultiples) : mostMultiples;
    while (this.root.childElementCount > count) this.root.lastElementChild?.remove();
    while (this.root.childElementCount < count) this.root.append(element("div"));
  }
}
