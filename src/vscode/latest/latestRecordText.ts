import { toCell, toNameCell } from "../../data/csvCell";
import { type LatestSignals } from "../../service/latestSignals";
import { textAt } from "../../shared/columns";
import { type LatestSignal, type TagColumns } from "../../shared/latest/latestColumns";
import { isoOfDay } from "../../shared/day";
import { encodedText } from "../../store/encodedText";

type Value = string | number | null;

/**
 * Records as flat ones with the service's names: `signal_code`, `version`, the tags by their own fields, `Date`, `Level`,
 * `Momentum`, `Aggregate`, `point_in_time`. A missing value is an empty cell, in JSON null; numbers read back as the same
 * double.
 *
 * @throws the signal's reason when it aborts.
 */
export async function latestRecordText(
  records: LatestSignals,
  form: "csv" | "json",
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return encodedText(form === "csv" ? csvOf(records) : jsonOf(records), signal);
}

function* csvOf(records: LatestSignals): Generator<string, void> {
  const fields = yield* fieldsOf(records.columns);
  yield `${namesOf(fields).map(toNameCell).join(",")}\n`;
  for (const record of records) yield `${valuesOf(record, fields).map(cellOf).join(",")}\n`;
}

function* jsonOf(records: LatestSignals): Generator<string, void> {
  const fields = yield* fieldsOf(records.columns);
  const names = namesOf(fields);
  let before = "[\n";
  for (const record of records) {
    yield before + objectText(names, valuesOf(record, fields));
    before = ",\n";
  }
  yield before === ",\n" ? "\n]\n" : "[]\n";
}

/** The fields of all tags. */
function* fieldsOf(columns: TagColumns): Generator<string, readonly string[]> {
  const fields = new Set<number>();
  for (const field of columns.tagFields) {
    yield "";
    fields.add(field);
  }
  return Array.from(fields, (field) => textAt(columns, field) ?? "");
}

function namesOf(fields: readonly string[]): readonly string[] {
  const scores = ["Date", "Level", "Momentum", "Aggregate", "point_in_time"];
  return ["signal_code", "version", ...fields, ...scores];
}

function valuesOf(record: LatestSignal, fields: readonly string[]): readonly Value[] {
  const { code, version, tags, day, level, momentum, aggregate, pointInTimeMs } = record;
  const tagValues = fields.map((field) =>
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
