import { toCell, toNameCell } from "../../data/csvCell";
import { isoOfDay } from "../../shared/day";
import {
  type ChangeScore,
  changeScores,
  type LoneRecord,
  moveOf,
  movesOf,
  type SignalChanges,
} from "../../shared/latest/changes";
import { type ChangesAnswer, type ForecastChanges } from "../../shared/latest/changesProtocol";
import { type ExplorerIdentity } from "../../shared/latest/explorerProtocol";
import { formatPartBp, formatPercent, formatScore } from "../../shared/series/numberText";
import { encodedText } from "../../store/encodedText";
import { timeText } from "../timeText";

type Value = string | number | null;

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

type Row = Readonly<Partial<Record<(typeof fields)[number], Value>>>;

type Compared = Pick<ChangesAnswer, "signals" | "forecasts">;

const valueNames = { aggregate: "Aggregate", level: "Level", momentum: "Momentum" } as const;

/**
 * All changes as flat records, one for each score of a variant and for each forecast: numbers as the service gave them, and
 * their differences. `what` is news, revision, new day (not split), withdrawn, forecast, appeared, vanished or stale.
 */
export function* changeRows({ signals, forecasts }: Compared): Generator<Row, void> {
  if (signals !== null) yield* signalRows(signals);
  if (forecasts !== null) yield* forecastRows(forecasts);
}

const marks = {
  news: "news",
  revision: "revision",
  newDay: "new day, not split",
  withdrawn: "withdrawn",
} as const;

function* signalRows({
  signals,
  changed,
  appeared,
  vanished,
  stale,
}: SignalChanges): Generator<Row, void> {
  for (const entry of changed.records.keys()) {
    const { code = "", version = 0, name = "" } = signals[changed.signals[entry] ?? -1] ?? {};
    for (const score of changeScores) {
      const move = moveOf(changed, entry, score);
      if (move === undefined) continue;
      const { before, now, change, mark, news, revision } = move;
      yield {
        what: marks[mark],
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
): Generator<Row, void> {
  for (const score of changeScores) {
    const of = { what, code, version, name: signal, variant, value: valueNames[score] };
    const value = scores[score];
    yield what === "vanished"
      ? { ...of, Date_before: isoOfDay(day), before: value }
      : { ...of, Date: isoOfDay(day), after: value };
  }
}

function* forecastRows({ newer, older, before, vanished }: ForecastChanges): Generator<Row, void> {
  const { summaries, markets, horizons, currencies, hedgings } = newer;
  for (const [at, now] of summaries.totals.entries()) {
    const { code = "", name = "" } = markets[summaries.markets[at] ?? -1] ?? {};
    const variant = [
      horizons[summaries.horizons[at] ?? -1],
      currencies[summaries.currencies[at] ?? -1],
      hedgings[summaries.hedgings[at] ?? -1]?.name,
    ].join(" · ");
    const of = { code, name, variant, value: "Forecast" };
    if ((older[at] ?? -1) < 0) yield { what: "appeared", ...of, after: now };
    else {
      const from = before[at] ?? Number.NaN;
      if (from !== now)
        yield { what: "forecast", ...of, before: from, after: now, change: now - from };
    }
  }
  for (const { market, detail, total } of vanished) {
    yield { what: "vanished", name: market, variant: detail, value: "Forecast", before: total };
  }
}

/** Numbers read back as the same double; absent values are empty cells in CSV and null in JSON. */
export async function changeRowsText(
  rows: Iterable<Row>,
  form: "csv" | "json",
): Promise<Uint8Array> {
  return encodedText(form === "csv" ? csvOf(rows) : jsonOf(rows));
}

function* csvOf(rows: Iterable<Row>): Generator<string, void> {
  yield `${fields.map(toNameCell).join(",")}\n`;
  for (const row of rows) yield `${fields.map((field) => cellOf(valueOf(row, field))).join(",")}\n`;
}

function* jsonOf(rows: Iterable<Row>): Generator<string, void> {
  let before = "[\n";
  for (const row of rows) {
    yield `${before}  ${JSON.stringify(Object.fromEntries(fields.map((field) => [field, valueOf(row, field)])))}`;
    before = ",\n";
  }
  yield before === ",\n" ? "\n]\n" : "[]\n";
}

function valueOf(row: Row, field: (typeof fields)[number]): Value {
  const value = row[field] ?? null;
  return typeof value === "number" && Number.isNaN(value) ? null : value;
}

function cellOf(value: Value): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : toCell(value);
}

/** The largest changes as Markdown, for an email or a note. */
export function changesMarkdown(
  { pair, signals, forecasts }: ChangesAnswer,
  score: ChangeScore,
  { service, isSample }: ExplorerIdentity,
): string {
  const name = valueNames[score];
  const lines = [`# What changed`, ""];
  const sample = isSample ? "SAMPLE, synthetic · " : "";
  if (pair !== null) {
    lines.push(
      `${sample}${escaped(service)} · ${timeText(pair.sinceMs)} to ${timeText(pair.toMs)}`,
      "",
    );
  }
  if (signals !== null) {
    const { flips, others } = movesOf(signals.changed, score);
    const rowsOf = (moves: typeof flips): readonly (readonly string[])[] =>
      moves
        .slice(0, longest)
        .map(({ entry, before, now, change, mark }) => [
          signals.signals[signals.changed.signals[entry] ?? -1]?.name ?? "",
          signals.changed.variants[entry] ?? "",
          ...[before, now, change].map(formatScore),
          marks[mark],
        ]);
    const headers = ["Signal", "Variant", "Before", "Now", "Change", ""];
    lines.push(...tableOf(`Sign flips, ${name} (${flips.length})`, headers, rowsOf(flips)));
    lines.push(...tableOf(`Largest moves, ${name} (${others.length})`, headers, rowsOf(others)));
  }
  if (forecasts !== null) {
    const rows = [...forecastRows(forecasts)]
      .filter(({ what }) => what === "forecast")
      .sort((a, b) => Math.abs(Number(b.change)) - Math.abs(Number(a.change)));
    const printed = rows
      .slice(0, longest)
      .map(({ name: market, variant, before, after, change }) => [
        String(market),
        String(variant),
        formatPercent(Number(before)),
        formatPercent(Number(after)),
        formatPartBp(Number(change)),
      ]);
    const headers = ["Market", "Forecast", "Before", "Now", "Change"];
    lines.push(...tableOf(`Forecasts moved (${rows.length})`, headers, printed));
  }
  return `${lines.join("\n").trimEnd()}\n`;
}

/** The most rows of a table; the CSV has them all. */
const longest = 20;

function tableOf(
  title: string,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(" | ")} |`;
  const rule = `|${headers.map((_, at) => (at < 2 || at > 4 ? " --- " : " ---: ")).join("|")}|`;
  return [`## ${title}`, "", line(headers), rule, ...rows.map(line), ""];
}

function escaped(text: string): string {
  return text.replace(/[\\|*_`<>[\]]/g, "\\$&").replace(/[\r\n]+/g, " ");
}
