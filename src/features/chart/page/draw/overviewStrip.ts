import "./overview.css";
import { type DayRange, type Line, type Pane } from "../model/pane";
import { drawOnCanvas, sharpSize, type Size, sizeCanvas } from "./canvas";
import { type ChartTheme } from "./chartTheme";
import { dayTicks } from "./dayTicks";
import { type Mark, noteSizePx, ruleMark, textMark } from "./marks";
import { OverviewWindow } from "./overviewWindow";
import { extremesOfPane } from "./plotData";
import { insideMarks, type Plot } from "./plotMarks";
import { overviewTargetPx as targetPx } from "./plotStyle";
import { textWidth } from "./textWidth";

export interface OverviewStripOptions {
  /** Called when a person asks for a range; the strip changes only when the range is set. */
  readonly onRange: (range: DayRange) => void;
}

interface Shown {
  readonly pane: Pane;
  readonly bounds: DayRange;
  readonly theme: ChartTheme;
}

const paddingPx = 3;
/** The height of the labels of days below the strip; overview.css has the same number. */
const labelsPx = 15;
const tickPx = 4;
/** The distance from the strip to the baseline of a label. */
const baselinePx = 12;

/** All days of a chart in a small plot, with a window over the shown ones that can be moved and resized. */
export class OverviewStrip {
  private readonly element = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly window: OverviewWindow;
  private shown: Shown | undefined;
  private range: DayRange = { from: 0, to: 0 };
  private size: Size;

  constructor(parent: HTMLElement, options: OverviewStripOptions) {
    const { element, canvas } = this;
    this.size = { width: parent.clientWidth, height: parent.clientHeight };
    element.className = "overview-strip";
    canvas.ariaHidden = "true";
    element.append(canvas);
    parent.append(element);
    this.window = new OverviewWindow(element, { targetPx, onRange: options.onRange });
  }

  show(lines: readonly Line[], bounds: DayRange, range: DayRange, theme: ChartTheme): void {
    const plain = lines.map((line) => ({ ...line, dash: 0, marks: new Int32Array(0) }));
    const pane: Pane = { id: "", kind: "main", title: "", axes: [], layers: [], lines: plain };
    this.shown = { pane, bounds, theme };
    // The tooltip names the shown pane of several small multiples.
    this.element.title = lines.map(({ label }) => label).join(", ");
    this.draw();
    this.setRange(range);
  }

  /** Moves the window without redrawing the lines below it. */
  setRange(range: DayRange): void {
    this.range = range;
    if (this.shown === undefined) return;
    const { bounds, theme } = this.shown;
    this.window.paint(theme);
    this.window.place(range, bounds, this.size.width);
  }

  resize(width: number, height: number): void {
    if (width === this.size.width && height === this.size.height) return;
    this.size = { width, height };
    this.draw();
    this.setRange(this.range);
  }

  private draw(): void {
    const { canvas, shown, size } = this;
    const context = canvas.getContext("2d");
    if (context === null || shown === undefined) return;
    const ratio = devicePixelRatio;
    const { width, height } = sharpSize(size, ratio);
    sizeCanvas(canvas, { width, height }, ratio);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const whole = (px: number): number => Math.round(px * ratio) / ratio;
    const [left, top] = [whole(targetPx), whole(paddingPx)];
    const bottom = height - whole(labelsPx);
    const box = { left, top, width: width - 2 * left, height: bottom - 2 * top };
    if (box.width <= 0 || box.height <= 0) return;
    const { pane, bounds, theme } = shown;
    const values = filling(pane, bounds);
    const where = { box, values, resolution: ratio };
    const plot = { pane, range: bounds, theme, ...where };
    const marks = [...insideMarks(plot), ...dayMarks(plot, bottom, width)];
    drawOnCanvas({ context, ratio, font: theme.font }, marks);
  }
}

/** The axis of days below the strip, without the labels that would extend beyond it. */
function dayMarks({ box, range, theme }: Plot, y: number, width: number): readonly Mark[] {
  const perDay = box.width / Math.max(1, range.to - range.from);
  const ticks = dayTicks(range, box.width).flatMap(({ day, label }): readonly Mark[] => {
    const x = box.left + (day - range.from) * perDay;
    const reach = textWidth(label, noteSizePx) / 2;
    const text = textMark({
      text: label,
      x,
      y: y + baselinePx,
      colour: theme.muted,
      anchor: "middle",
    });
    const tick = ruleMark({ x, y, length: tickPx, isUpright: true, colour: theme.guide });
    return x - reach < 0 || x + reach > width ? [tick] : [tick, text];
  });
  return [ruleMark({ x: box.left, y, length: box.width, colour: theme.guide }), ...ticks];
}

/** The values of each unit fill the height; a level line is in the middle. */
function filling(pane: Pane, bounds: DayRange): Plot["values"] {
  const units = new Set(pane.lines.map(({ unit }) => unit));
  return new Map(
    Array.from(units, (unit) => {
      const { min, max } = extremesOfPane(pane, unit, bounds) ?? { min: 0, max: 0 };
      const pad = max > min ? 0 : Math.max(1, Math.abs(min));
      return [unit, { min: min - pad, max: max + pad }];
    }),
  );
}
