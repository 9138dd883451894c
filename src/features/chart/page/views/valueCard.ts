import { type Day } from "../../../../shared/day";
import { formatCount } from "../../../../shared/series/numberText";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { type Surroundings } from "../draw/plotDrawing";
import { missAt } from "../model/rounding";
import { isSeveral } from "../model/series";
import {
  type CardRow,
  cardRows,
  inCardOrder,
  type PinnedRow,
  pinnedRows,
  type ReadoutRow,
} from "../model/readout";
import { element, setText } from "../../../../ui/element";
import { roundingText } from "../../../../ui/roundingText";
import { type Shown } from "./shown";
import { swatch } from "./swatch";

interface CardPlace extends Surroundings {
  /** The space that it must not leave, in pixels of the page. */
  readonly space: { readonly width: number; readonly height: number };
}

const gapPx = 16;
/** With more rows the card is smaller, and has percentiles only if there is room. */
const mostTall = 3;

/**
 * Shows the values of all series at the crosshair, in a card beside it; without a crosshair, the newest values for
 * screen readers only, which do not read the labels at the ends of the lines.
 */
export class ValueCard {
  readonly root = element("aside", { class: "card unseen", "aria-label": t("Values") });
  /** The day beside which the card is; null for none. */
  day: Day | null = null;
  private readonly head = element("tr");
  private readonly body = element("tbody");
  /** A note on rounding, or between pins the number of days. */
  private readonly note = element("p", { class: "rounding", hidden: "" });
  private drawnHead = "";
  theme: ChartTheme | undefined;
  private emphasised: string | null = null;

  constructor() {
    this.root.append(element("table", {}, element("thead", {}, this.head), this.body), this.note);
  }

  show(shown: Shown, cursor: Day | null): void {
    const { theme } = this;
    if (theme === undefined) return;
    const { view } = shown;
    const measured = view.panes.length === 0 ? undefined : measuredDays(shown.state.pins, cursor);
    this.day = measured?.[1] ?? cursor;
    if (measured === undefined) this.showDay(shown, cursor, theme);
    else this.showBetween(pinnedRows(view, measured), measured, theme);
    const count = this.body.querySelectorAll(".values").length;
    this.root.classList.toggle("unseen", this.day === null || count === 0);
    this.root.classList.toggle("is-small", count > mostTall);
    this.setEmphasised(this.emphasised);
  }

  setEmphasised(id: string | null): void {
    this.emphasised = id;
    for (const row of this.body.querySelectorAll(".values")) {
      row.classList.toggle("is-emphasised", row.getAttribute("data-id") === id);
    }
  }

  private showDay({ view, parts }: Shown, cursor: Day | null, theme: ChartTheme): void {
    const all = view.panes.length === 0 ? [] : cardRows(view, cursor);
    const rows = cursor !== null && isSeveral(parts) ? inCardOrder(all, parts) : all;
    const title = cursor === null ? t("Newest") : dateText(cursor);
    this.root.classList.remove("is-measured");
    this.showHead(title, [t("value"), t("change"), t("percentile")]);
    this.body.replaceChildren(...rows.flatMap((row) => rowsOf(row, theme, cursor)));
    this.showNote(cursor === null ? "" : roundingText(missAt(view, cursor)));
  }

  private showBetween(
    rows: readonly PinnedRow[],
    days: readonly [Day, Day],
    theme: ChartTheme,
  ): void {
    const [from, to] = days;
    const [only, ...others] = rows;
    const isOne = only !== undefined && others.length === 0;
    this.root.classList.toggle("is-measured", !isOne);
    if (isOne) {
      this.showSpan(only, days, theme);
      return;
    }
    this.showHead("", [dateText(from), dateText(to), "2 − 1", t("per year")]);
    this.body.replaceChildren(
      ...rows.map(({ shown, ...texts }) =>
        valuesRow(shown, theme, [texts.from, texts.to, texts.difference, texts.slopePerYear]),
      ),
    );
    const count = to - from;
    this.showNote(count === 1 ? t("1 day") : t("{0} days", formatCount(count)));
  }

