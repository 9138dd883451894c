import { t } from "../../../../ui/l10n";
import { type DayRange } from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { positionOf } from "./columnExtremes";
import { movedRange, type RangePart, rounded, type Span } from "./zoom";
import { dateText } from "../../../../ui/dateText";

interface WindowOptions {
  readonly targetPx: number;
  readonly onRange: (range: DayRange) => void;
}

interface Drag {
  readonly part: RangePart;
  readonly x: number;
  readonly span: Span;
}

/** By key, how far it moves a slider, in days. */
type SliderKeys = Readonly<Record<string, number>>;

/**
 * The window over an overview: three sliders, which can also be dragged, and veils over the days that are not shown.
 */
export class OverviewWindow {
  private readonly veils = [veil(), veil()];
  private readonly sliders: readonly RangeSlider[];
  private range: DayRange = { from: 0, to: 0 };
  private bounds: DayRange = { from: 0, to: 0 };
  private width = 0;
  private drag: Drag | undefined;

  constructor(
    private readonly parent: HTMLElement,
    private readonly options: WindowOptions,
  ) {
    const parts = ["from", "all", "to"] as const;
    const keys = (): SliderKeys => this.keys();
    const onKey = (part: RangePart, days: number): void => this.ask(this.range, part, days);
    this.sliders = parts.map((part) => new RangeSlider(part, onKey, keys));
    parent.append(...this.veils, ...this.sliders.map(({ element }) => element));
    parent.addEventListener("pointerdown", (event) => this.down(event));
    parent.addEventListener("pointermove", (event) => this.follow(event));
    for (const type of ["pointerup", "pointercancel"] as const) {
      parent.addEventListener(type, () => (this.drag = undefined));
    }
  }

  paint(theme: ChartTheme): void {
    for (const { style } of this.veils) style.background = theme.background;
    for (const { part, element } of this.sliders) {
      const edge = `3px solid ${theme.axis}`;
      if (part === "from") element.style.borderRight = edge;
      else if (part === "to") element.style.borderLeft = edge;
      else element.style.borderBlock = `1px solid ${theme.axis}`;
    }
  }

  /** @param width - The width of the overview in pixels of the page. */
  place(range: DayRange, bounds: DayRange, width: number): void {
    const { targetPx } = this.options;
    this.range = range;
    this.bounds = bounds;
    this.width = Math.max(1, width - 2 * targetPx);
    const start = targetPx + positionOf(range.from, bounds) * this.width;
    const end = targetPx + positionOf(range.to, bounds) * this.width;
    const [before, after] = this.veils;
    spread(before, targetPx, start);
    spread(after, end, targetPx + this.width);
    const least = Math.max(targetPx, end - start);
    const latest = targetPx + this.width - least;
    const left = Math.max(targetPx, Math.min((start + end - least) / 2, latest));
    for (const { part, element } of this.sliders) {
      if (part === "from") spread(element, left - targetPx, left);
      else if (part === "all") spread(element, left, left + least);
      else spread(element, left + least, left + least + targetPx);
    }
    for (const slider of this.sliders) slider.report(range, bounds);
  }

  private down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.parent.setPointerCapture(event.pointerId);
    const part = this.sliders.find(({ element }) => element === event.target)?.part;
    this.drag = { part: part ?? "all", x: event.clientX, span: this.range };
    if (part === undefined) this.centreOn(event.clientX);
  }

  /** Moves the window to a click outside of it, from where it can be dragged on. */
  private centreOn(x: number): void {
    const { from, to } = this.range;
    const left = this.parent.getBoundingClientRect().left + this.options.targetPx;
    const day = this.bounds.from + (x - left) * this.daysPerPx();
    const span = movedRange(this.range, "all", day - (from + to) / 2, this.bounds);
    this.drag = { part: "all", x, span };
    this.options.onRange(rounded(span));
  }

  private follow(event: PointerEvent): void {
    if (this.drag === undefined) return;
    const { part, x, span } = this.drag;
    this.ask(span, part, (event.clientX - x) * this.daysPerPx());
  }

  private ask(span: Span, part: RangePart, days: number): void {
    this.options.onRange(rounded(movedRange(span, part, days, this.bounds)));
  }

  private daysPerPx(): number {
    return (this.bounds.to - this.bounds.from) / this.width;
  }

  private keys(): SliderKeys {
    const all = this.bounds.to - this.bounds.from;
    const step = Math.max(1, Math.round(all / 200));
    const page = Math.max(1, this.range.to - this.range.from);
    return {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -page,
      PageUp: page,
      Home: -all,
      End: all,
    };
  }
}

/** A part of the window that can be moved with the keyboard; its owner places it. */
class RangeSlider {
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

  report(range: DayRange, bounds: DayRange): void {
    const { element, part } = this;
    element.ariaValueMin = `${bounds.from}`;
    element.ariaValueMax = `${bounds.to}`;
    element.ariaValueNow = `${part === "to" ? range.to : range.from}`;
    const [from, to] = [dateText(range.from), dateText(range.to)];
    element.ariaValueText =
      part === "all" ? t("{0} to {1}", from, to) : part === "from" ? from : to;
  }
}

function labelOf(part: RangePart): string {
  if (part === "all") return t("Days shown");
  return part === "from" ? t("First day shown") : t("Last day shown");
}

function veil(): HTMLElement {
  const element = document.createElement("div");
  element.className = "overview-veil";
  return element;
}

function spread(element: HTMLElement | undefined, left: number, right: number): void {
  if (element === undefined) return;
  element.style.left = `${left}px`;
  element.style.width = `${right - left}px`;
}
