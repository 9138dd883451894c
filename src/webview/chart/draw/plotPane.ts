import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Day } from "../../../shared/day";
import { type DayRange, type Pane } from "../model/pane";
import { axisNames } from "./axisNames";
import { type ChartTheme } from "./chartTheme";
import { columnOf } from "./columnExtremes";
import { Crosshair, type CrosshairDot } from "./crosshair";
import { type PlotBox, type RowOfValue } from "./pixelPen";
import { nearestDay, sourceOf, valueRangeOn, valueStandingOn } from "./plotData";
import { drawInside } from "./plotInk";
import { type Frame, plotOptions } from "./plotOptions";
import { lineColour } from "./plotStyle";
import { sharpSize, type Size } from "./sharpSize";
import { type ValueRange } from "./valueRange";
import { type Span } from "./zoom";
import { ZoomGestures } from "./zoomGestures";

export interface PlotPaneOptions {
  /** The days that can be reached: asked at each gesture. */
  readonly bounds: () => DayRange;
  /** A person asks for a range: nothing changes until it is set, here and in the panes beside. */
  readonly onRange: (range: DayRange) => void;
  /** The day under the pointer that has a row; null when there is none. */
  readonly onCursor: (day: Day | null) => void;
}

/** What is shown; replaced as a whole. */
interface Shown {
  readonly pane: Pane;
  readonly theme: ChartTheme;
}

/** Plots smaller than this, in pixels of the page, have the labels of their axes above them, not beside. */
const leastLabelled = { width: 420, height: 140 };

/** One plot: stepped lines, areas and guides of a {@link Pane} over its days, with zoom, pan and a crosshair. */
export class PlotPane {
  /** Stays when the plot is made anew. */
  private readonly element: HTMLElement = document.createElement("div");
  private readonly crosshair = new Crosshair();
  private readonly life = new AbortController();
  private plot: uPlot | undefined;
  /** What the plot was made for: another one is made when it differs. */
  private madeFor = "";
  private shown: Shown | undefined;
  private range: DayRange = { from: 0, to: 0 };
  private readonly valueRanges = new Map<Unit, ValueRange>();
  private cursor: Day | null = null;
  private pointed: Day | null = null;
  private size: Size = { width: 0, height: 0 };

  constructor(
    parent: HTMLElement,
    private readonly options: PlotPaneOptions,
  ) {
    const { signal } = this.life;
    parent.append(this.element);
    const target = {
      rect: () => (this.plot?.over ?? this.element).getBoundingClientRect(),
      range: () => this.range,
      bounds: options.bounds,
      isWheelFree: () => this.shown?.pane.kind === "multiple",
      onRange: options.onRange,
      onPointer: (position: number | null) => this.point(position),
      onMark: (mark: Span | null) => this.mark(mark),
    };
    new ZoomGestures(this.element, target, signal);
    // Sent by uPlot when the window comes to a screen with other pixels, or is zoomed.
    window.addEventListener("dppxchange", () => this.fit(), { signal });
  }

  /** Shows a pane in place of the last one, once there is a size to show it in. */
  show(pane: Pane, range: DayRange, theme: ChartTheme): void {
    this.shown = { pane, theme };
    this.crosshair.paint(theme.cursor);
    this.setRange(range);
  }

  setRange(range: DayRange): void {
    this.range = range;
    this.spanValues();
    if (!this.makePlot()) this.plot?.setScale("x", { min: range.from, max: range.to });
  }

  /** Moves the crosshair to a day; it hides when there is none, or it is not shown. */
  setCursor(day: Day | null): void {
    this.cursor = day;
    this.placeCrosshair();
  }

  /** In pixels of the page. */
  resize(width: number, height: number): void {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.fit();
  }

  dispose(): void {
    this.life.abort();
    this.plot?.destroy();
    this.plot = undefined;
    this.shown = undefined;
    this.element.remove();
  }

  private fit(): void {
    if (!this.makePlot()) this.plot?.setSize(sharpSize(this.size, devicePixelRatio));
  }

