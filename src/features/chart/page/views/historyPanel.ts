import { type Day } from "../../../../shared/day";
import { msOfInstant } from "../../../../shared/instant";
import { type DayVintage } from "../../../../shared/series/dayHistory";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { asOfText, dateText } from "../../../../ui/dateText";
import { button, element, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { t } from "../../../../ui/l10n";
import { svgShape } from "../../../../ui/svgShape";
import { historyDay, historySentences, type ShownHistory, shownHistory } from "../model/history";
import { vintagesOf } from "../model/shownVintages";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** Whether a chart can show the history of a day, because it shows vintages of one signal. */
export function canShowHistory({ parts, panel }: Shown): boolean {
  return panel === null && vintagesOf(parts) !== undefined;
}

/** The day of the crosshair, else of the last pin, else the newest day in sight that may have been revised. */
export function dayForHistory({ state, parts, view }: Shown, cursor: Day | null): Day {
  return cursor ?? state.pins.at(-1) ?? historyDay(parts, view.range);
}

/** Opens the history of a day beside the plot, instead of the table of revisions; null closes it. */
export function showHistory(dispatch: Dispatch, day: Day | null): void {
  dispatch({ type: "arrange", change: { history: day, revisions: null } });
  const panel = document.querySelector(".history");
  if (day !== null && panel !== null) revealPanel(panel);
}

/** The visible height at which a panel is noticed. */
const noticeablePx = 260;

/** Scrolls a panel into sight that is below the plot, as in a narrow window. */
export function revealPanel(panel: Element): void {
  // An open panel has a box; one beside the plot is in sight, though it may be higher than the window.
  const { top, height } = panel.getBoundingClientRect();
  if (height > 0 && top > innerHeight - noticeablePx) panel.scrollIntoView({ block: "nearest" });
}

/** The value of one day in each vintage, beside the plot: steps, and a table of the earliest value and revisions. */
export class HistoryPanel {
  readonly root = element("section", {
    class: "revisions history",
    "aria-label": t("History of a Day"),
  });
  private readonly title = element("h2");
  private readonly sentence = element("p", { class: "revisions-sentence" });
  private readonly plot = svgShape("svg", { "aria-hidden": "true" });
  private found: ShownHistory | undefined;
  private readonly rows = element("tbody");

  constructor(dispatch: Dispatch, returnFocus: () => void) {
    const close = button({ class: "tool", "aria-label": t("Close") }, () => {
      showHistory(dispatch, null);
      returnFocus();
    });
    close.append(icon("close"));
    const heads = [t("As-of"), t("Value"), t("Change")].map((text, at) =>
      element("th", { scope: "col", class: at === 0 ? "" : "number", text }),
    );
    const table = element(
      "table",
      { "aria-label": t("History of a Day") },
      element("thead", {}, element("tr", {}, ...heads, element("th", { scope: "col" }))),
      this.rows,
    );
    this.root.append(
      element("div", { class: "revisions-head" }, this.title, close),
      this.sentence,
      element("div", { class: "history-plot" }),
      element("div", { class: "history-table", tabindex: 0 }, table),
    );
    this.root.querySelector(".history-plot")?.append(this.plot);
    new ResizeObserver(() => this.draw()).observe(this.plot);
  }

  show({ parts, state }: Shown): void {
    const found = shownHistory(parts, state);
    this.root.hidden = found === undefined;
    if (found === undefined) return;
    setText(this.title, t("{0} on {1}", found.column, dateText(found.day)));
    setText(this.sentence, historySentences(found).join(" "));
    this.found = found;
    this.draw();
    this.rows.replaceChildren(...listed(found).map((step) => rowOf(step, found)));
  }

  /** In pixels of the page, so that its texts are as large as others. */
  private draw(): void {
    const { plot, found } = this;
    const width = plot.clientWidth;
    if (found === undefined || width === 0) return;
    plot.setAttribute("viewBox", `0 0 ${width} ${size.height}`);
    plot.replaceChildren(...stepMarks(found, width));
  }
}

/** The earliest vintage with a value, each revision, and the newest vintage. */
function listed({ steps }: ShownHistory): readonly DayVintage[] {
  const listed: readonly DayVintage["kind"][] = ["earliest", "first", "revised"];
  return steps.filter(({ kind }, at) => listed.includes(kind) || at === steps.length - 1);
}

function rowOf(step: DayVintage, { unit, steps }: ShownHistory): HTMLElement {
  const { asOf, value, change } = step;
  const isNewest = step === steps.at(-1);
  const texts = [formatValue(unit, value), Number.isNaN(change) ? "" : formatChange(unit, change)];
  return element(
    "tr",
    {},
    element("th", { scope: "row", text: asOfText(asOf) }),
    ...texts.map((text) => element("td", { class: "number", text })),
    element("td", { class: "muted", text: kindText(step, isNewest) }),
  );
}

function kindText({ kind }: DayVintage, isNewest: boolean): string {
  const own = {
    absent: "",
    same: "",
    smaller: t("changed by less than 0.005"),
    earliest: t("earliest of these vintages"),
    first: t("first print"),
    revised: t("revised"),
  }[kind];
  return [own, isNewest ? t("now") : ""].filter((text) => text !== "").join(" · ");
}

/** In pixels; the height is that of the style sheet. */
const size = { height: 150, left: 52, right: 12, top: 10, bottom: 24 };

/** The values over the as-ofs, each in force until the next; the value of FIT as a dashed line. */
function stepMarks({ steps, fit, unit }: ShownHistory, width: number): readonly SVGElement[] {
  const drawn = steps.filter(({ value }) => !Number.isNaN(value));
  const [oldest, newest] = [drawn[0], drawn.at(-1)];
  if (oldest === undefined || newest === undefined) return [];
  const values = [...drawn.map(({ value }) => value), ...(Number.isNaN(fit) ? [] : [fit])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const [from, to] = [msOfInstant(oldest.asOf), msOfInstant(newest.asOf)];
  const right = width - size.right;
  const bottom = size.height - size.bottom;
  const xOf = ({ asOf }: DayVintage): number =>
    size.left + ((msOfInstant(asOf) - from) / Math.max(1, to - from)) * (right - size.left);
  const yOf = (value: number): number =>
    most > least
      ? size.top + ((most - value) / (most - least)) * (bottom - size.top)
      : (size.top + bottom) / 2;
  const path = drawn.map((step, at) =>
    at === 0 ? `M${xOf(step)} ${yOf(step.value)}` : `H${xOf(step)}V${yOf(step.value)}`,
  );
  const text = (x: number, y: number, anchor: string, words: string): SVGElement => {
    const mark = svgShape("text", { x, y, "text-anchor": anchor });
    mark.textContent = words;
    return mark;
  };
  const across = { x1: size.left, x2: right };
  return [
    ...(Number.isNaN(fit)
      ? []
      : [svgShape("line", { ...across, y1: yOf(fit), y2: yOf(fit), class: "history-fit" })]),
    svgShape("path", { d: path.join(""), class: "history-steps" }),
    ...drawn.map((step) => svgShape("circle", { cx: xOf(step), cy: yOf(step.value), r: 2.5 })),
    ...(most > least ? [least, most] : [most]).map((value) =>
      text(size.left - 8, yOf(value) + 4, "end", formatValue(unit, value)),
    ),
    text(size.left, size.height - 6, "start", asOfText(oldest.asOf)),
    text(right, size.height - 6, "end", asOfText(newest.asOf)),
  ];
}
