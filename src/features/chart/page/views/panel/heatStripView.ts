import { type Day } from "../../../../../shared/day";
import { formatCount } from "../../../../../shared/series/numberText";
import { type Announcer } from "../../../../../ui/announcer";
import { dateText } from "../../../../../ui/dateText";
import { element, setAttributes, setText } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";
import { sharpSize, sizeCanvas } from "../../draw/canvas";
import { type ChartTheme } from "../../draw/chartTheme";
import { noteSizePx } from "../../draw/marks";
import { paintCanvas } from "../../draw/pageCanvas";
import {
  layOutStrip,
  type StripLayout,
  stripMarks,
  stripRowPx,
  stripTicks,
} from "../../draw/stripMarks";
import { textWidth } from "../../draw/textWidth";
import {
  type HeatStrip,
  type StripCell,
  type StripValue,
  stripValueAt,
} from "../../model/panel/heatStrip";
import { type CardRow, cardRows } from "../../model/readout";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";

const gapPx = 16;
/** The height of everything above and below the rows; panel.css has a similar number for the table. */
const aroundPx = 224;
const stepsWithShift = 10;

interface Drawn {
  readonly strip: HeatStrip;
  readonly layout: StripLayout;
}

/**
 * Shows the variants of a panel by months or weeks, each cell in the colour of its value, with a crosshair over them.
 */
export class HeatStripView {
  readonly root = element("div", {
    class: "strip",
    role: "application",
    tabindex: 0,
    "aria-roledescription": t("heat strip"),
    hidden: "",
  });
  private readonly canvas = element("canvas", { "aria-hidden": "true" });
  private readonly cell = overlay("strip-cell");
  private readonly line = overlay("strip-line");
  private readonly name = overlay("strip-name");
  private readonly newest = overlay("strip-newest");
  private readonly cover = overlay("strip-cover");
  private readonly day = overlay("strip-day crosshair-tag");
  private readonly card = element("aside", { class: "card", "aria-hidden": "true", hidden: "" });
  private shown: Shown | undefined;
  private theme: ChartTheme | undefined;
  private drawn: Drawn | undefined;
  private at: StripCell | null = null;

  constructor(
    private readonly dispatch: Dispatch,
    private readonly announcer: Announcer,
  ) {
    const { canvas, cell, line, name, newest, cover, day, card } = this;
    this.root.append(name, newest, canvas, line, cell, cover, day, card);
    new ResizeObserver(() => this.draw()).observe(this.root);
    // The height of the rows depends on the height of the window, which the observer does not report.
    addEventListener("resize", () => this.draw());
    this.root.addEventListener("pointermove", (event) => this.point(this.cellOf(event)));
    this.root.addEventListener("pointerleave", () => this.point(null));
    this.root.addEventListener("click", (event) => {
      this.point(this.cellOf(event));
      this.open();
    });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
  }

  show(shown: Shown, theme: ChartTheme): void {
    this.shown = shown;
    this.theme = theme;
    const { panel } = shown.view;
    const strip = panel?.strip ?? null;
    this.root.hidden = strip === null || panel?.full !== null || shown.state.isTable;
    setAttributes(this.root, {
      "aria-label": t(
        "{0}. Use the arrow keys to move the crosshair; press Enter to show the row in full size.",
        shown.title,
      ),
    });
    this.draw();
  }

  focus(): void {
    this.root.focus({ preventScroll: true });
  }

  private draw(): void {
    const { shown, theme, canvas, root } = this;
    const strip = shown?.view.panel?.strip ?? null;
    this.drawn = undefined;
    if (strip === null || theme === undefined || root.hidden !== false) return;
    const width = root.clientWidth;
    if (width === 0) return;
    const ratio = devicePixelRatio;
    const context = canvas.getContext("2d");
    if (context === null) return;
    const outer = { left: 0, top: 0, ...sharpSize({ width, height: 1 }, ratio) };
    context.font = `600 ${noteSizePx}px ${theme.font}`;
    const layout = layOutStrip(
      strip,
      outer,
      rowPxOf(strip),
      (name) => context.measureText(name).width,
    );
    this.drawn = { strip, layout };
    sizeCanvas(canvas, layout.outer, ratio);
    paintCanvas(canvas, ratio, theme.font, () => stripMarks(strip, theme, layout));
    this.point(this.at);
  }