  /** Makes the plot when there is none for what is shown; whether it did. */
  private makePlot(): boolean {
    const { shown, size } = this;
    if (shown === undefined || size.width <= 0 || size.height <= 0) return false;
    const isLabelled = size.width >= leastLabelled.width && size.height >= leastLabelled.height;
    // Not by what they are ranged with, which may be a million numbers.
    const axes = shown.pane.axes.map(({ unit, label, guides }) => ({ unit, label, guides }));
    const madeFor = JSON.stringify([shown.theme, axes, isLabelled]);
    if (madeFor === this.madeFor) return false;
    this.madeFor = madeFor;
    this.plot?.destroy();
    const frame: Frame = {
      axes: shown.pane.axes,
      theme: shown.theme,
      isLabelled,
      range: () => this.range,
      valueRange: (unit) => this.valueRangeOf(unit),
    };
    const { width, height } = sharpSize(size, devicePixelRatio);
    const hooks = { drawAxes: [(plot: uPlot) => this.draw(plot)] };
    this.plot = new uPlot({ ...plotOptions(frame, width, height), hooks }, [[]], this.element);
    this.plot.over.append(this.crosshair.element);
    if (!isLabelled) this.plot.over.append(axisNames(frame));
    return true;
  }

  private spanValues(): void {
    if (this.shown === undefined) return;
    const { pane } = this.shown;
    this.valueRanges.clear();
    for (const axis of pane.axes) {
      this.valueRanges.set(axis.unit, valueRangeOn(pane, axis, this.range));
    }
  }

  private valueRangeOf(unit: Unit): ValueRange {
    return this.valueRanges.get(unit) ?? { min: 0, max: 1 };
  }

  private draw(plot: uPlot): void {
    if (this.shown === undefined) return;
    const { pane, theme } = this.shown;
    drawInside({
      context: plot.ctx,
      box: boxOf(plot),
      ratio: uPlot.pxRatio,
      pane,
      range: this.range,
      theme,
      rowsOf: (unit) => this.rowsOf(plot, unit),
    });
    this.placeCrosshair();
  }

  private rowsOf({ bbox }: uPlot, unit: Unit): RowOfValue {
    const { min, max } = this.valueRangeOf(unit);
    const { top, height } = bbox;
    return (value) => Math.round(top + (height * (max - value)) / (max - min));
  }

  private placeCrosshair(): void {
    const { plot, shown, cursor, range } = this;
    if (plot === undefined || shown === undefined) return;
    if (cursor === null || cursor < range.from || cursor > range.to) {
      this.crosshair.hide();
      return;
    }
    const { left, width } = boxOf(plot);
    const x = left + columnOf(cursor, range, width) - plot.bbox.left;
    this.crosshair.show(x / uPlot.pxRatio, this.dotsOn(plot, shown, cursor));
  }

  private dotsOn(plot: uPlot, { pane, theme }: Shown, day: Day): CrosshairDot[] {
    const dots: CrosshairDot[] = [];
    for (const { days, values, unit, colour } of pane.lines) {
      const value = valueStandingOn(sourceOf(days, values), day);
      if (Number.isNaN(value)) continue;
      const top = (this.rowsOf(plot, unit)(value) - plot.bbox.top) / uPlot.pxRatio;
      dots.push({ top, colour: lineColour(theme, colour) });
    }
    return dots;
  }

  private point(position: number | null): void {
    const { from, to } = this.range;
    const day =
      position === null || this.shown === undefined
        ? undefined
        : nearestDay(this.shown.pane, from + position * (to - from), this.range);
    if (this.pointed === (day ?? null)) return;
    this.pointed = day ?? null;
    this.options.onCursor(this.pointed);
  }

  private mark(mark: Span | null): void {
    const width = this.plot?.over.clientWidth ?? 0;
    if (mark === null) this.crosshair.hideMark();
    else this.crosshair.showMark(mark.from * width, mark.to * width);
  }
}

function boxOf({ bbox }: uPlot): PlotBox {
  const [left, top] = [Math.round(bbox.left), Math.round(bbox.top)];
  const right = Math.round(bbox.left + bbox.width);
  const bottom = Math.round(bbox.top + bbox.height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
