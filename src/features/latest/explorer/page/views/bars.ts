import { element } from "../../../../../ui/element";

/** The range of the bars of one table; always includes zero. */
export interface BarRange {
  readonly lowest: number;
  readonly highest: number;
}

/** The scale of some values; ignores NaN. */
export function barRange(values: Iterable<number>): BarRange {
  let [lowest, highest] = [0, 0];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return { lowest, highest };
}

export type BarForm = "sum" | "part" | "total";

/** A cell with a bar from zero: to the right for positive values, to the left for negative ones. */
export function barCell(
  value: number,
  { lowest, highest }: BarRange,
  form: BarForm,
): HTMLTableCellElement {
  const cell = element("td", { class: "bar", "aria-hidden": "true" });
  const span = highest - lowest;
  if (span === 0) return cell;
  const percentAt = (each: number): string => `${((each - lowest) / span) * 100}%`;
  cell.style.setProperty("--zero-at", percentAt(0));
  if (Number.isNaN(value) || value === 0) return cell;
  const sign = form === "total" ? "t" : value < 0 ? "n" : "p";
  const bar = element("i", { class: form === "part" ? `${sign} thin` : sign });
  bar.style.left = percentAt(Math.min(0, value));
  bar.style.width = `${(Math.abs(value) / span) * 100}%`;
  cell.append(bar);
  return cell;
}

/** The columns of a table with bars, after that of the names. */
export type RowColumn = "value" | "difference" | "bars";

/** The columns of two forecasts side by side. */
export const pairColumns = ["value", "value", "bars", "difference"] as const;

export function columnGroup(columns: readonly RowColumn[]): HTMLTableColElement {
  const all = columns.map((name) => element("col", { class: name }));
  return element("colgroup", {}, element("col"), ...all);
}
