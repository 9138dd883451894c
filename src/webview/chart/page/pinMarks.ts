import { type Day, isoOfDay } from "../../../shared/day";
import { type PlotPane } from "../draw/plotPane";
import { type DayRange } from "../model/pane";
import { element } from "../../kit/element";

/** The pinned days over all plots: a line each, a number above the first plot, and a tint between two. */
export class PinMarks {
  private marks: readonly HTMLElement[] = [];

  show(pins: readonly Day[], plots: readonly PlotPane[], range: DayRange): void {
    for (const mark of this.marks) mark.remove();
    const shareOf = (day: Day): number => (day - range.from) / (range.to - range.from);
    const isInSight = (day: Day): boolean => day >= range.from && day <= range.to;
    const [from, to] = pins;
    this.marks = plots.flatMap((plot, index) => {
      const tint =
        from === undefined || to === undefined ? [] : [tintOf(shareOf(from), shareOf(to))];
      const lines = pins.flatMap((day, pin) =>
        isInSight(day) ? [lineOf(day, shareOf(day), index === 0 ? `${pin + 1}` : "")] : [],
      );
      plot.inside.append(...tint, ...lines);
      return [...tint, ...lines];
    });
  }
}

function tintOf(from: number, to: number): HTMLElement {
  const made = element("div", { class: "pin-tint", "aria-hidden": "true" });
  const [left, right] = [from, to].map((share) => Math.min(1, Math.max(0, share)));
  made.style.left = `${(left ?? 0) * 100}%`;
  made.style.width = `${((right ?? 0) - (left ?? 0)) * 100}%`;
  return made;
}

function lineOf(day: Day, share: number, number: string): HTMLElement {
  const made = element("div", { class: "pin", "data-day": isoOfDay(day), "aria-hidden": "true" });
  if (number !== "") made.append(element("span", { text: number }));
  made.style.left = `${share * 100}%`;
  return made;
}
