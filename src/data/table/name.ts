import { createHash } from "node:crypto";
import { isoOfDay } from "../../shared/day";
import { type Instant, instantOfText, isEndOfDay } from "../../shared/instant";
import { type PanelRef, type SeriesRef, type SignalRef, type TagSet } from "../../shared/reference";
import { referencePath, undatedPath } from "../../shared/referencePath";
import { type Slice, sliceSegments } from "../../shared/slice";
import { type FileFormat } from "../../shared/wireFormat";
import {
  type HeldPanel,
  type HeldTable,
  type HeldVintages,
  type TableOf,
  type TableView,
  type RetrievedSeries,
} from "./content";

/** The maximum length of file names in characters, which every file system supports together with a folder's path. */
export const maxFileNameLength = 120;

/**
 * The file name of a table, in ASCII, valid on every system and at most 120 characters long; sample data start with
 * `SAMPLE_`. An instant that ends a day is written as the day.
 *
 * | of | for example |
 * | --- | --- |
 * | a series | `INFL-v2_country_iso-US_FIT_asof-20240628.parquet`, `SPX_USD_12-Months_retrieved-20261120T140501Z.csv` |
 * | a panel | `INFL-v2_country_iso-all_FIT_asof-20240628.parquet`,
 * `INFL-v2_country_iso-5-values_FIT_asof-20240628_id-0123456789.parquet` |
 * | a set, and joined panels | `INFL-v2_country_iso-5-values_FIT_asof-20240628_id-0123456789.csv`, of more than one
 * signal, or of forecasts, `macro-signals_5-series_…` |
 * | vintages | `INFL-v2_country_iso-US_FIT_60-vintages_asof-20190131-20231231_id-0123456789.parquet` |
 *
 * Different tables have different names, even ignoring case: a name that does not identify its table completely ends
 * with a digest of it, as that of a set or a join always does.
 *
 * @param valuesDigest - Digest of the values in hexadecimal; its beginning becomes part of the name of a series or a
 * panel. For a file whose usual name is taken.
 */
export function tableName(
  table: HeldTable | HeldVintages,
  view: TableView,
  format: FileFormat,
  valuesDigest?: string,
): string {
  const { words, tail, identity } = partsOf(table, view);
  const isSample =
    table.kind === "vintages" ? table.isSample : membersOf(table).some((each) => each.isSample);
  const head = [...(isSample ? ["SAMPLE"] : []), ...words.map(({ shown }) => shown)].join("_");
  const values = valuesDigest === undefined ? [] : [`values-${valuesDigest.slice(0, 10)}`];
  const end = [...tail, ...values].map((part) => `_${part}`).join("");
  const name = `${head}${end}.${format}`;
  const isWhole = words.every((each) => each.isWhole) && view.slice?.columns === undefined;
  if (isWhole && name.length <= maxFileNameLength) return name;
  const id = createHash("sha256")
    .update(JSON.stringify(identity(isSample)))
    .digest("hex");
  const ending = `${end}_id-${id.slice(0, 10)}.${format}`;
  return head.slice(0, maxFileNameLength - ending.length) + ending;
}

/**
 * The as-of in a file name, or for a forecast the time of retrieval, if the name is that of the table at any such time;
 * undefined for any other name.
 */
export function timeInName(
  name: string,
  table: Extract<HeldTable, { readonly kind: "series" | "panel" }>,
  view: TableView,
  format: FileFormat,
): Instant | undefined {
  const valuesDigest = /_values-([0-9a-f]{10})[_.]/.exec(name)?.[1];
  return timesIn(name).find(
    (time) => tableName(datedAt(table, time), view, format, valuesDigest) === name,
  );
}

/** The parts of a table's name. */
interface NameParts {
  readonly words: readonly NameWord[];
  /** Times and days, after the words. */
  readonly tail: readonly string[];
  /** Everything that identifies the table, for the digest if the words do not. */
  readonly identity: (isSample: boolean) => readonly unknown[];
}

function partsOf(table: HeldTable | HeldVintages, view: TableView): NameParts {
  switch (table.kind) {
    case "series":
      return seriesParts(table.member, view);
    case "panel":
      return panelParts(table.member.panel, view);
    case "set":
      return setParts(table.members, view);
    case "vintages":
      return vintagesParts(table);
    case "join":
      return setParts(
        table.members.flatMap(({ panel: { variants, retrievedAt } }) =>
          variants.map(({ reference }) => ({ reference, retrievedAt })),
        ),
        view,
      );
  }
}

function seriesParts(
  { reference, retrievedAt }: RetrievedSeries,
  { slice = {} }: TableView,
): NameParts {
  // The part of the time of retrieval that distinguishes two files.
  const time = isDated(reference) ? "" : retrievedAt;
  return {
    words: seriesText(reference),
    tail: [seriesTime(reference, retrievedAt), ...sliceTail(slice)],
    identity: (isSample) => [referencePath(reference), sliceSegments(slice), time, isSample],
  };
}

