import { t } from "../../../../../ui/l10n";
import { button, element, placeChildren } from "../../../../../ui/element";
import { FilterBox } from "../../../../../ui/filterBox";
import { type MenuEntry } from "../../../../../ui/menu";
import { RowList } from "../../../../../ui/rowList";
import { type Segment, Segments } from "../../../../../ui/segments";
import {
  type AttributionRow,
  type AttributionTable,
  differenceIn,
  type AttributionGrouping,
} from "../model/attribution";
import { barCell, type BarRange, barRange, columnGroup, pairColumns } from "./bars";
import { bpText, percentText, signedPercentText } from "./explorerLabels";

export interface AttributionViewOptions {
  readonly onGrouping: (grouping: AttributionGrouping) => void;
  readonly onFilter: (filter: string) => void;
  readonly onOpen: (row: AttributionRow, isBeside: boolean) => void;
  readonly menuOf: (row: AttributionRow) => readonly (MenuEntry | null)[];
}

export interface ShownAttribution {
  readonly table: AttributionTable;
  readonly grouping: AttributionGrouping;
  readonly filter: string;
  /** The row of the variant whose forecasts are shown; empty for none. */
  readonly lit: string;
}

/** 100: more rows are shown only on request. */
const firstRows = 100;

/** The signals to which a forecast is attributed, or two forecasts side by side. */
export class AttributionView {
  readonly root = element("section", { class: "attribution" });
  private readonly groupings: Segments<AttributionGrouping>;
  private readonly filter: FilterBox;
  private readonly table = element("table", {
    class: "rows",
    "aria-label": t("Attribution"),
  });
  private readonly none = element("p", {
    class: "note",
    text: t("No attribution in this answer"),
  });
  private readonly all: HTMLButtonElement;
  private readonly body = element("tbody");
  private readonly rows: RowList<AttributionRow>;
  private shown: ShownAttribution | undefined;
  private isWhole = false;

  constructor({ onGrouping, onFilter, onOpen, menuOf }: AttributionViewOptions) {
    this.groupings = new Segments(t("Group attribution by"), onGrouping);
    this.filter = new FilterBox(t("Filter the attribution"), onFilter, t("Filter"));
    this.all = button({ class: "link" }, () => {
      this.isWhole = true;
      this.render();
    });
    this.rows = new RowList<AttributionRow>(this.body, { keyOf: ({ key }) => key, onOpen, menuOf });
    const caption = element(
      "div",
      { class: "caption" },
      element("h2", { text: t("Attribution") }),
      element("div", { class: "tools" }, this.groupings.root, this.filter.root),
    );
    this.root.append(caption, this.table, this.all, this.none);
  }

  show(shown: ShownAttribution): void {
    this.shown = shown;
    this.isWhole = false;
    this.render();
  }

  private render(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { table, grouping, filter } = shown;
    const isEmpty = table.count === 0;
    this.none.hidden = !isEmpty;
    this.table.hidden = this.filter.root.hidden = this.groupings.root.hidden = isEmpty;
    this.all.hidden = isEmpty || this.isWhole || table.rows.length <= firstRows;
    if (isEmpty) return;
    this.all.textContent = t("Show all {0}", table.rows.length);
    this.groupings.show(segments(), grouping);
    this.filter.show(filter);
    const rows = this.isWhole ? table.rows : table.rows.slice(0, firstRows);
    const isPair = table.totals.length > 1;
    const bars = barRange(
      table.rows.flatMap(({ values }) => (isPair ? [differenceIn(values)] : [values[0] ?? 0])),
    );
    this.table.classList.toggle("pair", isPair);
    placeChildren(this.table, [
      columnGroup(isPair ? pairColumns : ["bars", "value"]),
      element("thead", {}, headOf(shown, isPair)),
      this.body,
    ]);
    this.rows.show([
      ...rows.map((record) => ({ record, root: rowOf(record, bars, shown) })),
      ...sumRows(table, isPair),
    ]);
  }
}

function segments(): readonly Segment<AttributionGrouping>[] {
  return [
    { value: "variant", text: t("Variant"), tooltip: "" },
    { value: "signal", text: t("Signal"), tooltip: "" },
    { value: "tag", text: t("Tag"), tooltip: "" },
  ];
}

function headOf(
  { table: { rows, count }, grouping }: ShownAttribution,
  isPair: boolean,
): HTMLElement {
  const number = rows.length === count ? `${count}` : t("{0} of {1}", rows.length, count);
  const counted = countedText(number, count === 1, grouping);
  const name = element("th", {
    scope: "col",
    class: "first",
    text: isPair ? t("{0}, by difference", counted) : t("{0}, by size", counted),
  });
  const bar = element("td", { class: "bar-head" });
  const head = (text: string): HTMLElement => element("th", { scope: "col", text });
  return isPair
    ? element("tr", {}, name, head(t("A, %")), head(t("B, %")), bar, head(t("bp")))
    : element("tr", {}, name, bar, head(t("Percent")));
}

/** `11 variants`, `3 of 11 variants`. */
function countedText(number: string, isOne: boolean, grouping: AttributionGrouping): string {
  switch (grouping) {
    case "variant":
      return isOne ? t("{0} variant", number) : t("{0} variants", number);
    case "signal":
      return isOne ? t("{0} signal", number) : t("{0} signals", number);
    case "tag":
      return isOne ? t("{0} tag", number) : t("{0} tags", number);
  }
}

function rowOf(
  { label, aside, values, places }: AttributionRow,
  bars: BarRange,
  { table, lit }: ShownAttribution,
): HTMLElement {
  const isPair = table.totals.length > 1;
  const words = [label, aside].filter((each) => each !== "").join(" · ");
  const name = element("th", { scope: "row", title: words }, label);
  if (aside !== "") name.append(" ", element("span", { class: "code", text: aside }));
  const value = isPair ? differenceIn(values) : (values[0] ?? Number.NaN);
  const bar = barCell(value, bars, "sum");
  const cells = isPair
    ? [...values.map(sideCell), bar, numberCell(bpText(value))]
    : [bar, numberCell(signedPercentText(value))];
  const isVariant = places.some((place) => typeof place === "number");
  return element(
    "tr",
    { class: `${isVariant ? "opens" : ""} ${words === lit ? "lit" : ""}`.trim() },
    name,
    ...cells,
  );
}

function sideCell(value: number | null): HTMLElement {
  return value === null
    ? element("td", { class: "number quiet", text: t("not listed") })
    : numberCell(signedPercentText(value));
}

function sumRows(
  { notAttributed, totals }: AttributionTable,
  isPair: boolean,
): readonly HTMLElement[] {
  const row = (text: string, own: string, values: readonly (number | null)[]): HTMLElement => {
    const isTotal = own === "sum";
    const print = isTotal ? percentText : signedPercentText;
    const printed = values.map((value) => numberCell(value === null ? "" : print(value)));
    const difference = numberCell(bpText(differenceIn(values)));
    const bar = element("td", { class: "bar-head" });
    return element(
      "tr",
      { class: own, ...(isTotal ? { "data-path": totalPath } : {}) },
      element("th", { scope: "row", text }),
      ...(isPair ? [...printed, bar, difference] : [bar, ...printed]),
    );
  };
  return [row(t("Not attributed"), "rest quiet", notAttributed), row(t("Forecast"), "sum", totals)];
}

/** Path of the forecast itself, whatever its root is called. */
export const totalPath = "total";

function numberCell(text: string): HTMLElement {
  return element("td", { class: "number", text });
}
