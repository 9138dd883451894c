import { type LatestSignals } from "../../service/latestSignals";
import { textAt } from "../../shared/columns";
import { type TagColumns } from "../../shared/latestColumns";
import { isoOfDay } from "../../shared/day";
import { encodedText } from "../../store/encodedText";
import { flatCsv, flatJson, type FlatCell } from "./flatRecords";

/**
 * Encodes records with the service's names: `signal_code`, `version`, the tags by their own fields, `Date`, `Level`,
 * `Momentum`, `Aggregate`, `point_in_time`. A missing value is an empty cell, in JSON null; numbers read back as the
 * same double.
 *
 * @throws the signal's reason when it aborts.
 */
export async function latestRecordText(
  records: LatestSignals,
  form: "csv" | "json",
  signal?: AbortSignal,
): Promise<Uint8Array> {
  return encodedText(textOf(records, form), signal);
}

function* textOf(records: LatestSignals, form: "csv" | "json"): Generator<string, void> {
  const fields = yield* fieldsOf(records.columns);
  const names = namesOf(fields);
  const rows = valuesOf(records, fields);
  yield* form === "csv" ? flatCsv(names, rows) : flatJson(names, rows);
}

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

function* valuesOf(
  records: LatestSignals,
  fields: readonly string[],
): Generator<readonly FlatCell[], void> {
  for (const { code, version, tags, day, level, momentum, aggregate, pointInTimeMs } of records) {
    const tagValues = fields.map((field) =>
      Object.hasOwn(tags, field) ? (tags[field] ?? null) : null,
    );
    const production = pointInTimeMs === undefined ? null : productionText(pointInTimeMs);
    const scores = [level, momentum, aggregate];
    yield [code ?? null, version, ...tagValues, isoOfDay(day), ...scores, production];
  }
}

/** Rounds microseconds up to milliseconds, so that the production is known as of the formatted time. */
function productionText(pointInTimeMs: number): string {
  const microseconds = Math.round(pointInTimeMs * 1000);
  return new Date(Math.ceil(microseconds / 1000)).toISOString();
}
