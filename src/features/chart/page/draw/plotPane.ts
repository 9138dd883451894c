import "./plot.css";
import { type ValueRange } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { type DayRange } from "../model/pane";
import { type CompactFrame } from "./compactAxes";
import { type Size, sizeCanvas } from "./canvas";
import { endLabelAt } from "./endLabels";
import { Crosshair } from "./crosshair";
import { paintCanvas } from "./pageCanvas";
import {
  compactDrawing,
  type Drawing,
  drawingMarks,
  drawingOf,
  leftOf,
  type DrawnPane,
  stretchOf,
  type Surroundings,
  surroundingsOf,
} from "./plotDrawing";
import { nearestDay } from "./plotData";
import { type CompactCursor, compactTags, dotsOn, type Pins, pinTags, tagsOn } from "./plotTags";
import { lineNear } from "./pointedLine";
import { type Span } from "./zoom";
import { ZoomGestures } from "./zoomGestures";

export interface PlotPaneOptions {
  /** The days that can be reached; read at each gesture. */
  readonly bounds: () => DayRange;
  /** Called when a person asks for a range; nothing changes until it is set here and in the other panes. */
  readonly onRange: (range: DayRange) => void;
  /** Called with the day under the pointer that has a row; null without one. */
  readonly onCursor: (day: Day | null) => void;
  readonly canPoint: () => boolean;
  /** Called with the id of the line or of its label at the pointer; null without one. */
  readonly onLine: (id: string | null) => void;
}

