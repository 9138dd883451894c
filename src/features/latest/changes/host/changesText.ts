import { isoOfDay } from "../../../../shared/day";
import {
  changeScores,
  type LoneRecord,
  moveOf,
  type SignalChanges,
} from "../../../../shared/changes";
import { type ForecastChanges, type AnswerChanges } from "../protocol";
import { plainLine } from "../../../../shared/plainText";
import { areEqualValues, changeBetween } from "../../../../shared/series/equalValues";
import { encodedText } from "../../../../store/encodedText";
import { flatCsv, flatJson, type FlatCell } from "../../flatRecords";

const fields = [
  "what",
  "code",
  "version",
  "name",
  "variant",
  "value",
  "Date_before",
  "Date",
  "before",
  "after",
  "change",
  "news",
  "revision",
] as const;

/** Absent fields have no value. */
export type ChangeRow = Readonly<Partial<Record<(typeof fields)[number], FlatCell>>>;

interface Compared extends AnswerChanges {
  /** Why older values are missing from the comparison; undefined if none is. */
  readonly incomplete?: string | undefined;
}

export const valueNames = { aggregate: "Aggregate", level: "Level", momentum: "Momentum" } as const;

/**
 * All changes as flat records, one for each score of a variant and for each forecast: numbers as the service gave them, and
 * their differences. `what` is news, revision, new observation, withdrawn, forecast, appeared, vanished or stale;
 * a first record that is incomplete has as its name why older values are missing.
 */
export function* changeRows({
  signals,
  forecasts,
  incomplete,
}: Compared): Generator<ChangeRow, void> {
  if (incomplete !== undefined) yield { what: "incomplete", name: plainLine(incomplete) };
  if (signals !== null) yield* signalRows(signals);
  if (forecasts !== null) yield* forecastRows(forecasts);
}

export const markNames = {
  news: "news",
  revision: "revision",
  newDay: "new observation",
  withdrawn: "withdrawn",
} as const;

function* signalRows({
  signals,
  changed,
  appeared,
  vanished,
  stale,
}: SignalChanges): Generator<ChangeRow, void> {
  for (const entry of changed.records.keys()) {
    const { code = "", version = 0, name = "" } = signals[changed.signals[entry] ?? -1] ?? {};
    for (const score of changeScores) {
      const move = moveOf(changed, entry, score);
      if (move === undefined) continue;
      const { before, now, change, mark, news, revision } = move;
      yield {
        what: markNames[mark],
        ...{ code, version, name, variant: changed.variants[entry] ?? "" },
        value: valueNames[score],
        Date_before: isoOfDay(changed.olderDays[entry] ?? 0),
        Date: isoOfDay(changed.days[entry] ?? 0),
        ...{ before, after: now, change, news, revision },
      };
    }
  }
  for (const each of appeared) yield* loneRows("appeared", each);
  for (const each of vanished) yield* loneRows("vanished", each);
  for (const each of stale) yield* loneRows("stale", each);
}

function* loneRows(
  what: "appeared" | "vanished" | "stale",
  { signal, variant, code, version, day, scores }: LoneRecord,
): Generator<ChangeRow, void> {
  for (const score of changeScores) {
    const of = { what, code, version, name: signal, variant, value: valueNames[score] };
    const value = scores[score];
    yield what === "vanished"
      ? { ...of, Date_before: isoOfDay(day), before: value }
      : { ...of, Date: isoOfDay(day), after: value };
  }
}

function* forecastRows({
  newer,
  older,
  before,
  vanished,
}: ForecastChanges): Generator<ChangeRow, void> {
  const { summaries, markets, horizons, currencies, hedgings } = newer;
  for (const [at, now] of summaries.totals.entries()) {
    const { code = "", name = "" } = markets[summaries.markets[at] ?? -1] ?? {};
    const variant = [
      horizons[summaries.horizons[at] ?? -1],
      currencies[summaries.currencies[at] ?? -1],
      hedgings[summaries.hedgings[at] ?? -1]?.name,
    ].join(" · ");
    const of = { code, name, variant, value: "Forecast" };
    if ((older[at] ?? -1) < 0) {
      yield { what: "appeared", ...of, after: now };
      continue;
    }
    const from = before[at] ?? Number.NaN;
    if (areEqualValues(from, now)) continue;
    yield { what: "forecast", ...of, before: from, after: now, change: changeBetween(from, now) };
  }
  for (const { market, detail, total } of vanished) {
    yield { what: "vanished", name: market, variant: detail, value: "Forecast", before: total };
  }
}

/**
 * The text of all rows. Numbers read back as the same double; absent values are empty cells in CSV and null in JSON.
 */
export async function changeRowsText(
  rows: Iterable<ChangeRow>,
  form: "csv" | "json",
): Promise<Uint8Array> {
  const values = valuesOf(rows);
  return encodedText(form === "csv" ? flatCsv(fields, values) : flatJson(fields, values));
}

function* valuesOf(rows: Iterable<ChangeRow>): Generator<readonly FlatCell[], void> {
  for (const row of rows) yield fields.map((field) => row[field] ?? null);
}
