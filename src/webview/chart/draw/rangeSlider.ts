import { isoOfDay } from "../../../shared/day";
import { t } from "../../l10n";
import { type DayRange } from "../model/pane";
import { type RangePart } from "./zoom";

/** How far a key moves a slider: days, or to an end. */
export type SliderKeys = Readonly<Record<string, number>>;

/** A part of the window that a keyboard can move; placed by the strip it stands in. */
export class RangeSlider {
  readonly element: HTMLElement = document.createElement("div");

  constructor(
    readonly part: RangePart,
    onMove: (part: RangePart, days: number) => void,
    stepsOf: () => SliderKeys,
  ) {
    const { element } = this;
    element.className = part === "all" ? "overview-window" : `overview-handle overview-${part}`;
    element.role = "slider";
    element.tabIndex = 0;
    element.ariaOrientation = "horizontal";
    element.ariaLabel = labelOf(part);
    const onKey = (event: KeyboardEvent): void => {
      const days = stepsOf()[event.key];
      if (days === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      onMove(part, days);
    };
    element.addEventListener("keydown", onKey);
  }

  tell(range: DayRange, bounds: DayRange): void {
    const { element, part } = this;
    element.ariaValueMin = `${bounds.from}`;
    element.ariaValueMax = `${bounds.to}`;
    element.ariaValueNow = `${part === "to" ? range.to : range.from}`;
    const [from, to] = [isoOfDay(range.from), isoOfDay(range.to)];
    element.ariaValueText =
      part === "all" ? t("{0} to {1}", from, to) : part === "from" ? from : to;
  }
}

function labelOf(part: RangePart): string {
  if (part === "all") return t("Days shown");
  return part === "from" ? t("First day shown") : t("Last day shown");
}
