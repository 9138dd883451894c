import { t } from "../../../../../ui/l10n";
import { button, element } from "../../../../../ui/element";
import { svgShape } from "../../../../../ui/svgShape";
import { formatTick, stepOf, valueTicks } from "../../../../../ui/valueTicks";
import { isPaired, type SidedNode } from "../model/sidedTree";
import { type Bracket, type Step, type ForecastWaterfall } from "../model/forecastWaterfall";
import {
  bpLevelText,
  bpText,
  gapText,
  narrowKind,
  percentText,
  signedPercentText,
} from "./explorerLabels";

export interface WaterfallViewOptions {
  readonly onDrill: (path: string) => void;
}

const axisWidth = 34;
/** The baseline of the axis's unit, above the highest tick. */
const unitTop = 9;
const bpPerPercent = 100;
/** Free space on the right: the last name may be wider than its bar. */
const rightSpace = 10;
/** Height of the bars; lower in a low window, to keep the tree and the attribution in sight. */
const plotHeights = { usual: 164, low: 112 };
const lowWindow = 740;
/** Free space above and below the bars, for their numbers. */
const numberHeight = 18;
/** Height of the names: two lines, or three when they are narrow; that of a focus frame without names. */
const nameHeights = { wide: 30, narrow: 43, none: 8 };
const narrowSlot = 60;
const bracketHeight = 26;
const widestBar = 52;
/** The smallest bar widths with numbers, and with names. */
const minWidthForNumber = 36;
const minWidthForName = 38;
/** The smallest width for names without hyphens. */
const minWidthForWhole = 76;

/** The layout of the bars, in pixels. */
interface Places {
  readonly slot: number;
  readonly bar: number;
  readonly nameHeight: number;
  readonly plotHeight: number;
  readonly y: (value: number) => number;
}

/** Bars from zero, or from one forecast to another, one for each part. */
export class WaterfallView {
  readonly root = element("div", { class: "waterfall" });
  private shown: ForecastWaterfall | undefined;
  private width = 0;
  private plotHeight = 0;

  constructor(private readonly options: WaterfallViewOptions) {
    new ResizeObserver(() => {
      if (this.root.clientWidth !== this.width) this.draw();
    }).observe(this.root);
    addEventListener("resize", () => {
      if (plotHeightNow() !== this.plotHeight) this.draw();
    });
  }

  show(waterfall: ForecastWaterfall | undefined): void {
    this.shown = waterfall;
    this.root.hidden = waterfall === undefined;
    this.draw();
  }

  private draw(): void {
    const { shown } = this;
    this.width = this.root.clientWidth;
    this.plotHeight = plotHeightNow();
    const { plotHeight } = this;
    if (shown === undefined || this.width === 0) return;
    const { steps, brackets } = shown;
    const hasBrackets = brackets.length > 0;
    const slot = (this.width - axisWidth - rightSpace) / steps.length;
    const nameHeight = nameHeightOf(slot);
    const height = plotHeight + nameHeight + (hasBrackets ? bracketHeight : 0);
    const span = Math.max(shown.highest - shown.lowest, Number.MIN_VALUE);
    const room = plotHeight - 2 * numberHeight;
    const places = {
      slot,
      bar: Math.min(widestBar, slot * 0.72),
      nameHeight,
      plotHeight,
      y: (value: number): number => numberHeight + ((shown.highest - value) / span) * room,
    };
    const picture = svgShape("svg", {
      width: this.width,
      height,
      viewBox: `0 0 ${this.width} ${height}`,
      role: "img",
      "aria-label": spoken(shown),
    });
    picture.append(...grid(shown, places, this.width), ...bars(shown, places));
    // For the pointer only: the names below the bars are buttons for the keyboard.
    picture.addEventListener("click", ({ target }) => {
      const bar = target instanceof Element ? target.closest<SVGElement>(".opens") : null;
      if (bar !== null) this.options.onDrill(bar.dataset["path"] ?? "");
    });
    const names = steps.map((step, at) => this.name(step, at, places));
    this.root.style.height = `${height}px`;
    this.root.replaceChildren(
      picture,
      ...names,
      ...brackets.map((bracket) => this.bracket(bracket, places)),
    );
    for (const text of picture.querySelectorAll<SVGTextElement>("text.number")) {
      text.before(groundOf(text));
    }
  }

  /** The name below a bar; a button if the bar has parts of its own. */
  private name(step: Step, at: number, { slot, plotHeight }: Places): HTMLElement {
    const { node } = step;
    const text = nameOf(step);
    const attributes = { class: "below", title: text, "data-path": node.path };
    const words = slot < minWidthForName ? "" : slot < minWidthForWhole ? narrowKind(text) : text;
    const made = canDrill(step)
      ? button({ ...attributes, text: words, title: drillText(node) }, () =>
          this.options.onDrill(node.path),
        )
      : element("div", { ...attributes, text: words, "aria-hidden": "true" });
    if (step.type === "start" || step.type === "end") made.classList.add("end");
    made.style.left = `${axisWidth + at * slot}px`;
    made.style.top = `${plotHeight + 2}px`;
    made.style.width = `${slot}px`;
    return made;
  }

