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

/**
 * How far one column of a signal that changes monthly differs between two tables, in the words of a chart: an observation is
 * the value at the end of a month, within the days that both cover.
 */
export function revisionText(
  names: readonly [string, string],
  [first, second]: readonly [SeriesTable, SeriesTable],
  column: string,
): string {
  const tables = [first, second].map((table) => valuesByDay(table, column));
  const [from, to] = [
    [first, second]
      .map(({ days }) => days[0] ?? "")
      .sort()
      .at(-1) ?? "",
    [first, second].map(({ days }) => days.at(-1) ?? "").sort()[0] ?? "",
  ];
  const [before, after] = tables.map((values) =>
    valuesByMonth([...values].filter(([day]) => day >= from && day <= to)),
  );
  const whole = tables.map((values) => valuesByMonth([...values]));
  if (before === undefined || after === undefined) throw new Error("two tables are compared");
  const changes = [...before].flatMap(([month, one]) => {
    const other = after.get(month);
    if (other === undefined) return [];
    const day = [one.day, other.day].sort().at(-1) ?? "";
    return [{ day, value: one.value, other: other.value, size: Math.abs(other.value - one.value) }];
  });
  const revised = changes.filter(({ size }) => size >= 0.005);
  const smaller = changes.filter(({ size }) => size > 1e-9).length - revised.length;
  const flips = revised.filter(({ value, other }) => value * other < 0);
  const [largest] = revised.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) throw new Error(`${column} was not revised at all`);
  const alone = whole.reduce((sum, { size }) => sum + size, 0) - 2 * changes.length;
  return [
    `Over all history, ${names.join(" and ")} differ on ${countText(revised.length)} of`,
    ` ${countText(changes.length)} observations, by up to ${largest.size.toFixed(2)}`,
    ` (${dayText(largest.day)}); their signs differ on ${countText(flips.length)}`,
    smaller === 0 ? "" : `; ${countText(smaller)} more differ${smaller === 1 ? "s" : ""} by less`,
    alone === 0 ? "." : `; ${countText(alone)} more in only one of the two.`,
  ].join("");
}

/** The last value of each month, and the first day of it on which that value stands. */
function valuesByMonth(
  rows: readonly (readonly [day: string, value: number])[],
): Map<string, { readonly day: string; readonly value: number }> {
  const byMonth = new Map<string, { readonly day: string; readonly value: number }>();
  for (const [day, value] of rows) {
    const month = day.slice(0, 7);
    const known = byMonth.get(month);
    byMonth.set(month, known?.value === value ? known : { day, value });
  }
  return byMonth;
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
