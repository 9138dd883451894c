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

/** How far one column of a signal was revised from one table to another, in the words of a chart. */
export function revisionText(before: SeriesTable, after: SeriesTable, name: string): string {
  const first = valuesByDay(before, name);
  const second = valuesByDay(after, name);
  const changes = [...first].flatMap(([day, value]) => {
    const other = second.get(day);
    return other === undefined ? [] : [{ day, value, other, size: Math.abs(other - value) }];
  });
  const revised = changes.filter(({ size }) => size > 0);
  const flips = revised.filter(({ value, other }) => value * other < 0);
  const [largest] = revised.toSorted((a, b) => b.size - a.size);
  if (largest === undefined) throw new Error(`${name} was not revised at all`);
  const alone = first.size + second.size - 2 * changes.length;
  return [
    `Revised on ${countText(revised.length)} of ${countText(changes.length)} days`,
    ` (${((100 * revised.length) / changes.length).toFixed(1)} %);`,
    ` largest change ${largest.size.toFixed(2)} on ${largest.day};`,
    ` sign changed on ${countText(flips.length)} ${flips.length === 1 ? "day" : "days"}`,
    alone === 0
      ? ""
      : `; ${countText(alone)} ${alone === 1 ? "day" : "days"} in only one of the two`,
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
