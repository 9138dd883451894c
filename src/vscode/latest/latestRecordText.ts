import { toCell, toNameCell } from "../../data/csvCell";
import { type LatestSignal } from "../../shared/latest/latestColumns";
import { isoOfDay } from "../../shared/day";
import { Slices } from "../../store/slices";

type Value = string | number | null;

/**
 * Records as flat ones with the service's names: `signal_code`, `version`, the tags by their own fields, `Date`, `Level`,
 * `Momentum`, `Aggregate`, `point_in_time`. No value is an empty cell, in JSON null; numbers read back as the same double.
 *
 * @throws the signal's reason when it aborts.
 */
export async function latestRecordText(
  records: Iterable<LatestSignal>,
  form: "csv" | "json",
  signal?: AbortSignal,
): Promise<string> {
  const slices = new Slices(signal);
  const fields = new Set<string>();
  for (const { tags } of records) for (const field of Object.keys(tags)) fields.add(field);
  const names = [
    "signal_code",
    "version",
    ...fields,
    "Date",
    "Level",
    "Momentum",
    "Aggregate",
    "point_in_time",
  ];
  const lines: string[] = [];
  for (const record of records) {
    const values = valuesOf(record, fields);
    const isCsv = form === "csv";
    lines.push(isCsv ? values.map(cellOf).join(",") : objectText(names, values));
    if (slices.isOver) await slices.next();
  }
  if (form === "csv") return `${[names.map(toNameCell).join(","), ...lines].join("\n")}\n`;
  return lines.length === 0 ? "[]\n" : `[\n${lines.join(",\n")}\n]\n`;
}

function valuesOf(record: LatestSignal, fields: ReadonlySet<string>): readonly Value[] {
  const { code, version, tags, day, level, momentum, aggregate, pointInTimeMs } = record;
  const tagValues = [...fields].map((field) =>
    Object.hasOwn(tags, field) ? (tags[field] ?? null) : null,
  );
  const scores = [level, momentum, aggregate].map((score) => (Number.isNaN(score) ? null : score));
  const production = pointInTimeMs === undefined ? null : new Date(pointInTimeMs).toISOString();
  return [code ?? null, version, ...tagValues, isoOfDay(day), ...scores, production];
}

function cellOf(value: Value): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : toCell(value);
}

function objectText(names: readonly string[], values: readonly Value[]): string {
  const pairs = names.map((name, at) => `${JSON.stringify(name)}: ${JSON.stringify(values[at])}`);
  return `  {${pairs.join(", ")}}`;
}
