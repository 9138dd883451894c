import { toCell, toNameCell } from "../../data/csvCell";
import { isoOfDay } from "../../shared/day";
import {
  type ChangeScore,
  changeScores,
  isFlip,
  isMoved,
  type LoneRecord,
  type Move,
  moveOf,
  productionsOf,
  type SignalChanges,
  smallestForecastChange,
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
    if ((older[at] ?? -1) < 0) {
      yield { what: "appeared", ...of, after: now };
      continue;
    }
    const from = before[at] ?? Number.NaN;
    if (Object.is(from, now)) continue;
    yield { what: "forecast", ...of, before: from, after: now, change: now - from };
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

/**
 * The page as Markdown, for an email or a note: the largest rows of each section, with its total. May pause.
 */
export function* changesMarkdown(
  { pair, signals, forecasts }: ChangesAnswer,
  score: ChangeScore,
  { service, isSample }: ExplorerIdentity,
): Generator<void, string> {
  const lines = ["# What changed", ""];
  if (pair !== null) {
    const sample = isSample ? "SAMPLE, synthetic · " : "";
    const span = `${timeText(pair.sinceMs)} to ${timeText(pair.toMs)}`;
    lines.push(`${sample}${escaped(service)} · ${span}`, "");
  }
  if (signals !== null) lines.push(...(yield* signalTables(signals, score)));
  if (forecasts !== null) lines.push(...(yield* forecastTables(forecasts)));
  return `${lines.join("\n").trimEnd()}\n`;
}

function* signalTables(
  changes: SignalChanges,
  score: ChangeScore,
): Generator<void, readonly string[]> {
  const { signals, changed } = changes;
  const [flips, others] = [new Largest<Move>(), new Largest<Move>()];
  for (const entry of changed.records.keys()) {
    yield;
    const move = moveOf(changed, entry, score);
    if (move === undefined) continue;
    if (isFlip(move)) flips.add(move, Math.abs(move.change));
    else if (isMoved(move)) others.add(move, Math.abs(move.change));
  }
  const rowsOf = (moves: Largest<Move>): readonly (readonly string[])[] =>
    moves.items.map(({ entry, before, now, change, mark }) => [
      signals[changed.signals[entry] ?? -1]?.name ?? "",
      changed.variants[entry] ?? "",
      ...[before, now, change].map(formatScore),
      marks[mark],
    ]);
  yield;
  const productions = productionsOf(changes, score).map(
    ({ signal: { name, newestDay, matched }, news, revised, meanSize }) => [
      name,
      isoOfDay(newestDay),
      `${news} of ${matched}`,
      `${revised}`,
      Number.isNaN(meanSize) ? "" : meanSize.toFixed(2),
    ],
  );
  const produced = ["Signal", "Newest day", "New day", "Revised", "Mean change"];
  const moved = ["Signal", "Variant", "Before", "Now", "Change", ""];
  const name = valueNames[score];
  return [
    ...tableOf(`Productions (${productions.length})`, produced, productions.slice(0, longest)),
    ...tableOf(`Sign flips, ${name} (${flips.count})`, moved, rowsOf(flips)),
    ...tableOf(`Largest moves, ${name} (${others.count})`, moved, rowsOf(others)),
    ...loneTable("Appeared", changes.appeared, score),
    ...loneTable("Vanished", changes.vanished, score),
    ...loneTable("Stale", changes.stale, score),
  ];
}

function loneTable(
  title: string,
  all: readonly LoneRecord[],
  score: ChangeScore,
): readonly string[] {
  const rows = all
    .slice(0, longest)
    .map(({ signal, variant, day, scores }) => [
      signal,
      variant,
      formatScore(scores[score]),
      isoOfDay(day),
    ]);
  const headers = ["Signal", "Variant", valueNames[score], "Day"];
  return tableOf(`${title} (${all.length})`, headers, rows);
}

function* forecastTables(forecasts: ForecastChanges): Generator<void, readonly string[]> {
  const moved = new Largest<Row>();
  const came: Record<"appeared" | "vanished", Row[]> = { appeared: [], vanished: [] };
  for (const row of forecastRows(forecasts)) {
    yield;
    const size = Math.abs(Number(row.change));
    if (row.what === "forecast" && size >= smallestForecastChange) moved.add(row, size);
    else if (row.what === "appeared" || row.what === "vanished") came[row.what].push(row);
  }
  const printed = moved.items.map(({ name, variant, before, after, change }) => [
    String(name),
    String(variant),
    formatPercent(Number(before)),
    formatPercent(Number(after)),
    formatPartBp(Number(change)),
  ]);
  const lone = (rows: readonly Row[]): readonly (readonly string[])[] =>
    rows
      .slice(0, longest)
      .map(({ name, variant, before, after }) => [
        String(name),
        String(variant),
        formatPercent(Number(after ?? before)),
      ]);
  const { appeared, vanished } = came;
  const headers = ["Market", "Forecast", "Before", "Now", "Change"];
  const one = ["Market", "Forecast", "Value"];
  return [
    ...tableOf(`Forecasts moved (${moved.count})`, headers, printed),
    ...tableOf(`Forecasts that appeared (${appeared.length})`, one, lone(appeared)),
    ...tableOf(`Forecasts that vanished (${vanished.length})`, one, lone(vanished)),
  ];
}

/** The most rows of a table; the CSV has them all. */
const longest = 20;

/** Collects the largest items, and counts all. */
class Largest<T> {
  count = 0;
  private readonly kept: { readonly item: T; readonly size: number }[] = [];

  add(item: T, size: number): void {
    this.count += 1;
    const place = this.kept.findIndex((each) => each.size < size);
    if (place < 0 && this.kept.length >= longest) return;
    this.kept.splice(place < 0 ? this.kept.length : place, 0, { item, size });
    this.kept.length = Math.min(this.kept.length, longest);
  }

  get items(): readonly T[] {
    return this.kept.map(({ item }) => item);
  }
}

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