function seriesText(reference: SeriesRef): NameWord[] {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    return [word(market, upperCase), word(currency, upperCase), word(horizon, titleCase)];
  }
  const { tags } = reference;
  return signalText(
    reference,
    Object.entries(tags).map(([kind, value]) => [kind, tagValueWord(kind, value)]),
  );
}

function seriesTime(reference: SeriesRef, retrievedAt: Instant): string {
  if (reference.family === "forecast") return `retrieved-${timeText(retrievedAt)}`;
  const { asOf } = reference;
  return asOf === "latest" ? `latest-retrieved-${retrievedAt}` : `asof-${timeText(asOf)}`;
}

function panelParts(
  { reference }: HeldPanel["panel"],
  { slice = {}, column }: TableView,
): NameParts {
  const { tags, asOf } = reference;
  const sets = Object.entries(tags).map(([kind, set]) => [kind, setWord(kind, set)] as const);
  const wide = column === undefined ? [] : [word(column, titleCase)];
  const segments = sliceSegments(slice);
  const part = segments.length === 0 ? [] : [segments];
  return {
    words: [
      ...signalText(reference, sets),
      ...wide.map(({ shown, isWhole }) => ({ shown: `wide-${shown}`, isWhole })),
    ],
    tail: [`asof-${timeText(asOf)}`, ...sliceTail(slice)],
    identity: (isSample) => [orderedPath(reference), column ?? null, isSample, ...part],
  };
}

/** The order in which values were chosen does not make a different table. */
function orderedPath(reference: PanelRef): string {
  const sorted = Object.entries(reference.tags).map(([kind, set]) => {
    return [kind, set === "*" ? set : set.toSorted()] as const;
  });
  return referencePath({ ...reference, tags: Object.fromEntries(sorted) });
}

function setWord(kind: string, set: TagSet): NameWord {
  if (set === "*") return { shown: "all", isWhole: true };
  const [only = ""] = set;
  return set.length === 1 ? tagValueWord(kind, only) : notWhole(`${set.length}-values`);
}

/** The name never contains all of its series. */
function setParts(series: readonly RetrievedSeries[], { column }: TableView): NameParts {
  const references = series.map(({ reference }) => reference);
  const wide = column === undefined ? [] : [`wide-${word(column, upperCase).shown}`];
  const words = wordsOfOne(references) ?? ["macro-signals", `${references.length}-series`];
  const held = series.map(({ reference, retrievedAt }) => {
    const path = referencePath(reference);
    return JSON.stringify(isDated(reference) ? [path] : [path, retrievedAt]);
  });
  return {
    words: [...words, ...wide].map(notWhole),
    tail: setTimes(series),
    identity: (isSample) => [held.toSorted(), column ?? null, isSample],
  };
}

/** The name never contains all as-ofs. */
function vintagesParts({ members, asOfs }: HeldVintages): NameParts {
  const words = wordsOfOne(members) ?? ["macro-signals", `${members.length}-series`];
  const ends = new Set([asOfs.at(0), asOfs.at(-1)]);
  const times = [...ends].map((asOf) => (asOf === undefined ? "none" : timeText(asOf)));
  return {
    words: words.map(notWhole),
    tail: [`${asOfs.length}-vintages`, `asof-${times.join("-")}`],
    identity: (isSample) => [members.map(undatedPath).toSorted(), asOfs, isSample],
  };
}

/** For variants of one signal in one kind; undefined for anything else. */
function wordsOfOne(references: readonly SeriesRef[]): string[] | undefined {
  const signals = references.filter((reference) => reference.family === "signal");
  const [first] = signals;
  if (first === undefined || signals.length < references.length) return undefined;
  const shape = shapeOf(first);
  if (signals.some((signal) => shapeOf(signal) !== shape)) return undefined;
  const variant = Object.keys(first.tags).map((kind) => {
    const values = [...new Set(signals.map((signal) => signal.tags[kind] ?? ""))];
    const [only = ""] = values;
    const isOne = values.length === 1;
    return [
      kind,
      isOne ? word(only, usualCaseOf(kind)) : notWhole(`${values.length}-values`),
    ] as const;
  });
  return signalText(first, variant).map(({ shown }) => shown);
}

/** Equal for references that differ only in tag values and as-of. */
function shapeOf({ code, version, dataKind, tags }: SignalRef): string {
  return JSON.stringify([code, version, dataKind, Object.keys(tags)]);
}