  private bracket(
    { node, value, first, last }: Bracket,
    { slot, nameHeight, plotHeight }: Places,
  ): HTMLElement {
    const number = isPaired(node) ? bpText(value) : signedPercentText(value);
    const made = button({ class: "bracket", title: drillText(node) }, () =>
      this.options.onDrill(node.path),
    );
    made.dataset["path"] = node.path;
    made.append(
      element("span", {}, element("span", { text: node.kind }), element("b", { text: number })),
    );
    made.style.left = `${axisWidth + first * slot + 4}px`;
    made.style.top = `${plotHeight + nameHeight + 2}px`;
    made.style.width = `${(last - first + 1) * slot - 8}px`;
    return made;
  }
}

function nameHeightOf(slot: number): number {
  if (slot < minWidthForName) return nameHeights.none;
  return slot < narrowSlot ? nameHeights.narrow : nameHeights.wide;
}

function plotHeightNow(): number {
  return innerHeight < lowWindow ? plotHeights.low : plotHeights.usual;
}

/** Whether the parts of a bar can be shown instead of it. */
function canDrill({ type, node }: Step): boolean {
  return type === "part" && node.drivers.length > 0;
}

function drillText({ kind }: SidedNode): string {
  return t("Show the parts of {0}", kind);
}

function nameOf({ type, node }: Step): string {
  switch (type) {
    case "start":
      return "A";
    case "end":
      return isPaired(node) ? "B" : node.kind;
    case "part":
      return node.kind;
    case "adjustment":
      return t("Exposure adjustment");
    case "unexplained":
      return t("Not explained");
  }
}

function numberOf({ type, node, value }: Step): string {
  const isEnd = type === "start" || type === "end";
  if (isPaired(node)) return isEnd ? bpLevelText(value) : bpText(value);
  if (isEnd) return percentText(value);
  return type === "part" ? signedPercentText(value) : gapText(value);
}

function spoken({ steps }: ForecastWaterfall): string {
  return steps.map((step) => `${nameOf(step)} ${numberOf(step)}`).join(", ");
}

/** The axis has the unit of the numbers at the bars: basis points between two forecasts, else percent. */
function grid(
  { steps, lowest, highest, isFromZero }: ForecastWaterfall,
  { y, plotHeight }: Places,
  width: number,
): readonly SVGElement[] {
  const isInBp = steps.some(({ node }) => isPaired(node));
  const scale = isInBp ? bpPerPercent : 1;
  const range = { min: lowest * scale, max: highest * scale };
  const ticks = valueTicks(range, plotHeight - 2 * numberHeight);
  const step = stepOf(ticks);
  const label = (text: string, top: number): SVGElement => {
    const made = svgShape("text", {
      class: "tick",
      x: axisWidth - 6,
      y: top,
      "text-anchor": "end",
    });
    made.textContent = text;
    return made;
  };
  const lines = ticks.flatMap((tick) => {
    const at = Math.round(y(tick / scale)) + 0.5;
    const isZero = tick === 0 && isFromZero;
    const line = svgShape("path", {
      class: isZero ? "axis" : "grid",
      d: `M${axisWidth} ${at}H${width}`,
    });
    return [line, label(formatTick("fraction", tick, step), at + 3.5)];
  });
  return [...lines, label(isInBp ? t("bp") : "%", unitTop)];
}

function bars(
  { steps, lowest, isFromZero }: ForecastWaterfall,
  places: Places,
): readonly SVGElement[] {
  const { slot, bar, y } = places;
  return steps.flatMap((step, at) => {
    const { type, node, from, to, value } = step;
    if (Number.isNaN(to)) return [];
    const isEnd = type === "start" || type === "end";
    const bottom = isEnd && !isFromZero ? lowest : from;
    const left = axisWidth + at * slot + (slot - bar) / 2;
    const [top, end] = [Math.min(y(bottom), y(to)), Math.max(y(bottom), y(to))];
    const sign = value < 0 ? "n" : "p";
    const name = isEnd
      ? type
      : canDrill(step)
        ? `${sign} opens`
        : type === "part"
          ? sign
          : `${sign} rest`;
    const shape = svgShape("rect", {
      class: name,
      "data-path": node.path,
      x: left,
      y: top,
      width: bar,
      height: Math.max(1, end - top),
    });
    const made: SVGElement[] = [shape];
    if (at < steps.length - 1) made.push(connector(left + bar, left + slot, y(to)));
    if (slot >= minWidthForNumber) made.push(numberAt(step, left + bar / 2, top, end));
    return made;
  });
}

/** The line from the end of a bar to the start of the next. */
function connector(from: number, to: number, y: number): SVGElement {
  const at = Math.round(y) + 0.5;
  return svgShape("path", { class: "axis", "stroke-dasharray": "2 2", d: `M${from} ${at}H${to}` });
}

/** The number above a rising bar, or below a falling one. */
function numberAt(step: Step, x: number, top: number, end: number): SVGElement {
  const isEnd = step.type === "start" || step.type === "end";
  const isAbove = step.value >= 0;
  const text = svgShape("text", {
    class: isEnd ? "number end" : "number",
    x,
    y: isAbove ? top - 5 : end + 13,
    "text-anchor": "middle",
  });
  text.textContent = numberOf(step);
  return text;
}

/** Hides the grid behind a number. The number must be in the document, or it has no size. */
function groundOf(text: SVGTextElement): SVGElement {
  const { x, y, width, height } = text.getBBox();
  return svgShape("rect", { class: "ground", x, y, width, height });
}
