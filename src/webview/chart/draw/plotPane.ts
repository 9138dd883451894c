import "./plot.css";
import { type ValueRange } from "../../../shared/chart/viewState";
import { type Day } from "../../../shared/day";
import { formatValue } from "../../../shared/series/numberText";
import { type DayRange, type Line, mutedColour, type Pane } from "../model/pane";
import { axisMarks, type AxesLayout, labelExtents, type LabelExtents, layOutAxes } from "./axes";
import { type CompactFrame, compactAxisMarks, layOutCompact } from "./compactAxes";
import { drawOnCanvas, rowsOf, sharpSize, type Size, sizeCanvas } from "./canvas";
import { type ChartTheme } from "./chartTheme";
import { endLabelMarks } from "./endLabels";
import {
  Crosshair,
  type CrosshairDot,
  type CrosshairTags,
  tagPx,
  tagWidth,
  type ValueTag,
} from "./crosshair";
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
  readonly labels: LabelExtents;
  readonly frame: CompactFrame | undefined;
}

/** What of the crosshair one of many small panes shows. */
interface CompactCursor {
  /** Whether it is the pane that is pointed at, which tells its value. */
  readonly isPointed: boolean;
  /** Whether the day stands below it. */
  readonly hasDay: boolean;
}

/** Days that stay marked, whatever is pointed at. */
interface Pins {
  readonly days: readonly Day[];
  /** Whether their days and values are shown on the axes. */
  readonly areTagged: boolean;
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
  private frame: CompactFrame | undefined;
  private compactCursor: CompactCursor = { isPointed: false, hasDay: false };
  private pins: Pins = { days: [], areTagged: false };
  /** One for each pin. */
  private readonly rings: Crosshair[] = [];
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

  /** Draws it as one of many small panes, with those figures about it; undefined for one that stands alone. */
  setFrame(frame: CompactFrame | undefined): void {
    const { frame: before } = this;
    const isSame =
      before?.hasValueLabels === frame?.hasValueLabels &&
      before?.hasDayLabels === frame?.hasDayLabels;
    if (isSame) return;
    this.frame = frame;
    this.drawSoon();
  }

  /** What of the crosshair it shows as one of many small panes. */
  setCompactCursor(cursor: CompactCursor): void {
    const { isPointed, hasDay } = this.compactCursor;
    if (isPointed === cursor.isPointed && hasDay === cursor.hasDay) return;
    this.compactCursor = cursor;
    if (isPointed === cursor.isPointed) this.placeCrosshair();
    else this.drawSoon();
  }