  /** Shows the values between two pins for a single series, with one number a row. */
  private showSpan(row: PinnedRow, [from, to]: readonly [Day, Day], theme: ChartTheme): void {
    this.showHead(t("Between the pins"), [t("value")]);
    const { shown } = row;
    this.body.replaceChildren(
      valuesRow({ ...shown, label: dateText(from) }, theme, [row.from]),
      valuesRow({ ...shown, label: dateText(to) }, theme, [row.to]),
      plainRow(t("Difference 2 − 1"), row.difference, "is-difference is-strong"),
      plainRow(t("Days"), formatCount(to - from)),
      plainRow(t("Slope per year"), row.slopePerYear),
    );
    this.showNote("");
  }

  private showHead(title: string, columns: readonly string[]): void {
    const key = JSON.stringify([title, columns]);
    if (key === this.drawnHead) return;
    this.drawnHead = key;
    this.head.replaceChildren(
      element("th", { scope: "col", class: "card-day", text: title }),
      ...columns.map((text) => element("th", { scope: "col", class: "number", text })),
    );
  }

  private showNote(text: string): void {
    setText(this.note, text);
    this.note.hidden = text === "";
  }

  /**
   * Places the card where it covers the fewest points of lines: to the left or right of the crosshair, above or below
   * its crossing with the first line.
   */
  place({ space, at, points }: CardPlace): void {
    const { offsetWidth: width, offsetHeight: height } = this.root;
    const most = { x: space.width - width, y: space.height - height };
    const places = [at.y - gapPx - height, at.y + gapPx].flatMap((top) =>
      [at.x + gapPx, at.x - gapPx - width].map((left) => ({
        left: Math.max(0, Math.min(left, most.x)),
        top: Math.max(0, Math.min(top, most.y)),
        isCut: left < 0 || left > most.x,
      })),
    );
    const covered = places.map(
      ({ left, top, isCut }) =>
        points.filter(({ x, y }) => x >= left && x <= left + width && y >= top && y <= top + height)
          .length + (isCut ? points.length + 1 : 0),
    );
    const best = places[covered.indexOf(Math.min(...covered))];
    if (best === undefined) return;
    this.root.style.transform = `translate(${Math.round(best.left)}px, ${Math.round(best.top)}px)`;
  }
}

/** The days of two pins, or of one pin and the crosshair, ascending; undefined without two. */
function measuredDays(
  [first, second]: readonly Day[],
  cursor: Day | null,
): readonly [Day, Day] | undefined {
  const other = second ?? cursor;
  if (first === undefined || other === null || first === other) return undefined;
  return first < other ? [first, other] : [other, first];
}

function rowsOf(row: CardRow, theme: ChartTheme, cursor: Day | null): HTMLElement[] {
  const percentile = Number.isNaN(row.percentile) ? "" : `${row.percentile}`;
  const values = valuesRow(row, theme, [row.text, row.change, percentile]);
  // Without a crosshair each series has its own newest day.
  const notes = [
    ...(cursor === null && row.day !== null ? [dateText(row.day)] : []),
    ...(row.isMarked ? [t("components do not add up")] : []),
  ];
  if (notes.length === 0) return [values];
  const note = element("td", { class: "note", colspan: 4, text: notes.join(" · ") });
  return [values, element("tr", {}, note)];
}

function plainRow(label: string, text: string, style = ""): HTMLElement {
  return element(
    "tr",
    { class: style },
    element("th", { scope: "row", text: label }),
    element("td", { class: "number", text }),
  );
}

function valuesRow(row: ReadoutRow, theme: ChartTheme, texts: readonly string[]): HTMLElement {
  const label = element("span", {}, swatch(row, theme), element("span", { text: row.label }));
  return element(
    "tr",
    { class: row.swatch === "none" ? "values is-difference" : "values", "data-id": row.id },
    element("th", { scope: "row" }, label),
    ...texts.map((text) => element("td", { class: "number", text })),
  );
}