  /** Shows the crosshair over a cell; hides it for null and for a cell that does not exist any more. */
  private point(at: StripCell | null): void {
    const { drawn, theme } = this;
    const isThere = drawn !== undefined && at !== null;
    const found = isThere ? stripValueAt(drawn.strip, at) : undefined;
    this.at = found === undefined ? null : at;
    for (const each of [this.cell, this.line, this.name, this.newest, this.day, this.card]) {
      each.hidden = found === undefined;
    }
    this.cover.hidden = true;
    if (drawn === undefined || theme === undefined || at === null || found === undefined) return;
    this.place(drawn.layout, at, theme);
    this.placeDay(drawn, at, found.day);
    const row = cardRowOf(found);
    this.showCard(found, row);
    this.placeCard(drawn.layout, at);
    this.announcer.reportRested(() => spoken(found, row));
  }

  private place(
    { inside, outer, cellPx, rowPx, names }: StripLayout,
    { row, column }: StripCell,
    theme: ChartTheme,
  ): void {
    const [left, top] = [inside.left + column * cellPx, inside.top + row * rowPx];
    box(this.cell, { left: left - 2, top: top - 2, width: cellPx + 4, height: rowPx + 3 });
    this.cell.style.borderColor = theme.foreground;
    box(this.line, { left: left + cellPx / 2, top: inside.top, height: inside.height });
    this.line.style.color = theme.cursor;
    const text = { height: rowPx, "line-height": rowPx };
    box(this.name, { left: 0, top, width: inside.left, ...text });
    setText(this.name, names[row] ?? "");
    const right = inside.left + inside.width;
    box(this.newest, { left: right, top, width: outer.width - right, ...text });
    const { day } = this;
    Object.assign(day.style, { color: theme.background, background: theme.foreground });
  }

  /** Places the day below the cell; a label that it would cover partly is hidden as a whole. */
  private placeDay({ strip, layout }: Drawn, { column }: StripCell, at: Day): void {
    const { inside, outer, cellPx } = layout;
    const { day, cover } = this;
    setText(day, dateText(at));
    const half = day.offsetWidth / 2;
    const x = inside.left + (column + 0.5) * cellPx;
    const middle = Math.min(outer.width - half, Math.max(half, x));
    const top = inside.top + inside.height + 4;
    box(day, { left: middle - half, top });
    const touched = stripTicks(strip, layout).flatMap((tick) => {
      const reach = textWidth(tick.label, noteSizePx) / 2 + 3;
      return Math.abs(tick.x - middle) < half + reach ? [tick.x - reach, tick.x + reach] : [];
    });
    cover.hidden = touched.length === 0;
    const left = Math.min(...touched);
    if (!cover.hidden) box(cover, { left, top, width: Math.max(...touched) - left });
  }

  private showCard({ variant, day, rank, of }: StripValue, row: CardRow | undefined): void {
    const percentile = row === undefined || Number.isNaN(row.percentile) ? "" : `${row.percentile}`;
    const headings = [t("value"), t("change"), t("percentile"), t("rank")];
    const ranked = rank === null ? "" : t("{0} of {1}", formatCount(rank), formatCount(of));
    const texts = [row?.text ?? t("no value"), row?.change ?? "", percentile, ranked];
    const number = (tag: "th" | "td", text: string): HTMLElement =>
      element(tag, { class: "number", text });
    this.card.replaceChildren(
      element(
        "table",
        {},
        element(
          "tr",
          {},
          element("th", { class: "card-day", text: `${variant.name} · ${dateText(day)}` }),
          ...headings.map((text) => number("th", text)),
        ),
        element(
          "tr",
          { class: "values" },
          element("th", { text: this.shown?.view.panel?.column ?? "" }),
          ...texts.map((text) => number("td", text)),
        ),
      ),
    );
  }