  /** Puts rings on the lines at some days; the caller draws the upright lines. */
  setPins(pins: Pins): void {
    this.pins = pins;
    this.placePins();
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
    const { plot, layout, ratio, hasEndLabels, frame } = drawing;
    const labels = hasEndLabels ? endLabelMarks(plot) : [];
    sizeCanvas(canvas, layout.outer, ratio);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const { theme, box } = plot;
    const axes = frame === undefined ? axisMarks(plot, layout) : compactAxisMarks(plot, frame);
    const marks = [...axes, ...insideMarks(plot), ...labels];
    drawOnCanvas({ context, ratio, font: theme.font }, marks);
    const { left, top, width, height } = box;
    Object.assign(inside.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.placePins();
    this.placeCrosshair();
  }

  /** Undefined where there is nothing to draw, or no room. */
  private get drawing(): Drawing | undefined {
    const { shown, size, range, frame } = this;
    if (shown === undefined || size.width <= 0 || size.height <= 0) return undefined;
    this.known ??=
      frame === undefined
        ? drawingOf(shown, size, range)
        : compactDrawing(shown, size, range, frame, this.compactCursor.isPointed);
    return this.known;
  }

  private placeCrosshair(): void {
    const { drawing, cursor, range } = this;
    if (drawing === undefined) return;
    if (cursor === null || cursor < range.from || cursor > range.to) {
      this.crosshair.hide();
      return;
    }
    const left = leftOf(drawing, cursor);
    if (drawing.frame === undefined) {
      this.crosshair.show(left, dotsOn(drawing, cursor), tagsOn(drawing, cursor));
      return;
    }
    const { isPointed, hasDay } = this.compactCursor;
    const dots = isPointed ? dotsOn(drawing, cursor) : [];
    this.crosshair.show(left, dots, compactTags(drawing, cursor, left, { isPointed, hasDay }));
  }

  private placePins(): void {
    const { drawing, pins, range, rings } = this;
    while (rings.length < pins.days.length) {
      const made = new Crosshair(false);
      // Below the crosshair, which may be on the same day.
      this.inside.prepend(made.element, made.tags);
      rings.push(made);
    }
    const shown = pins.days.filter((day) => day >= range.from && day <= range.to);
    for (const [index, ring] of rings.entries()) {
      const day = shown[index];
      if (drawing === undefined || day === undefined) ring.hide();
      else
        ring.show(leftOf(drawing, day), dotsOn(drawing, day), pinTags(drawing, pins, shown, index));
    }
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
  return { plot, layout, ratio, hasEndLabels, labels: labelExtents(plot), frame: undefined };
}

function compactDrawing(
  { pane, theme }: Shown,
  size: Size,
  range: DayRange,
  frame: CompactFrame,
  isPointed: boolean,
): Drawing {
  const ratio = devicePixelRatio;
  const outer = { left: 0, top: 0, ...sharpSize(size, ratio) };
  const layout = layOutCompact(outer, frame, ratio);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const where = { box: layout.inside, values, resolution: ratio };
  const plot = { pane, range, theme, ...where, compact: { isPointed } };
  return { plot, layout, ratio, hasEndLabels: false, labels: labelExtents(plot), frame };
}

/** In pixels of the page from the inside's left edge: the column in which the day is drawn. */
function leftOf({ plot, ratio }: Drawing, day: Day): number {
  return Math.floor((xOfDay(plot, day) - plot.box.left) * ratio) / ratio;
}

/** The values of a day, as they are drawn. */
function dotsOn(drawing: Drawing, day: Day): CrosshairDot[] {
  return drawing.plot.pane.lines.flatMap((line) => {
    const top = topOf(drawing, line, day);
    return top === undefined ? [] : [{ top, colour: lineColour(drawing.plot.theme, line.colour) }];
  });
}

/** More values than these would hide the axis. */
const mostValues = 2;

/** What the axes say of a day: the day, and the values of one or two lines, or of a line with its parts. */
function tagsOn(drawing: Drawing, day: Day): CrosshairTags {
  const { labels, layout, plot } = drawing;
  const { pane, theme } = plot;
  const lines = pane.kind === "multiple" || pane.lines.length > mostValues ? [] : pane.lines;
  const tagged = lines.flatMap((line) => {
    const top = topOf(drawing, line, day);
    if (top === undefined || line.unit !== pane.axes[0]?.unit) return [];
    const text = formatValue(line.unit, valueStandingOn(line, day)).replace(/ %$/, "");
    return [{ top, text }];
  });
  return {
    day: layout.hasDayLabels ? dateText(day) : "",
    values: apart(tagged),
    isAcross: pane.lines.length === 1 && pane.layers.length === 0,
    labels,
    colours: { text: theme.background, ground: theme.foreground },
  };
}

/** What one of many small panes says of a day: the value beside the crosshair, the day below it, within its width. */
function compactTags(
  drawing: Drawing,
  day: Day,
  left: number,
  { isPointed, hasDay }: CompactCursor,
): CrosshairTags {
  const { pane, box } = drawing.plot;
  const own = pane.lines.filter(({ colour }) => colour !== mutedColour).slice(0, mostValues);
  const values = own.map((line) => formatValue(line.unit, valueStandingOn(line, day)));
  const reach = Math.min(box.width, tagWidth(dateText(day))) / 2;
  const middle = Math.min(box.width - reach, Math.max(reach, left));
  return {
    ...tagsOn(drawing, day),
    day: hasDay ? dateText(day) : "",
    dayShift: middle - left,
    isAcross: false,
    isHair: !isPointed,
    beside: isPointed ? values.join("  ") : "",
    isBesideLeft: left > box.width / 2,
  };
}

/** Moves two tags that would overlap apart, evenly. */
function apart(tags: readonly ValueTag[]): readonly ValueTag[] {
  const [high, low] = tags.toSorted((one, other) => one.top - other.top);
  const leastPx = tagPx.height + 1;
  if (high === undefined || low === undefined || low.top - high.top >= leastPx) return tags;
  const middle = (high.top + low.top) / 2;
  return [
    { ...high, top: middle - leastPx / 2 },
    { ...low, top: middle + leastPx / 2 },
  ];
}

/** The same for one of the pinned days in sight, moved aside where the tags of two days would overlap. */
function pinTags(
  drawing: Drawing,
  { areTagged }: Pins,
  shown: readonly Day[],
  index: number,
): CrosshairTags {
  const tags = tagsOn(drawing, shown[index] ?? 0);
  if (!areTagged) return { ...tags, day: "", values: [], isAcross: false };
  const [first = 0, second = first] = shown.map((day) => leftOf(drawing, day));
  const tooNear = shown.length < 2 ? 0 : Math.max(0, tagWidth(tags.day) + 2 - (second - first));
  return { ...tags, isAcross: false, dayShift: (index === 0 ? -1 : 1) * (tooNear / 2) };
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
