import { formatTick } from "../../draw/valueTicks";
import { type BarScale } from "./barScale";
import { element, setText } from "../element";

/** The labels above the bars of a cross-section: zero in the middle, and a value on either side. */
export class BarAxis {
  readonly root = element("div", { class: "bar-axis", "aria-hidden": "true" });
  private readonly labels = [-1, 0, 1].map((side) => ({ side, label: element("span") }));

  constructor() {
    this.root.append(...this.labels.map(({ label }) => label));
  }

  show({ tick, reach }: BarScale): void {
    for (const { side, label } of this.labels) {
      setText(label, formatTick("score", side * tick, tick));
      label.style.left = `${50 + (50 * side * tick) / reach}%`;
    }
  }
}
