import { type BridgeState } from "../../../shared/chart/viewState";
import { dateText } from "../../kit/dateText";
import { t } from "../../l10n";
import { type PlotPane } from "../draw/plotPane";
import { type DayRange } from "../model/pane";
import { element, setAttributes } from "../../kit/element";
import { type Dispatch } from "./pageState";

/** Width of a letter and its distance from the line. */
const letterPx = 14;

const ends = ["from", "to"] as const;
type End = (typeof ends)[number];

/** The two days of a bridge as handles over the first plot, which can be dragged; keys move them by a day. */
export class DayMarks {
  private readonly handles: Readonly<Record<End, HTMLElement>>;
  private bridge: BridgeState | null = null;
  private plot: PlotPane | undefined;
  private range: DayRange = { from: 0, to: 0 };

  constructor(private readonly dispatch: Dispatch) {
    this.handles = { from: this.handle("from", "A"), to: this.handle("to", "B") };
  }

  /** Nothing is shown without a bridge or a plot. */
  show(bridge: BridgeState | null, plot: PlotPane | undefined, range: DayRange): void {
    this.bridge = bridge;
    this.plot = plot;
    for (const end of ends) {
      const handle = this.handles[end];
      if (bridge === null || plot === undefined) handle.remove();
      else if (handle.parentElement !== plot.inside) plot.inside.append(handle);
    }
    this.move(range);
  }

  private move(range: DayRange): void {
    this.range = range;
    if (this.bridge === null) return;
    for (const end of ends) {
      const day = this.bridge[end];
      const share = (day - range.from) / (range.to - range.from);
      const handle = this.handles[end];
      handle.hidden = !(share >= 0 && share <= 1);
      // At the edge of the plot the letter stands on the inner side of its line.
      const edgePx = (end === "to" ? 1 - share : share) * (this.plot?.insideWidth ?? 0);
      handle.classList.toggle("is-turned", edgePx < letterPx);
      handle.style.left = `${share * 100}%`;
      setAttributes(handle, {
        "aria-valuenow": day,
        "aria-valuemin": range.from,
        "aria-valuemax": range.to,
        "aria-valuetext": dateText(day),
      });
    }
  }

  private handle(end: End, text: string): HTMLElement {
    const made = element(
      "div",
      {
        class: `day-mark day-mark-${end}`,
        role: "slider",
        tabindex: 0,
        "aria-label": end === "from" ? t("Bridge from (A)") : t("Bridge to (B)"),
      },
      element("span", { text }),
    );
    made.addEventListener("pointerdown", (event) => {
      // The plot below is neither panned nor clicked.
      event.stopPropagation();
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", (event) => {
      if (!made.hasPointerCapture(event.pointerId)) return;
      event.stopPropagation();
      this.drag(end, event.clientX);
    });
    for (const type of ["pointerup", "mousedown", "mousemove", "click"]) {
      made.addEventListener(type, (event) => event.stopPropagation());
    }
    made.addEventListener("keydown", (event) => this.onKey(end, event));
    return made;
  }

  private drag(end: End, clientX: number): void {
    const box = this.plot?.inside.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    const { from, to } = this.range;
    this.dispatch({ type: "setBridge", change: { [end]: Math.round(from + share * (to - from)) } });
  }

  private onKey(end: End, event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (step === undefined || this.bridge === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.dispatch({ type: "setBridge", change: { [end]: this.bridge[end] + step } });
  }
}
