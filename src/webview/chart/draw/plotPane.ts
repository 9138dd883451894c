import "./plot.css";
import { type ValueRange } from "../../../shared/chart/viewState";
import { type Day } from "../../../shared/day";
import { formatValue } from "../../../shared/series/numberText";
import { type DayRange, type Line, type Pane } from "../model/pane";
import { axisMarks, type AxesLayout, layOutAxes } from "./axes";
import { drawOnCanvas, rowsOf, sharpSize, type Size, sizeCanvas } from "./canvas";
import { type ChartTheme } from "./chartTheme";
import { endLabelMarks } from "./endLabels";
import { Crosshair, type CrosshairDot, type CrosshairTags } from "./crosshair";
import { nearestDay, sourceOf, valueRangesOf, valueStandingOn } from "./plotData";
import { insideMarks, type Plot, scaleOf, xOfDay } from "./plotMarks";
import { lineColour } from "./plotStyle";
import { type Span } from "./zoom";
import { ZoomGestures } from "./zoomGestures";
import { dateText } from "../../kit/dateText";

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
  /** What the labels of lines need at the right: the same in all panes, whose days stand one above the other. */
  readonly rightPx: number;
}

/** In pixels of the page from the corner of a plot's inside. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What lies about a day: where its line meets that of the first series, and points of all lines. */
export interface Surroundings {
  readonly at: Point;
  readonly points: readonly Point[];
}

/** What is drawn next, or was drawn last. */
interface Drawing {
  readonly plot: Plot;
  readonly layout: AxesLayout;
  /** Of the device, for each pixel of the page. */
  readonly ratio: number;
  readonly hasEndLabels: boolean;
}

/** The share of the width that labels of lines may take: where they need more, the card alone tells values. */
const mostForLabels = 0.3;

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
    inside.append(this.crosshair.element, this.crosshair.tags);
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

  /** Kept free at either side of the inside, in pixels of the page; undefined while there is no plot. */
  get edges(): { readonly left: number; readonly right: number } | undefined {
    const { outer, inside } = this.drawing?.layout ?? {};
    if (outer === undefined || inside === undefined) return undefined;
    return { left: inside.left, right: outer.width - inside.left - inside.width };
  }

  /** What lies about a day, in pixels from the inside's corner; undefined while there is no plot. */
  surroundings(day: Day): Surroundings | undefined {
    const { drawing } = this;
    return drawing === undefined ? undefined : surroundingsOf(drawing, day);
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
    const { plot, layout, ratio, hasEndLabels } = drawing;
    const labels = hasEndLabels ? endLabelMarks(plot) : [];
    sizeCanvas(canvas, layout.outer, ratio);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const { theme, box } = plot;
    const marks = [...axisMarks(plot, layout), ...insideMarks(plot), ...labels];
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
    this.crosshair.show(x, dotsOn(drawing, cursor), tagsOn(drawing, cursor));
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
  { pane, theme, hasDayLabels, rightPx: labelsPx }: Shown,
  size: Size,
  range: DayRange,
): Drawing {
  const hasEndLabels = labelsPx > 0 && labelsPx <= mostForLabels * size.width;
  const rightPx = hasEndLabels ? labelsPx : 0;
  const ratio = devicePixelRatio;
  const { width, height } = sharpSize(size, ratio);
  const outer = { left: 0, top: 0, width, height };
  const layout = layOutAxes({ outer, axisCount: pane.axes.length, hasDayLabels, rightPx }, ratio);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const where = { box: layout.inside, values, resolution: ratio };
  const plot = { pane, range, theme, ...where };
  return { plot, layout, ratio, hasEndLabels };
}

/** The values of a day, as they are drawn. */
function dotsOn(drawing: Drawing, day: Day): CrosshairDot[] {
  return drawing.plot.pane.lines.flatMap((line) => {
    const top = topOf(drawing, line, day);
    return top === undefined ? [] : [{ top, colour: lineColour(drawing.plot.theme, line.colour) }];
  });
}

/** What the axes say of a day: of values where one line is pointed at, or a line with its parts. */
function tagsOn(drawing: Drawing, day: Day): CrosshairTags {
  const { pane, theme } = drawing.plot;
  const [line, ...others] = pane.lines;
  const top =
    line === undefined || others.length > 0 || pane.kind === "multiple"
      ? undefined
      : topOf(drawing, line, day);
  const value = line === undefined ? Number.NaN : valueStandingOn(line, day);
  return {
    day: drawing.layout.hasDayLabels ? dateText(day) : "",
    value:
      line === undefined || top === undefined
        ? null
        : {
            top,
            text: formatValue(line.unit, value).replace(/ %$/, ""),
            isAcross: pane.layers.length === 0,
          },
    colours: { text: theme.background, ground: theme.foreground },
  };
}

/** In pixels of the page from the inside's upper edge; undefined where there is no value. */
function topOf({ plot, ratio }: Drawing, line: Line, day: Day): number | undefined {
  const value = valueStandingOn(sourceOf(line.days, line.values), day);
  const scale = scaleOf(plot, line.unit);
  if (Number.isNaN(value) || scale === undefined) return undefined;
  return rowsOf(scale, ratio)(value) / ratio - plot.box.top;
}

/** Columns of a plot in which its lines are looked at. */
const lookedAt = 80;

function surroundingsOf(drawing: Drawing, cursor: Day): Surroundings {
  const { plot } = drawing;
  const { pane, range, box } = plot;
  const [first] = pane.lines;
  const top = first === undefined ? undefined : topOf(drawing, first, cursor);
  const points = Array.from({ length: lookedAt }, (_, column) => {
    const share = (column + 0.5) / lookedAt;
    const day = Math.round(range.from + share * (range.to - range.from));
    return pane.lines.flatMap((line) => {
      const y = topOf(drawing, line, day);
      return y === undefined ? [] : [{ x: share * box.width, y }];
    });
  }).flat();
  return { at: { x: xOfDay(plot, cursor) - box.left, y: top ?? box.height / 2 }, points };
}
