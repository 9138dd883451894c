import { type Day } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { t } from "../../../../ui/l10n";
import { drawnColumns } from "../model/drawnColumns";
import { hasPrintedSum, largestMiss } from "../model/rounding";
import { columnHeading } from "../model/shownText";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { roundingText } from "../../../../ui/roundingText";
import { canShowHistory, showHistory } from "./historyPanel";
import { type Dispatch } from "./pageState";
import { type Shown, headOf } from "./shown";
import { heightOf, type TableColumn, tableDays, topRow, valueOn } from "./tableRows";
import { dateText } from "../../../../ui/dateText";

const rowPx = 24;
/** The rows created beyond those in sight, on either side. */
const spareRows = 8;

/** Shows the values in sight as a table, the newest day first; only rows near those in sight exist. */
export class ChartTable {
  readonly root = element("div", { class: "table", hidden: "" });
  private readonly head = element("div", {
    role: "row",
    class: "table-row table-head",
    "aria-rowindex": 1,
  });
  private readonly body = element("div", { role: "rowgroup", class: "table-body" });
  private readonly table = element("div", { role: "table", class: "table-scroll", tabindex: 0 });
  private readonly rounding = element("p", { id: "table-rounding", class: "rounding" });
  private columns: readonly TableColumn[] = [];
  private differences: ReadonlySet<string> = new Set();
  private days: Int32Array = new Int32Array();
  /** Whether each day is a button that shows its history. */
  private hasHistory = false;

  constructor(private readonly dispatch: Dispatch) {
    this.table.append(
      element("div", { role: "rowgroup", class: "table-heads" }, this.head),
      this.body,
    );
    this.root.append(this.table, this.rounding);
    this.table.addEventListener("scroll", () => this.fill(), { passive: true });
    this.body.addEventListener("keydown", (event) => this.onKey(event));
    new ResizeObserver(() => this.fill()).observe(this.table);
  }

  show(shown: Shown): void {
    const { view, state } = shown;
    const focused = this.focusedDay;
    this.root.hidden = !state.isTable;
    this.body.replaceChildren();
    if (!state.isTable) return;
    this.columns = drawnColumns(view);
    this.rounding.hidden = !hasPrintedSum(view);
    setText(this.rounding, roundingText(largestMiss(view)));
    this.days = tableDays(this.columns, view.range);
    this.hasHistory = canShowHistory(shown);
    const differences = view.panes.filter(({ kind }) => kind === "difference");
    this.differences = new Set(differences.flatMap(({ lines }) => lines.map(({ id }) => id)));
    setAttributes(this.table, {
      "aria-label": t("{0} as a table", headOf(shown).title),
      "aria-describedby": this.rounding.id,
      "aria-rowcount": this.days.length + 1,
      "aria-colcount": this.columns.length + 1,
    });
    this.head.replaceChildren(
      ...[t("Date"), ...this.columns.map(({ label, unit }) => columnHeading(label, unit))].map(
        (text) => element("span", { role: "columnheader", text, title: text }),
      ),
    );
    this.table.style.setProperty("--columns", String(this.columns.length));
    this.body.style.height = `${heightOf(this.days.length, rowPx)}px`;
    this.fill(focused);
  }

  private fill(focused = this.focusedDay): void {
    const { scrollTop, clientHeight } = this.table;
    const seenPx = Math.max(0, clientHeight - this.head.offsetHeight);
    const top = topRow(scrollTop, this.days.length, rowPx, seenPx);
    const first = Math.max(0, Math.floor(top) - spareRows);
    const last = Math.min(this.days.length, Math.ceil(top + seenPx / rowPx) + spareRows);
    const rows: HTMLElement[] = [];
    for (let row = first; row < last; row++) {
      const made = this.row(row);
      made.style.transform = `translateY(${Math.round(scrollTop + (row - top) * rowPx)}px)`;
      rows.push(made);
    }
    this.body.replaceChildren(...rows);
    // One button is a Tab stop: that of the focused day, else of the first day in sight.
    const stop = this.buttonOf(focused) ?? this.buttonOf(this.days[Math.ceil(top)]);
    if (stop !== undefined) stop.tabIndex = 0;
    if (focused !== undefined) stop?.focus({ preventScroll: true });
  }

  /** The day whose button has the focus. */
  private get focusedDay(): Day | undefined {
    const { activeElement } = document;
    if (activeElement === null || !this.body.contains(activeElement)) return undefined;
    return Number((activeElement as HTMLElement).dataset["day"]);
  }

  private buttonOf(day: Day | undefined): HTMLElement | undefined {
    return this.body.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? undefined;
  }

  /** Moves the focus from day to day. */
  private onKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { focusedDay } = this;
    if (step === undefined || focusedDay === undefined) return;
    event.preventDefault();
    const row = this.days.indexOf(focusedDay) + step;
    const next = this.buttonOf(this.days[row]);
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
    this.fill();
  }

  private row(index: number): HTMLElement {
    const day = this.days[index];
    if (day === undefined) throw new RangeError(`the table has no row ${index}`);
    return element(
      "div",
      { role: "row", class: "table-row", "aria-rowindex": index + 2 },
      this.dayHead(day),
      ...this.columns.map((column) => this.cell(column, day)),
    );
  }

  private dayHead(day: Day): HTMLElement {
    if (!this.hasHistory) return element("span", { role: "rowheader", text: dateText(day) });
    const title = t("Show the history of this day");
    const made = button({ class: "tool", tabindex: -1, text: dateText(day), title }, () =>
      showHistory(this.dispatch, day),
    );
    made.dataset["day"] = String(day);
    return element("span", { role: "rowheader" }, made);
  }

  private cell(column: TableColumn, day: Day): HTMLElement {
    const format = this.differences.has(column.id) ? formatChange : formatValue;
    return element("span", { role: "cell", text: format(column.unit, valueOn(column, day)) });
  }
}