/** The as-of of the signals if it is the same for all, and the newest time of retrieval of the forecasts. */
function setTimes(series: readonly RetrievedSeries[]): string[] {
  const asOfs = new Set(
    series.flatMap(({ reference }) => (reference.family === "signal" ? [reference.asOf] : [])),
  );
  const [asOf] = asOfs;
  const isOne = asOfs.size === 1 && asOf !== undefined && asOf !== "latest";
  const undated = series.filter(({ reference }) => reference.family === "forecast");
  const newest = undated
    .map(({ retrievedAt }) => retrievedAt)
    .sort()
    .at(-1);
  return [
    ...(isOne ? [`asof-${timeText(asOf)}`] : []),
    ...(newest === undefined ? [] : [`retrieved-${timeText(newest)}`]),
  ];
}

/** `INFL-v2`, `country_iso-US`, `FIT`. */
function signalText(
  { code, version, dataKind }: SignalRef | PanelRef,
  tags: readonly (readonly [kind: string, value: NameWord])[],
): NameWord[] {
  const named = word(code, upperCase);
  const values = tags.map(([kind, value]) => {
    const name = tagKindWord(kind);
    return { shown: `${name.shown}-${value.shown}`, isWhole: name.isWhole && value.isWhole };
  });
  return [
    { ...named, shown: `${named.shown}-v${version}` },
    ...values,
    { shown: dataKind, isWhole: true },
  ];
}

/** Whether a reference is a signal at a fixed as-of. */
function isDated(reference: SeriesRef): boolean {
  return reference.family === "signal" && reference.asOf !== "latest";
}

function datedAt(
  table: Parameters<typeof timeInName>[1],
  time: Instant,
): Parameters<typeof timeInName>[1] {
  if (table.kind === "panel") {
    const { member } = table;
    const reference = { ...member.panel.reference, asOf: time };
    return { kind: "panel", member: { ...member, panel: { ...member.panel, reference } } };
  }
  const { reference } = table.member;
  const own =
    reference.family === "signal"
      ? { reference: { ...reference, asOf: time } }
      : { retrievedAt: time };
  return { kind: "series", member: { ...table.member, ...own } };
}

function membersOf<S, P>(table: TableOf<S, P>): readonly (S | P)[] {
  return "member" in table ? [table.member] : table.members;
}

/** The days of a slice, as part of a name. */
function sliceTail({ from, to }: Slice): string[] {
  const days = [
    ["from", from],
    ["to", to],
  ] as const;
  return days.flatMap(([label, day]) =>
    day === undefined ? [] : [`${label}-${isoOfDay(day).replaceAll("-", "")}`],
  );
}

/** Everything in a name that looks like a time, including parts of the service's own names. */
function timesIn(name: string): Instant[] {
  const texts = [...name.matchAll(/_(?:asof|retrieved)-(\d{8})(T\d{6}Z)?(?=[_.])/g)];
  return texts
    .map(([, day = "", time = "T235959Z"]) => instantOfText(day + time))
    .filter((instant) => instant !== undefined);
}

/** The date if the instant is the end of that day. */
function timeText(instant: Instant): string {
  return isEndOfDay(instant) ? instant.slice(0, 8) : instant;
}

/** A part of a name; whole if it identifies its original text, ignoring case. */
interface NameWord {
  readonly shown: string;
  readonly isWhole: boolean;
}

function notWhole(shown: string): NameWord {
  return { shown, isWhole: false };
}

/** A blank becomes a hyphen; other characters that names cannot have are dropped. */
function word(text: string, usualCase: (text: string) => string): NameWord {
  const shown = plainAscii(text, /[^A-Za-z0-9]+/g);
  const isPlain = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(text);
  return { shown, isWhole: isPlain && text === usualCase(text) };
}

function tagKindWord(kind: string): NameWord {
  const isPlain = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(kind);
  return { shown: plainAscii(kind, /[^A-Za-z0-9_]+/g), isWhole: isPlain };
}

/**
 * The value of a tag kind. A value that reads like the `all` of a panel is not whole, so that no panel has the name of
 * a series.
 */
function tagValueWord(kind: string, value: string): NameWord {
  const { shown, isWhole } = word(value, usualCaseOf(kind));
  return { shown, isWhole: isWhole && shown.toLowerCase() !== "all" };
}

function plainAscii(text: string, others: RegExp): string {
  const letters = text.normalize("NFKD").replace(/\p{Mark}+/gu, "");
  const plain = letters.replace(others, "-").replace(/^-|-$/g, "");
  return plain === "" ? "x" : plain;
}

/** The case in which the service usually writes the values of a tag kind. */
function usualCaseOf(kind: string): (text: string) => string {
  return kind.endsWith("_iso") ? upperCase : titleCase;
}

function upperCase(text: string): string {
  return text.toUpperCase();
}

function titleCase(text: string): string {
  return text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
