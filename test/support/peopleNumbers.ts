import { type SeriesTable } from "./seriesTable";

/** Numbers as people read them, written down once more for tests: with the sign that print uses. */
export function scoreText(value: number): string {
  return signed(value, value.toFixed(2));
}

export function percentText(fraction: number): string {
  return `${(fraction * 100).toFixed(2).replace("-", "−")} %`;
}

export function bpText(change: number): string {
  return `${signed(change, (change * 10_000).toFixed(1))} bp`;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `22 Nov 2026` of an ISO day. */
export function dayText(iso: string): string {
  const [year = "", month = "", day = ""] = iso.split("-");
  return `${Number(day)} ${months[Number(month) - 1] ?? ""} ${year}`;
}

/** The ISO day of such a text; any other text unchanged. */
export function isoOfText(text: string): string {
  const [, day = "", month = "", year = ""] = /^(\d{1,2}) (\w{3}) (\d{4})$/.exec(text) ?? [];
  if (year === "") return text;
  return [year, `${months.indexOf(month) + 1}`.padStart(2, "0"), day.padStart(2, "0")].join("-");
}

/** How far one column of a signal differs between two tables, in days and in the words of a chart. */
export function revisionText(
  names: readonly [string, string],
  [first, second]: readonly [SeriesTable, SeriesTable],
  column: string,
): string {
  const [before, after] = [valuesByDay(first, column), valuesByDay(second, column)];
  const changes = [...before].flatMap(([day, value]) => {
    const other = after.get(day);
    return other === undefined ? [] : [{ day, value, other, size: Math.abs(other - value) }];
  });
  const revised = changes.filter(({ size }) => size >= 0.005);
  const smaller = changes.filter(({ size }) => size > 1e-9).length - revised.length;
  const flips = revised.filter(({ value, other }) => value * other < 0);
  const [largest] = revised.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) throw new Error(`${column} was not revised at all`);
  const alone = before.size + after.size - 2 * changes.length;
  return [
    `Over all history, ${names.join(" and ")} differ on ${countText(revised.length)} of`,
    ` ${countText(changes.length)} days, by up to ${largest.size.toFixed(2)}`,
    ` (${dayText(largest.day)})`,
    flips.length === 0 ? "" : `; their signs differ on ${countText(flips.length)}`,
    smaller === 0
      ? ""
      : `; ${countText(smaller)} more differ${smaller === 1 ? "s" : ""} by less than 0.005`,
    alone === 0 ? "." : `; ${countText(alone)} more in only one of the two.`,
  ].join("");
}

function valuesByDay(table: SeriesTable, name: string): Map<string, number> {
  const values = table.column(name);
  const rows = table.days.map((day, row) => [day, values[row] ?? Number.NaN] as const);
  return new Map(rows.filter(([, value]) => !Number.isNaN(value)));
}

function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function signed(value: number, text: string): string {
  if (!/[1-9]/.test(text)) return text.replace("-", "");
  return value > 0 ? `+${text}` : text.replace("-", "−");
}
