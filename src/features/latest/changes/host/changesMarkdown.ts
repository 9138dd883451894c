import { type PageIdentity } from "../../protocol";
import { toMarkdownCell } from "../../../../data/markdownTable";
import {
  type ChangeScore,
  isFlip,
  isMoved,
  type LoneRecord,
  type Move,
  moveOf,
  productionsOf,
  type SignalChanges,
} from "../../../../shared/changes";
import { type ChangesAnswer, type ForecastChanges } from "../protocol";
import {
  formatPartBp,
  formatPercent,
  formatScore,
  isVisibleChange,
} from "../../../../shared/series/numberText";
import { dateText, momentText } from "../../../../shared/dateText";
import { type ChangeRow, changeRows, markNames, valueNames } from "./changesText";

/**
 * The page as Markdown, for an email or a note: the largest rows of each section, with its total. May pause.
 */
export function* changesMarkdown(
  { pair, signals, forecasts }: ChangesAnswer,
  score: ChangeScore,
  { service, isSample, otherAsOf }: PageIdentity,
): Generator<void, string> {
  const lines = ["# What changed", ""];
  if (pair !== null) {
    const sample = isSample ? "SAMPLE, synthetic · " : "";
    const span = `${momentText(pair.sinceMs)} to ${momentText(pair.toMs)}`;
    const now = otherAsOf === null ? "" : ` · latest values, not those as of ${otherAsOf}`;
    lines.push(`${sample}${toMarkdownCell(service)} · ${span}${now}`, "");
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
      markNames[mark],
    ]);
  yield;
  const productions = productionsOf(changes, score).map(
    ({ signal: { name, newestDay, matched }, news, revised, meanSize }) => [
      name,
      dateText(newestDay),
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
      dateText(day),
    ]);
  const headers = ["Signal", "Variant", valueNames[score], "Day"];
  return tableOf(`${title} (${all.length})`, headers, rows);
}

function* forecastTables(forecasts: ForecastChanges): Generator<void, readonly string[]> {
  const moved = new Largest<ChangeRow>();
  const came: Record<"appeared" | "vanished", ChangeRow[]> = { appeared: [], vanished: [] };
  for (const row of changeRows({ signals: null, forecasts })) {
    yield;
    const size = Math.abs(Number(row.change));
    if (row.what === "forecast" && isVisibleChange("fraction", size)) moved.add(row, size);
    else if (row.what === "appeared" || row.what === "vanished") came[row.what].push(row);
  }
  const printed = moved.items.map(({ name, variant, before, after, change }) => [
    String(name),
    String(variant),
    formatPercent(Number(before)),
    formatPercent(Number(after)),
    formatPartBp(Number(change)),
  ]);
  const lone = (rows: readonly ChangeRow[]): readonly (readonly string[])[] =>
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

/** 20: a note needs no more rows; the CSV has all. */
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
  const line = (cells: readonly string[]): string => `| ${cells.map(toMarkdownCell).join(" | ")} |`;
  const rule = `|${headers.map((_, at) => (at < 2 || at > 4 ? " --- " : " ---: ")).join("|")}|`;
  return [`## ${title}`, "", line(headers), rule, ...rows.map(line), ""];
}