/** One plot: stepped lines, areas and guides of a {@link Pane} over its days, with zoom, pan and a crosshair. */
export class PlotPane {
  /** The element over the part of the plot that the days in sight fill. */
  readonly inside: HTMLElement = document.createElement("div");
  private readonly element: HTMLElement = document.createElement("div");
  private readonly canvas: HTMLCanvasElement = document.createElement("canvas");
  private readonly crosshair = new Crosshair();
  private readonly life = new AbortController();
  private shown: DrawnPane | undefined;
  private range: DayRange = { from: 0, to: 0 };
  private size: Size = { width: 0, height: 0 };
  private cursor: Day | null = null;
  private frame: CompactFrame | undefined;
  private compactCursor: CompactCursor = { isPointed: false, hasDay: false };
  private pins: Pins = { days: [], areTagged: false };
  private readonly rings: Crosshair[] = [];
  private pointed: Day | null = null;
  private emphasised: string | null = null;
  /** The current drawing; undefined after a change, until it is next read. */
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
    const { signal } = this.life;
    new ZoomGestures(element, target, signal);
    element.addEventListener(
      "pointermove",
      (event) => {
        if (event.buttons === 0 && options.canPoint()) options.onLine(this.lineAt(event));
      },
      { signal },
    );
    const leave = (): void => {
      if (options.canPoint()) options.onLine(null);
    };
    element.addEventListener("pointerleave", leave, { signal });
  }

  /** The width of the inside in pixels of the page; 0 without a plot. */
  get insideWidth(): number {
    return this.drawing?.plot.box.width ?? 0;
  }

  /** The space on either side of the inside, in pixels of the page; undefined without a plot. */
  get edges(): { readonly left: number; readonly right: number } | undefined {
    const { outer, inside } = this.drawing?.layout ?? {};
    if (outer === undefined || inside === undefined) return undefined;
    return { left: inside.left, right: outer.width - inside.left - inside.width };
  }

  /** The surroundings of a day, in pixels from the inside's corner; undefined without a plot. */
  surroundings(day: Day): Surroundings | undefined {
    const { drawing } = this;
    return drawing === undefined ? undefined : surroundingsOf(drawing, day);
  }

  /** The range of the first axis of values; undefined without a plot. */
  get values(): ValueRange | undefined {
    const { pane, values } = this.drawing?.plot ?? {};
    const unit = pane?.axes[0]?.unit;
    return unit === undefined ? undefined : values?.get(unit);
  }

  /** Shows a pane in place of the last one, as soon as the plot has a size. */
  show({ range, ...shown }: DrawnPane & { readonly range: DayRange }): void {
    const { theme } = shown;
    this.shown = shown;
    this.crosshair.paint(theme.cursor);
    this.setRange(range);
  }

  setRange(range: DayRange): void {
    this.range = range;
    this.drawSoon();
  }

  /** Moves the crosshair to a day; hides it for null, and for a day out of sight. */
  setCursor(day: Day | null): void {
    this.cursor = day;
    this.placeCrosshair();
  }

  /** Draws one line stronger than the others; null for none. */
  setEmphasised(id: string | null): void {
    const [before, lines] = [this.emphasised, this.shown?.pane.lines ?? []];
    this.emphasised = id;
    if (before !== id && lines.some((line) => line.id === id || line.id === before)) {
      this.drawSoon();
    }
  }

  /** Draws it as one of many small panes, with the figures of a frame; undefined for a pane that is not one of many. */
  setFrame(frame: CompactFrame | undefined): void {
    const { frame: before } = this;
    const isSame =
      before?.hasValueLabels === frame?.hasValueLabels &&
      before?.hasDayLabels === frame?.hasDayLabels;
    if (isSame) return;
    this.frame = frame;
    this.drawSoon();
  }

  /** Sets the part of the crosshair that it shows as one of many small panes. */
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

  /**
   * Draws once for all changes in one task. All plots are placed before any is painted: drawing text on a canvas makes
   * the browser recalculate styles if they have changed.
   */
  private drawSoon(): void {
    this.known = undefined;
    if (this.isDue) return;
    this.isDue = true;
    queueMicrotask(() => {
      this.isDue = false;
      this.place();
      queueMicrotask(() => this.paint());
    });
  }

  private place(): void {
    const { canvas, drawing, inside } = this;
    if (drawing === undefined) return;
    const { plot, layout, ratio } = drawing;
    sizeCanvas(canvas, layout.outer, ratio);
    const { left, top, width, height } = plot.box;
    Object.assign(inside.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    this.placePins();
    this.placeCrosshair();
  }

  private paint(): void {
    const { canvas, drawing, isDue } = this;
    if (drawing === undefined || isDue) return;
    const { ratio, plot } = drawing;
    paintCanvas(canvas, ratio, plot.theme.font, (wanted) => {
      const drawn = wanted === ratio ? this.drawing : this.drawingAt(wanted);
      return drawn === undefined ? [] : drawingMarks(drawn);
    });
  }

  /** Undefined without a pane or without room. */
  private get drawing(): Drawing | undefined {
    this.known ??= this.drawingAt(devicePixelRatio);
    return this.known;
  }

  private drawingAt(ratio: number): Drawing | undefined {
    const { shown, size, range, frame, emphasised, compactCursor } = this;
    if (shown === undefined || size.width <= 0 || size.height <= 0) return undefined;
    return frame === undefined
      ? drawingOf(shown, size, range, emphasised, ratio)
      : compactDrawing(shown, size, range, frame, compactCursor.isPointed, ratio);
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
      const tags = tagsOn(drawing, cursor);
      // The pin on this day already shows the date, possibly moved aside.
      const isNamed = this.pins.areTagged && this.pins.days.includes(cursor);
      this.crosshair.show(left, dotsOn(drawing, cursor), isNamed ? { ...tags, day: "" } : tags);
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

  private lineAt({ clientX, clientY }: PointerEvent): string | null {
    const { drawing, canvas, range } = this;
    if (drawing === undefined) return null;
    const { left, top } = canvas.getBoundingClientRect();
    const at = { x: clientX - left, y: clientY - top };
    const { plot, endLabelsPx } = drawing;
    const { box } = plot;
    if (at.x > box.left + box.width) {
      return (endLabelsPx > 0 ? endLabelAt(plot, at) : undefined) ?? null;
    }
    const dayAt = (x: number): number =>
      range.from + ((x - box.left) / box.width) * (range.to - range.from);
    const { pane } = plot;
    const about = { from: Math.floor(dayAt(at.x - 2)), to: Math.ceil(dayAt(at.x + 2)) };
    const stretches = pane.lines.flatMap((line) => stretchOf(drawing, line, about));
    const isAny = pane.kind === "multiple";
    return lineNear(stretches, at.y - box.top, isAny ? Number.POSITIVE_INFINITY : undefined);
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
