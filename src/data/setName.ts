import { createHash } from "node:crypto";
import { type Instant } from "../shared/instant";
import { type SeriesRef, type SignalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type FileFormat } from "../shared/wireFormat";
import { longestName, tagKindWord, timeText, upperCase, usualCaseOf, word } from "./nameWords";

/** What a file of several series holds, as its name tells it. */
export interface SetSubject {
  readonly series: readonly {
    readonly reference: SeriesRef;
    /** When the service gave it. */
    readonly retrievedAt: Instant;
  }[];
  /** The column whose values stand side by side; absent where the series stand one below the other with all columns. */
  readonly wideColumn?: string;
  readonly isSample: boolean;
}

/**
 * The name of a file of several series, in ASCII, safe on every system and of at most 120 characters:
 * `INFL-v2_country_iso-5-values_FIT_asof-20240628_id-0123456789.parquet`, of more than one signal, or of forecasts,
 * `macro-signals_5-series_…`; of sample data with `SAMPLE_` first.
 *
 * It never holds all of its subject, so it ends with a digest of it: different subjects have different names.
 */
export function setName(subject: SetSubject, format: FileFormat): string {
  const { series, wideColumn, isSample } = subject;
  const references = series.map(({ reference }) => reference);
  const head = [
    ...(isSample ? ["SAMPLE"] : []),
    ...(wordsOfOne(references) ?? wordsOf(references)),
  ];
  const wide = wideColumn === undefined ? [] : [`wide-${word(wideColumn, upperCase).shown}`];
  const times = [...timesOf(subject), `id-${digestOf(subject)}`].map((part) => `_${part}`);
  const end = `${times.join("")}.${format}`;
  return [...head, ...wide].join("_").slice(0, longestName - end.length) + end;
}

/** Of variants of one signal in one kind; undefined for anything else. */
function wordsOfOne(references: readonly SeriesRef[]): string[] | undefined {
  const signals = references.filter((reference) => reference.family === "signal");
  const [first] = signals;
  if (first === undefined || signals.length < references.length) return undefined;
  const { code, version, dataKind, tags } = first;
  const shape = shapeOf(first);
  if (signals.some((signal) => shapeOf(signal) !== shape)) return undefined;
  const variant = Object.keys(tags).map((kind) => {
    const values = [...new Set(signals.map((signal) => signal.tags[kind] ?? ""))];
    const [only = ""] = values;
    const chosen =
      values.length === 1 ? word(only, usualCaseOf(kind)).shown : `${values.length}-values`;
    return `${tagKindWord(kind).shown}-${chosen}`;
  });
  return [`${word(code, upperCase).shown}-v${version}`, ...variant, dataKind];
}

/** Equal for what differs in the values of tags and the as-of alone. */
function shapeOf({ code, version, dataKind, tags }: SignalRef): string {
  return JSON.stringify([code, version, dataKind, Object.keys(tags)]);
}

function wordsOf(references: readonly SeriesRef[]): string[] {
  return ["macro-signals", `${references.length}-series`];
}

/** The as-of of the signals where it is one, and the newest time of retrieval of what has none. */
function timesOf({ series }: SetSubject): string[] {
  const asOfs = new Set(
    series.flatMap(({ reference }) => (reference.family === "signal" ? [reference.asOf] : [])),
  );
  const [asOf] = asOfs;
  const isOne = asOfs.size === 1 && asOf !== undefined && asOf !== "latest";
  const undated = series.filter(({ reference }) => reference.family === "forecast");
  const retrieved = undated.map(({ retrievedAt }) => retrievedAt).sort();
  const newest = retrieved.at(-1);
  return [
    ...(isOne ? [`asof-${timeText(asOf)}`] : []),
    ...(newest === undefined ? [] : [`retrieved-${timeText(newest)}`]),
  ];
}

function digestOf({ series, wideColumn, isSample }: SetSubject): string {
  const held = series.map(({ reference, retrievedAt }) =>
    reference.family === "signal" && reference.asOf !== "latest"
      ? [referencePath(reference)]
      : [referencePath(reference), retrievedAt],
  );
  const texts = held.map((each) => JSON.stringify(each)).sort();
  const whole = JSON.stringify([texts, wideColumn ?? null, isSample]);
  return createHash("sha256").update(whole).digest("hex").slice(0, 10);
}
