import "./plot.css";
import { type ValueRange } from "../../../shared/chart/viewState";
import { type Day } from "../../../shared/day";
import { type DayRange, type Pane } from "../model/pane";
import { axisMarks, type AxesLayout, layOutAxes } from "./axes";
import { drawOnCanvas, rowsOf, sharpSize, type Size, sizeCanvas } from "./canvas";
import { type ChartTheme } from "./chartTheme";
import { endLabelMarks } from "./endLabels";
import { Crosshair, type CrosshairDot } from "./crosshair";
import { nearestDay, sourceOf, valueRangesOf, valueStandingOn } from "./plotData";
import { insideMarks, type Plot, scaleOf, xOfDay } from "./plotMarks";
import { lineColour } from "./plotStyle";
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
  /** Whether days stand below the plot, or it shares those of the one below. */
  readonly hasDayLabels: boolean;
  /** Kept free at the right for the labels of lines: the same in all panes, whose days stand one above the other. */
  readonly rightPx: number;
}

/** What is drawn next, or was drawn last. */
interface Drawing {
  readonly plot: Plot;
  readonly layout: AxesLayout;
  /** Of the device, for each pixel of the page. */
  readonly ratio: number;
}

/** One plot: stepped lines, areas and guides of a {@link Pane} over its days, with zoom, pan and a crosshair. */
export class PlotPane {
  /** Lies over the part of the plot across which the days in sight are spread. */
  readonly inside: HTMLElement = document.createElement("div");
  private readonly element: HTMLElement = document.createElement("div");
  private readonly canvas: HTMLCanvasElement = document.createElement("canvas");
  private readonly crosshair = new Crosshair();
  private readonly life = new AbortController();
  private shown: Shown | undefined;
  private range: DayRange = { from: 0, to: 0 };
  private size: Size = { width: 0, height: 0 };
  private cursor: Day | null = null;
  private pointed: Day | null = null;
  /** Of what has changed since, undefined until it is asked for. */
  private known: Drawing | undefined;
  private isDue = false;

  constructor(
    parent: HTMLElement,
    private readonly options: PlotPaneOptions,
  ) {
    const { element, canvas, inside } = this;
    element.className = "plot";
    inside.className = "plot-inside";
    inside.append(this.crosshair.element);
    element.append(canvas, inside);
    parent.append(element);
    const target = {
      rect: () => inside.getBoundingClientRect(),
      range: () => this.range,
      bounds: options.bounds,
      isWheelFree: () => this.shown?.pane.kind === "multiple",
      onRange: options.onRange,
      onPointer: (position: number | null) => this.point(position),
      onMark: (mark: Span | null) => this.mark(mark),
    };
    new ZoomGestures(element, target, this.life.signal);
  }

  /** Of the inside, in pixels of the page; 0 while there is no plot. */
  get insideWidth(): number {
    return this.drawing?.plot.box.width ?? 0;
  }

  /** What the first axis of values spans; undefined while there is no plot. */
  get values(): ValueRange | undefined {
    const { pane, values } = this.drawing?.plot ?? {};
    const unit = pane?.axes[0]?.unit;
    return unit === undefined ? undefined : values?.get(unit);
  }

  /** Shows a pane in place of the last one, once there is a size to show it in. */
  show({ range, ...shown }: Shown & { readonly range: DayRange }): void {
    const { theme } = shown;
    this.shown = shown;
    this.crosshair.paint(theme.cursor);
    this.setRange(range);
  }

  setRange(range: DayRange): void {
    this.range = range;
    this.drawSoon();
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
    this.drawSoon();
  }

  dispose(): void {
    this.life.abort();
    this.shown = undefined;
    this.known = undefined;
    this.element.remove();
  }

  /** Once for all that changes in one task. */
  private drawSoon(): void {
    this.known = undefined;
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.draw();
    });
  }

  private draw(): void {
    const { canvas, drawing, inside } = this;
    const context = canvas.getContext("2d");
    if (drawing === undefined || context === null) return;
    const { plot, layout, ratio } = drawing;
    sizeCanvas(canvas, layout.outer, ratio);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const { theme, box } = plot;
    const marks = [...axisMarks(plot, layout), ...insideMarks(plot), ...endLabelMarks(plot)];
    drawOnCanvas({ context, ratio, font: theme.font }, marks);
    const { left, top, width, height } = box;
    Object.assign(inside.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.placeCrosshair();
  }

  /** Undefined where there is nothing to draw, or no room. */
  private get drawing(): Drawing | undefined {
    const { shown, size, range } = this;
    if (shown === undefined || size.width <= 0 || size.height <= 0) return undefined;
    this.known ??= drawingOf(shown, size, range);
    return this.known;
  }

  private placeCrosshair(): void {
    const { drawing, cursor, range } = this;
    if (drawing === undefined) return;
    if (cursor === null || cursor < range.from || cursor > range.to) {
      this.crosshair.hide();
      return;
    }
    const { plot, ratio } = drawing;
    const x = Math.floor((xOfDay(plot, cursor) - plot.box.left) * ratio) / ratio;
    this.crosshair.show(x, dotsOn(drawing, cursor));
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
    if (mark === null) this.crosshair.hideMark();
    else this.crosshair.showMark(mark.from * this.insideWidth, mark.to * this.insideWidth);
  }
}

function drawingOf(
  { pane, theme, hasDayLabels, rightPx }: Shown,
  size: Size,
  range: DayRange,
): Drawing {
  const ratio = devicePixelRatio;
  const { width, height } = sharpSize(size, ratio);
  const outer = { left: 0, top: 0, width, height };
  const layout = layOutAxes({ outer, axisCount: pane.axes.length, hasDayLabels, rightPx }, ratio);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const where = { box: layout.inside, values, resolution: ratio };
  const plot = { pane, range, theme, ...where };
  return { plot, layout, ratio };
}

/** The values of a day, as they are drawn. */
function dotsOn({ plot, ratio }: Drawing, day: Day): CrosshairDot[] {
  const dots: CrosshairDot[] = [];
  for (const { days, values, unit, colour } of plot.pane.lines) {
    const value = valueStandingOn(sourceOf(days, values), day);
    const scale = scaleOf(plot, unit);
    if (Number.isNaN(value) || scale === undefined) continue;
    const top = rowsOf(scale, ratio)(value) / ratio - plot.box.top;
    dots.push({ top, colour: lineColour(plot.theme, colour) });
  }
  return dots;
}