  /** Places the card below and to the right of the cell, or above or to the left without room there. */
  private placeCard(
    { outer, inside, cellPx, rowPx }: StripLayout,
    { row, column }: StripCell,
  ): void {
    const { offsetWidth: width, offsetHeight: height } = this.card;
    const [left, top] = [inside.left + column * cellPx, inside.top + row * rowPx];
    const right = left + cellPx + gapPx;
    const below = top + rowPx + gapPx / 2;
    const x = right + width <= outer.width ? right : Math.max(0, left - gapPx - width);
    const y = below + height <= outer.height ? below : Math.max(0, top - gapPx / 2 - height);
    this.card.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  private cellOf({ clientX, clientY }: MouseEvent): StripCell | null {
    if (this.drawn === undefined) return null;
    const { inside, cellPx, rowPx } = this.drawn.layout;
    const { left, top } = this.canvas.getBoundingClientRect();
    const row = Math.floor((clientY - top - inside.top) / rowPx);
    const column = Math.floor((clientX - left - inside.left) / cellPx);
    // Over a name or a value, the cell is that of the first or the last period.
    const last = this.drawn.strip.ends.length - 1;
    return { row, column: Math.min(last, Math.max(0, column)) };
  }

  private onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || this.drawn === undefined) return;
    const { rows, ends } = this.drawn.strip;
    const last = { row: rows.length - 1, column: ends.length - 1 };
    const at = this.at ?? { row: 0, column: last.column };
    const steps = this.at === null ? 0 : shiftKey ? stepsWithShift : 1;
    const to: Readonly<Record<string, StripCell>> = {
      ArrowLeft: { ...at, column: Math.max(0, at.column - steps) },
      ArrowRight: { ...at, column: Math.min(last.column, at.column + steps) },
      ArrowUp: { ...at, row: Math.max(0, at.row - steps) },
      ArrowDown: { ...at, row: Math.min(last.row, at.row + steps) },
      Home: { ...at, column: 0 },
      End: { ...at, column: last.column },
    };
    const next = to[key];
    if (next !== undefined) this.moveTo(next);
    else if (key === "Enter") this.open();
    else if (key === "Escape" && this.at !== null) this.point(null);
    else return;
    event.preventDefault();
    // A key handled here must not reach the chart's own key handler.
    event.stopPropagation();
  }

  private moveTo(cell: StripCell): void {
    this.point(cell);
    this.cell.scrollIntoView({ block: "nearest" });
  }

  /** Opens the variant in full size, with the crosshair on the day of the cell. */
  private open(): void {
    const found = this.at && this.drawn && stripValueAt(this.drawn.strip, this.at);
    if (found === null || found === undefined || found.variant.line === null) return;
    this.dispatch({ type: "arrange", change: { fullSize: found.variant.id } });
    this.dispatch({ type: "moveCursor", day: found.day });
  }
}

/** The height of a row: lower than usual if all rows, with the days below them, then fit in the window. */
function rowPxOf({ rows }: HeatStrip): number {
  const { least, usual } = stripRowPx;
  const fitting = Math.floor((innerHeight - aroundPx) / rows.length);
  return fitting < least ? usual : Math.min(usual, fitting);
}

function box(each: HTMLElement, px: Readonly<Record<string, number>>): void {
  for (const [name, length] of Object.entries(px)) each.style.setProperty(name, `${length}px`);
}

/** Hidden from screen readers, because the announcer has the same content. */
function overlay(name: string): HTMLElement {
  return element("div", { class: name, "aria-hidden": "true", hidden: "" });
}

/** The row that the card of any chart has for the value; undefined without one. */
function cardRowOf({ variant, day, rank }: StripValue): CardRow | undefined {
  const { id, name: title, line } = variant;
  if (line === null || rank === null) return undefined;
  const pane = { id, kind: "multiple", title, axes: [], layers: [], lines: [line] } as const;
  return cardRows({ panes: [pane] }, day)[0];
}

function spoken({ variant, day, rank, of }: StripValue, row: CardRow | undefined): string {
  const where = `${variant.name}, ${dateText(day)}`;
  if (row === undefined || rank === null) return t("{0}: no value", where);
  return t("{0}: {1}, percentile {2}, rank {3} of {4}", where, row.text, row.percentile, rank, of);
}
