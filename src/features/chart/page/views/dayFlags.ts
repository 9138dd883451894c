import { type BridgeState } from "../../model/viewState";
import { type Day, isoOfDay } from "../../../../shared/day";
import { dateText } from "../../../../ui/dateText";
import { element, setAttributes, setText } from "../../../../ui/element";
import { t } from "../../../../ui/l10n";
import { type PlotPane } from "../draw/plotPane";
import { nearestDay } from "../draw/plotData";
import { nextObserved } from "../model/observed";
import { type DayRange, type Pane } from "../model/pane";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** The width of a flag. If two would overlap, the first moves aside. */
const flagPx = 17;

const clickPx = 4;

const ends = ["from", "to"] as const;

/** The days marked over the plots: those of a bridge, or the pinned ones, ascending, at most two. */
interface Flagged {
  readonly days: readonly Day[];
  readonly bridge: BridgeState | null;
  readonly range: DayRange;
  readonly panes: readonly Pane[];
}

/**
 * Marks the pinned days, or the two of a bridge, over all plots: each has a line, and above the first plot a flag that can be
 * dragged, or moved by an observation with the arrow keys. Between two pins there is a tint.
 */
export class DayFlags {
  private readonly flags: readonly [HTMLElement, HTMLElement] = [this.flag(0), this.flag(1)];
  private marks: readonly HTMLElement[] = [];
  private flagged: Flagged | undefined;
  private first: PlotPane | undefined;

  /** @param onEscape - Called when the pins are removed by key, to move the focus. */
  constructor(
    private readonly dispatch: Dispatch,
    private readonly onEscape: () => void,
  ) {}

  show({ state, view }: Shown, plots: readonly PlotPane[]): void {
    const { bridge, pins } = state;
    const { range, panes } = view;
    const days = bridge === null ? pins : [bridge.from, bridge.to];
    this.flagged = { days, bridge, range, panes };
    [this.first] = plots;
    for (const mark of this.marks) mark.remove();
    this.marks = plots.flatMap((plot, index) => this.marksOn(plot, index > 0));
    this.showFlags();
    // The days of a bridge are below the plots; between small plots there is no room for days.
    const areTagged = bridge === null && !view.isCompact;
    for (const plot of plots) plot.setPins({ days, areTagged });
  }

  /** Adds the tint, and the lines on plots without flags. */
  private marksOn(plot: PlotPane, hasLines: boolean): readonly HTMLElement[] {
    const { days, bridge } = this.flagged ?? { days: [], bridge: null };
    const [from, to] = days;
    const isMeasured = bridge === null && from !== undefined && to !== undefined;
    const tint = isMeasured ? [tintOf(this.shareOf(from), this.shareOf(to))] : [];
    const inSight = days.map((day) => this.shareOf(day)).filter(isInSight);
    const lines = hasLines ? inSight.map(lineAt) : [];
    plot.inside.append(...tint, ...lines);
    return [...tint, ...lines];
  }

  private showFlags(): void {
    const { first, flagged, flags } = this;
    const { days, bridge, range } = flagged ?? { days: [], bridge: null, range: undefined };
    const places = days.map((day) => this.shareOf(day) * (first?.insideWidth ?? 0));
    const [left = 0, right = Number.POSITIVE_INFINITY] = places;
    flags[0].style.setProperty("--shift", `${Math.max(0, flagPx - (right - left))}px`);
    for (const [index, flag] of flags.entries()) {
      const day = days[index];
      const share = day === undefined ? Number.NaN : this.shareOf(day);
      if (first === undefined || range === undefined || day === undefined || !isInSight(share)) {
        flag.remove();
        continue;
      }
      if (flag.parentElement !== first.inside) first.inside.append(flag);
      setText(flag.firstElementChild ?? flag, flagText(bridge, index));
      flag.style.left = `${share * 100}%`;
      setAttributes(flag, {
        "data-day": isoOfDay(day),
        "aria-label": nameOf(bridge, index),
        "aria-valuenow": day,
        "aria-valuemin": range.from,
        "aria-valuemax": range.to,
        "aria-valuetext": dateText(day),
      });
    }
  }

  private shareOf(day: Day): number {
    const { from, to } = this.flagged?.range ?? { from: 0, to: 1 };
    return (day - from) / (to - from);
  }

  private flag(index: 0 | 1): HTMLElement {
    const made = element("div", { class: "pin", role: "slider", tabindex: 0 }, element("span"));
    let downX = 0;
    made.addEventListener("pointerdown", (event) => {
      downX = event.clientX;
      // Keeps the plot below from being panned or clicked.
      event.stopPropagation();
      made.setPointerCapture(event.pointerId);
    });
    made.addEventListener("pointermove", (event) => {
      if (!made.hasPointerCapture(event.pointerId)) return;
      event.stopPropagation();
      this.drag(index, event.clientX);
    });
    for (const type of ["pointerup", "mousedown", "mousemove", "click"]) {
      made.addEventListener(type, (event) => event.stopPropagation());
    }
    made.addEventListener("click", ({ clientX, detail }) => {
      // The second click of a double click would remove the other pin.
      const isClick = detail === 1 && Math.abs(clientX - downX) < clickPx;
      if (isClick && this.flagged?.bridge === null) this.dispatch({ type: "unpin", index });
    });
    made.addEventListener("keydown", (event) => this.onKey(index, event));
    return made;
  }

  private drag(index: 0 | 1, clientX: number): void {
    const box = this.first?.inside.getBoundingClientRect();
    const [pane] = this.flagged?.panes ?? [];
    if (this.flagged === undefined || pane === undefined || box === undefined || box.width === 0)
      return;
    const { range } = this.flagged;
    const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
    const day = nearestDay(pane, range.from + share * (range.to - range.from), range);
    if (day !== undefined) this.move(index, day);
  }

  private onKey(index: 0 | 1, event: KeyboardEvent): void {
    const { flagged } = this;
    const day = flagged?.days[index];
    if (flagged === undefined || day === undefined) return;
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (direction === -1 || direction === 1) {
      const next = nextObserved(flagged.panes, day, direction);
      const { from, to } = flagged.range;
      // A flag out of sight would be removed, and the focus with it.
      if (next !== undefined && next >= from && next <= to) this.move(index, next);
    } else if (event.key === "Escape" && flagged.bridge === null) {
      this.dispatch({ type: "unpin" });
      this.onEscape();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private move(index: 0 | 1, day: Day): void {
    if (this.flagged?.bridge === null) this.dispatch({ type: "movePin", index, day });
    else this.dispatch({ type: "setBridge", change: { [ends[index]]: day } });
  }
}

function isInSight(share: number): boolean {
  return share >= 0 && share <= 1;
}

function flagText(bridge: BridgeState | null, index: number): string {
  return bridge === null ? `${index + 1}` : index === 0 ? "A" : "B";
}

function nameOf(bridge: BridgeState | null, index: number): string {
  if (bridge === null) return t("Pin {0}", index + 1);
  return index === 0 ? t("Bridge from (A)") : t("Bridge to (B)");
}

function tintOf(from: number, to: number): HTMLElement {
  const made = element("div", { class: "pin-tint", "aria-hidden": "true" });
  const [left = 0, right = 0] = [from, to].map((share) => Math.min(1, Math.max(0, share)));
  made.style.left = `${left * 100}%`;
  made.style.width = `${(right - left) * 100}%`;
  return made;
}

function lineAt(share: number): HTMLElement {
  const made = element("div", { class: "pin", "aria-hidden": "true" });
  made.style.left = `${share * 100}%`;
  return made;
}
