import { type Day, isoOfDay } from "../../../shared/day";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { type NewestLabels, newestText } from "../model/newest";
import { type ReadoutRow, readoutAt } from "../model/readout";
import { hasPrintedSum, missAt, newestMiss } from "../model/rounding";
import { element, setAttributes, setText } from "../../kit/element";
import { roundingText } from "../../kit/roundingText";
import { type Shown } from "./shown";
import { swatch } from "./swatch";

interface Cells {
  readonly atCursor: HTMLElement;
  readonly note: HTMLElement;
}

/** The values of all series at the crosshair beside their newest ones; its size depends on neither. */
export class ReadoutPanel {
  readonly root = element("aside", {
    class: "readout",
    "aria-label": t("Values"),
  });
  private readonly day = element("th", { scope: "col", class: "number" });
  private readonly body = element("tbody");
  private readonly cells = new Map<string, Cells>();
  private newest: ReadonlyMap<string, NewestLabels> = new Map();
  private readonly rounding = element("p", { class: "rounding", hidden: "" });

  constructor() {
    const head = element(
      "tr",
      {},
      element("th", { scope: "col" }, element("span", { class: "unseen", text: t("Series") })),
      this.day,
      element("th", { scope: "col", class: "number newest", text: t("Newest") }),
    );
    const table = element("table", {}, element("thead", {}, head), this.body);
    this.root.append(table, this.rounding);
    // Only what scrolls is a stop on the way of the Tab key. Told in time, sizes cost nothing.
    const resized = new ResizeObserver(() => {
      const isScrolled = this.root.scrollHeight > this.root.clientHeight;
      setAttributes(this.root, { tabindex: isScrolled && 0 });
    });
    for (const each of [this.root, table]) resized.observe(each);
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    const { view } = shown;
    this.newest = newestText(view);
    this.cells.clear();
    const rows = view.panes.length === 0 ? [] : readoutAt(view, view.bounds.to);
    this.body.replaceChildren(
      ...rows.flatMap((row) => this.rows(row, this.newest.get(row.id)?.text ?? row.text, theme)),
    );
    const title = t("Percentile: share of the series' history at or below the newest value");
    for (const { id } of view.newest) this.cells.get(id)?.note.setAttribute("title", title);
    this.rounding.hidden = !hasPrintedSum(view);
    this.showCursor(shown, cursor);
  }

  showCursor({ view }: Shown, cursor: Day | null): void {
    const rows = cursor === null || view.panes.length === 0 ? [] : readoutAt(view, cursor);
    setText(this.day, cursor === null ? t("Crosshair") : isoOfDay(cursor));
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [id, { atCursor, note }] of this.cells) {
      const row = byId.get(id);
      setText(atCursor, row?.text ?? "");
      setText(
        note,
        row?.isMarked === true
          ? t("components do not add up")
          : (this.newest.get(id)?.detail ?? ""),
      );
      note.classList.toggle("warning", row?.isMarked === true);
    }
    const miss = cursor === null ? 0 : missAt(view, cursor);
    setText(this.rounding, roundingText(Math.max(miss, newestMiss(view))));
  }

  private rows(row: ReadoutRow, newest: string, theme: ChartTheme): HTMLElement[] {
    const atCursor = element("td", { class: "number" });
    const note = element("td", { class: "note", colspan: 3 });
    this.cells.set(row.id, { atCursor, note });
    const label = element("span", {}, swatch(row, theme), element("span", { text: row.label }));
    const name = element("th", { scope: "row" }, label);
    const values = element(
      "tr",
      {},
      name,
      atCursor,
      element("td", { class: "number newest", text: newest }),
    );
    // Of an area nothing more is said.
    return row.swatch === "area" ? [values] : [values, element("tr", {}, note)];
  }
}
