import { type ChartData } from "../../protocol";
import { type BridgeState } from "../../model/viewState";
import { type ForecastComponent, forecastComponents } from "../../../../shared/forecastComponents";
import { t } from "../../../../ui/l10n";
import { bridgeOf } from "../model/bridge";
import {
  type ChangeTick,
  changeTicks,
  type Waterfall,
  type WaterfallRow,
  waterfallOf,
  waterfallTitle,
} from "../model/waterfall";
import { element, setText } from "../../../../ui/element";
import { bpRoundingText } from "../../../../ui/roundingText";
import { svgShape } from "../../../../ui/svgShape";

/** The share of the width that stays free on either side of the lowest and the highest level, in percent. */
const margin = 2;

/**
 * Shows the change of a forecast as a waterfall: a table whose last column draws its numbers, so that it has the same
 * content with and without sight, at any width. A click on a part that has parts expands them, and closes them again.
 */
export class BridgeView {
  readonly title = element("h2", { id: "bridge-title" });
  /** The heading with the ticks, in basis points from the earlier day. */
  private readonly axis = element("th", { scope: "col", class: "bridge-axis" });
  private readonly body = element("tbody");
  private readonly rounding = element("p", { id: "bridge-rounding", class: "rounding" });

  /** @param onOpen - Called with the component to expand; with Forecast when the expanded one is closed. */
  constructor(
    parent: HTMLElement,
    private readonly onOpen: (component: ForecastComponent) => void,
  ) {
    const heads = [t("Component"), t("Change")].map((text) =>
      element("th", { scope: "col", text }),
    );
    const head = element("thead", {}, element("tr", {}, ...heads, this.axis));
    const told = { "aria-labelledby": this.title.id, "aria-describedby": this.rounding.id };
    const table = element("table", { class: "bridge", ...told }, head, this.body);
    this.body.addEventListener("click", (event) => this.onClick(event));
    parent.append(table, this.rounding);
  }

  show(data: ChartData, { from, to, component }: BridgeState): void {
    const bridge = bridgeOf(data, from, to, "Forecast");
    const expanded = component === "Forecast" ? null : bridgeOf(data, from, to, component);
    const waterfall = waterfallOf(bridge, expanded);
    const focused = this.body.contains(document.activeElement)
      ? componentAt(document.activeElement)
      : undefined;
    setText(this.title, waterfallTitle(bridge));
    setText(this.rounding, bpRoundingText(waterfall.missBp));
    const ticks = changeTicks(waterfall);
    this.axis.replaceChildren(
      element("span", { text: t("Basis points") }),
      ...ticks.map((tick) => tickLabel(tick, waterfall)),
    );
    this.body.replaceChildren(
      ...waterfall.rows.map((row, place) =>
        rowElement(row, { ...waterfall, ticks }, place === waterfall.rows.length - 1),
      ),
    );
    // Rows are replaced, so the focus moves to the new button of the same component.
    if (focused !== undefined) this.buttonOf(focused)?.focus();
  }

  private onClick({ target }: MouseEvent): void {
    const component = target instanceof Element ? componentAt(target) : undefined;
    if (component === undefined) return;
    const isExpanded = this.buttonOf(component)?.getAttribute("aria-expanded") === "true";
    this.onOpen(isExpanded ? "Forecast" : component);
  }

  private buttonOf(component: ForecastComponent): HTMLButtonElement | undefined {
    const buttons = [...this.body.querySelectorAll("button")];
    return buttons.find((button) => componentAt(button) === component);
  }
}

/** The component of the row of an element; undefined if the row has nothing to expand. */
function componentAt(target: Element | null): ForecastComponent | undefined {
  const name = target?.closest("tr")?.getAttribute("data-component");
  return forecastComponents.find((component) => component === name);
}

interface Drawn extends Waterfall {
  readonly ticks: readonly ChangeTick[];
}

function tickLabel({ text, level: at }: ChangeTick, waterfall: Waterfall): HTMLElement {
  const made = element("span", { class: "bridge-tick", "aria-hidden": "true", text });
  made.style.left = `${shareOf(at, waterfall)}%`;
  return made;
}

function rowElement(row: WaterfallRow, waterfall: Drawn, isLast: boolean): HTMLElement {
  const label =
    row.component === null
      ? row.label
      : element("button", {
          type: "button",
          "aria-expanded": String(row.isExpanded),
          text: row.label,
        });
  return element(
    "tr",
    { class: `bridge-${row.kind} ${directionOf(row)}`, "data-component": row.component ?? false },
    element("th", { scope: "row" }, label),
    element("td", { class: "bridge-change", text: row.text }),
    element("td", { class: "bridge-drawn" }, drawing(row, waterfall, isLast)),
  );
}

function directionOf({ kind, from, to }: WaterfallRow): string {
  if (kind === "end" || from === to) return "is-level";
  return to > from ? "is-rise" : "is-fall";
}

/**
 * A bar from the start to the end of the row. The first end is a level without a bar, the last one has a bar of the
 * whole change. Hairlines carry the level from row to row.
 */
function drawing(row: WaterfallRow, waterfall: Drawn, isLast: boolean): SVGSVGElement {
  const { kind, from, to } = row;
  // Hidden from screen readers, because the two cells before it have the same content.
  const drawn = svgShape("svg", { class: "bridge-svg", "aria-hidden": "true" });
  drawn.append(...waterfall.ticks.map((tick) => gridLine(tick, waterfall)));
  if (Number.isNaN(from) || Number.isNaN(to)) return drawn;
  const [start, end] = [shareOf(from, waterfall), shareOf(to, waterfall)];
  drawn.append(
    ...(kind === "end" && !isLast ? [] : [level(start, "0%", "50%")]),
    ...(isLast ? [] : [level(row.isExpanded ? start : end, "50%", "100%")]),
    bar(isLast ? shareOf(waterfall.start, waterfall) : start, end),
    svgShape("line", {
      class: "bridge-end-mark",
      x1: `${end}%`,
      y1: "20%",
      x2: `${end}%`,
      y2: "80%",
    }),
  );
  return drawn;
}

/** @param start - In percent of the width, as `end`. */
function bar(start: number, end: number): SVGRectElement {
  return svgShape("rect", {
    class: "bridge-bar",
    x: `${Math.min(start, end)}%`,
    y: "20%",
    width: `${Math.abs(end - start)}%`,
    height: "60%",
  });
}

function gridLine({ level: at, text }: ChangeTick, waterfall: Waterfall): SVGLineElement {
  const x = `${shareOf(at, waterfall)}%`;
  const style = text === "0" ? "bridge-grid is-zero" : "bridge-grid";
  return svgShape("line", { class: style, x1: x, x2: x, y1: "0%", y2: "100%" });
}

function level(x: number, y1: string, y2: string): SVGLineElement {
  return svgShape("line", { class: "bridge-level", x1: `${x}%`, x2: `${x}%`, y1, y2 });
}

function shareOf(value: number, { lowest, highest }: Waterfall): number {
  const share = highest === lowest ? 0.5 : (value - lowest) / (highest - lowest);
  return margin + share * (100 - 2 * margin);
}
