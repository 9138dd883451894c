import * as vscode from "vscode";
import { type HedgedForecast, type NewestForecast } from "../../catalog/forecastValues";
import { type NewestValues, type SignalValues } from "../../catalog/latestRecords";
import { type LatestSignal } from "../../shared/latestColumns";
import { msPerDay } from "../../data/dayText";
import { type Frame } from "../../data/frame";
import { type Day } from "../../shared/day";
import { plainLine } from "../../shared/plainText";
import { businessDayLag } from "../../shared/series/businessDayLag";
import { percentileAmong } from "../../shared/series/nativeStep";
import { formatPercent, formatScore } from "../../shared/series/numberText";
import { dateText, momentText } from "../../editor/text/dateText";

/** The newest value of a row's series. */
export interface RowValue {
  /** What stands first in the description: `+0.42`, with its day where that is older than those of others. */
  readonly text: string;
  /** What a screen reader says. */
  readonly spoken: string;
  readonly icon?: BarIcon;
  /** Lines of plain text. */
  readonly tooltip: readonly string[];
}

/** The scores that a row can show. */
export type RowScore = "aggregate" | "level" | "momentum";

export const rowValueSetting = "macroSignals.tree.value";

const scores: readonly string[] = ["aggregate", "level", "momentum"] satisfies RowScore[];

/** As the person has set it; undefined for none, the Aggregate for whatever the setting does not know. */
export function rowScore(): RowScore | undefined {
  const value = vscode.workspace.getConfiguration("macroSignals").get<unknown>("tree.value");
  if (value === "none") return undefined;
  return isScore(value) ? value : "aggregate";
}

/** Names of columns, the same in all languages. */
const scoreNames: Readonly<Record<RowScore, string>> = {
  aggregate: "Aggregate",
  level: "Level",
  momentum: "Momentum",
};

/** The newest value of a variant, and whether it is older than others of its signal. */
export function signalValue(
  { latest, isVersionAssumed }: NewestValues,
  newestDay: SignalValues["newestDay"],
  score: RowScore,
): RowValue {
  const value = latest[score];
  const isStale = latest.day < (newestDay ?? latest.day);
  const text = formatScore(value);
  return {
    text: isStale ? `${text}\u2002${dateText(latest.day)}` : text,
    spoken: `${scoreNames[score]} ${spokenScore(value)}, ${dateText(latest.day)}`,
    tooltip: [...scoreLines(latest), ...timeLines(latest, isVersionAssumed)],
    ...(Number.isNaN(value) ? {} : { icon: barIcon(value, isStale) }),
  };
}

/** The newest forecast of a series, with its hedging mode where modes differ. */
export function forecastValue(
  { hedging, forecast, isOneOfSeveral }: HedgedForecast,
  { byHedging }: NewestForecast,
  fetchedAtMs: number,
): RowValue {
  const { t } = vscode.l10n;
  const text = formatPercent(forecast);
  const modes = [...byHedging].map(([mode, each]) => `${mode}: ${formatPercent(each)}`);
  const spoken = t("Forecast {0}", text.replace("−", t("minus") + " "));
  return {
    text: isOneOfSeveral ? `${text}\u2002${plainLine(hedging)}` : text,
    spoken: isOneOfSeveral ? `${spoken}, ${hedging}` : spoken,
    tooltip: [
      ...modes,
      t("Fetched {0}", momentText(fetchedAtMs)),
      t("A forecast series does not state its hedging"),
    ],
  };
}

/** Where the newest value of a series stands among all its observations; undefined where it has none. */
export function percentileLine({ days, columns }: Frame, score: RowScore): string | undefined {
  const column = columns.find(({ name }) => name === scoreNames[score]);
  if (column?.type !== "number") return undefined;
  const { values } = column;
  const percentile = percentileAmong({ days, values }, values.at(-1) ?? Number.NaN);
  if (Number.isNaN(percentile)) return undefined;
  return vscode.l10n.t("Percentile of the newest {0}: {1}", scoreNames[score], percentile);
}

function scoreLines({ aggregate, level, momentum }: LatestSignal): string[] {
  return [
    `${scoreNames.aggregate}: ${formatScore(aggregate)}`,
    `${scoreNames.level}: ${formatScore(level)}`,
    `${scoreNames.momentum}: ${formatScore(momentum)}`,
  ];
}

function timeLines({ day, pointInTimeMs }: LatestSignal, isVersionAssumed: boolean): string[] {
  const { t } = vscode.l10n;
  const produced =
    pointInTimeMs === undefined ? [] : [t("Produced {0}", momentText(pointInTimeMs))];
  const assumed = isVersionAssumed ? [t("The service does not state the version")] : [];
  return [dayLine(day, pointInTimeMs), ...produced, ...assumed];
}

/** `27 Nov 2026, 1 business day before production`. */
export function dayLine(day: Day, producedMs: number | undefined): string {
  const { t } = vscode.l10n;
  if (producedMs === undefined) return dateText(day);
  const lag = businessDayLag(day, Math.floor(producedMs / msPerDay));
  if (lag === 0) return dateText(day);
  return lag === 1
    ? t("{0}, 1 business day before production", dateText(day))
    : t("{0}, {1} business days before production", dateText(day), lag);
}

function spokenScore(value: number): string {
  const text = formatScore(value);
  if (Number.isNaN(value)) return vscode.l10n.t("no value");
  if (text.startsWith("+")) return vscode.l10n.t("plus {0}", text.slice(1));
  return text.startsWith("−") ? vscode.l10n.t("minus {0}", text.slice(1)) : text;
}

function isScore(value: unknown): value is RowScore {
  return typeof value === "string" && scores.includes(value);
}

/** Scores from this size on fill their side. */
const fullScore = 1.5;
/** Number of steps on each side. */
const steps = 12;
const sidePx = 7;
const zeroPx = 8;

/** Icons cannot use theme colours; these are the blue and orange of charts in the editor's own themes. */
const colours = {
  light: { above: "#1a85ff", below: "#d18616", zero: "#767676" },
  dark: { above: "#3794ff", below: "#d18616", zero: "#a0a0a0" },
};

interface BarIcon {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
}

const icons = new Map<string, BarIcon>();

/** A small bar from zero: right and blue above it, left and orange below; 25 lengths in all. */
function barIcon(score: number, isStale: boolean): BarIcon {
  const length = Math.round(Math.max(-1, Math.min(1, score / fullScore)) * steps);
  const key = `${length} ${isStale}`;
  const known = icons.get(key);
  if (known !== undefined) return known;
  const icon = {
    light: iconUri(length, isStale, colours.light),
    dark: iconUri(length, isStale, colours.dark),
  };
  icons.set(key, icon);
  return icon;
}

function iconUri(length: number, isStale: boolean, colour: typeof colours.light): vscode.Uri {
  const width = (Math.abs(length) / steps) * sidePx;
  const x = length < 0 ? zeroPx - width : zeroPx + 1;
  const fill = length < 0 ? colour.below : colour.above;
  const bar =
    length === 0
      ? ""
      : `<rect x="${x}" y="3.5" width="${width}" height="9" fill="${fill}" opacity="${isStale ? 0.45 : 1}"/>`;
  const zero = `<rect x="${zeroPx}" width="1" height="16" fill="${colour.zero}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${bar}${zero}</svg>`;
  const data = Buffer.from(svg).toString("base64");
  return vscode.Uri.parse(`data:image/svg+xml;base64,${data}`, true);
}
