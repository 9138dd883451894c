import { type Day } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { t } from "../../../../ui/l10n";
import { drawnColumns } from "../model/drawnColumns";
import { hasPrintedSum, largestMiss } from "../model/rounding";
import { columnHeading } from "../model/shownText";
import { element, setAttributes, setText } from "../../../../ui/element";
import { roundingText } from "../../../../ui/roundingText";
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

  constructor() {
    this.table.append(
      element("div", { role: "rowgroup", class: "table-heads" }, this.head),
      this.body,
    );
    this.root.append(this.table, this.rounding);
    this.table.addEventListener("scroll", () => this.fill(), { passive: true });
    new ResizeObserver(() => this.fill()).observe(this.table);
  }

  show(shown: Shown): void {
    const { view, state } = shown;
    this.root.hidden = !state.isTable;
    this.body.replaceChildren();
    if (!state.isTable) return;
    this.columns = drawnColumns(view);
    this.rounding.hidden = !hasPrintedSum(view);
    setText(this.rounding, roundingText(largestMiss(view)));
    this.days = tableDays(this.columns, view.range);
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
    this.fill();
  }

  private fill(): void {
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
  }

  private row(index: number): HTMLElement {
    const day = this.days[index];
    if (day === undefined) throw new RangeError(`the table has no row ${index}`);
    return element(
      "div",
      { role: "row", class: "table-row", "aria-rowindex": index + 2 },
      element("span", { role: "rowheader", text: dateText(day) }),
      ...this.columns.map((column) => this.cell(column, day)),
    );
  }

  private cell(column: TableColumn, day: Day): HTMLElement {
    const format = this.differences.has(column.id) ? formatChange : formatValue;
    return element("span", { role: "cell", text: format(column.unit, valueOn(column, day)) });
  }
}
