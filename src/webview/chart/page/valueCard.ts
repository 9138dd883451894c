import { type Day, isoOfDay } from "../../../shared/day";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { type Surroundings } from "../draw/plotPane";
import { missAt } from "../model/rounding";
import { type CardRow, cardRows } from "../model/readout";
import { element, setText } from "../../kit/element";
import { roundingText } from "../../kit/roundingText";
import { type Shown } from "./shown";
import { swatch } from "./swatch";

interface CardPlace extends Surroundings {
  /** What it must not leave, in pixels of the page. */
  readonly space: { readonly width: number; readonly height: number };
}

/** From the crosshair to the card. */
const gapPx = 16;
/** With more rows the card is set smaller, and has no percentiles. */
const mostTall = 3;

/**
 * What every series says at the crosshair, in a card beside it; without a crosshair the newest values, for those alone
 * who do not see the labels at the ends of the lines.
 */
export class ValueCard {
  readonly root = element("aside", { class: "card unseen", "aria-label": t("Values") });
  private readonly day = element("th", { scope: "col", class: "card-day" });
  private readonly body = element("tbody");
  private readonly rounding = element("p", { class: "rounding", hidden: "" });
  /** As it is now. */
  theme: ChartTheme | undefined;

  constructor() {
    const head = element(
      "tr",
      {},
      this.day,
      ...[t("value"), t("on previous"), t("percentile")].map((text) =>
        element("th", { scope: "col", class: "number", text }),
      ),
    );
    const table = element("table", {}, element("thead", {}, head), this.body);
    this.root.append(table, this.rounding);
  }

  show({ view }: Shown, cursor: Day | null): void {
    const { theme } = this;
    if (theme === undefined) return;
    const rows = view.panes.length === 0 ? [] : cardRows(view, cursor);
    this.root.classList.toggle("unseen", cursor === null || rows.length === 0);
    this.root.classList.toggle("is-small", rows.length > mostTall);
    setText(this.day, cursor === null ? t("Newest") : isoOfDay(cursor));
    this.body.replaceChildren(...rows.flatMap((row) => rowsOf(row, theme, cursor)));
    const rounding = cursor === null ? "" : roundingText(missAt(view, cursor));
    setText(this.rounding, rounding);
    this.rounding.hidden = rounding === "";
  }

  /** Where it covers the fewest points of lines: beside the crosshair, above or below where that meets the first line. */
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

function rowsOf(row: CardRow, theme: ChartTheme, cursor: Day | null): HTMLElement[] {
  const label = element("span", {}, swatch(row, theme), element("span", { text: row.label }));
  const number = (text: string): HTMLElement => element("td", { class: "number", text });
  const percentile = Number.isNaN(row.percentile) ? "" : `${row.percentile}`;
  const values = element(
    "tr",
    { class: "values" },
    element("th", { scope: "row" }, label),
    number(row.text),
    number(row.change),
    number(percentile),
  );
  // Without a crosshair each has the newest day of its own.
  const notes = [
    ...(cursor === null && row.day !== null ? [isoOfDay(row.day)] : []),
    ...(row.isMarked ? [t("components do not add up")] : []),
  ];
  if (notes.length === 0) return [values];
  const note = element("td", { class: "note", colspan: 4, text: notes.join(" · ") });
  return [values, element("tr", {}, note)];
}
