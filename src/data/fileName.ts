import { createHash } from "node:crypto";
import { isoOfDay } from "../shared/day";
import { type Instant, dayOfInstant, isEndOfDay } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice, sliceSegments } from "../shared/slice";
import { type WireFormat } from "../shared/wireFormat";

/** What a file holds, as its name tells it. */
export interface FileSubject {
  /** Of a signal, its as-of stands in the name. */
  readonly reference: SeriesRef;
  /**
   * When the service gave it; of a forecast, which has no as-of, its day stands in the name, and of the latest of a signal,
   * which is another tomorrow, the very instant.
   */
  readonly retrievedAt: Instant;
  readonly slice?: Slice;
  readonly isSample: boolean;
}

const longestName = 120;

/**
 * The name of a series' file, in ASCII and safe on every system: `INFL-v2_country_iso-US_FIT_asof-20240628.parquet`,
 * `SPX_USD_12-Months_retrieved-20261120.csv`; of sample data with `SAMPLE_` first.
 *
 * Different subjects have different names, also where case does not count: a name that does not hold all of its subject ends
 * with a digest of it.
 */
export function fileName(subject: FileSubject, format: WireFormat): string {
  const { reference, slice } = subject;
  const words = wordsOf(reference);
  const head = [...(subject.isSample ? ["SAMPLE"] : []), ...words.map(({ shown }) => shown)];
  const tail = [...tailOf(subject), ...sliceTail(slice)].map((part) => `_${part}`).join("");
  const name = `${head.join("_")}${tail}.${format}`;
  const isWhole = words.every((word) => word.isWhole) && slice?.columns === undefined;
  if (isWhole && name.length <= longestName) return name;
  const end = `${tail}_id-${digestOf(subject)}.${format}`;
  return head.join("_").slice(0, longestName - end.length) + end;
}

/** A part of a name; whole when the text it came from can be told from it without looking at case. */
interface Word {
  readonly shown: string;
  readonly isWhole: boolean;
}

function wordsOf(reference: SeriesRef): Word[] {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    return [word(market, upperCase), word(currency, upperCase), word(horizon, titleCase)];
  }
  const { code, version, tags, dataKind } = reference;
  const named = word(code, upperCase);
  const variant = Object.entries(tags).map(([kind, value]) => {
    const [name, member] = [tagKind(kind), word(value, usualCaseOf(kind))];
    return { shown: `${name.shown}-${member.shown}`, isWhole: name.isWhole && member.isWhole };
  });
  const vintage = { shown: dataKind, isWhole: true };
  return [{ ...named, shown: `${named.shown}-v${version}` }, ...variant, vintage];
}

/** A blank shows as a hyphen; whatever else has no place in a name is left out. */
function word(text: string, usualCase: (text: string) => string): Word {
  const shown = plainAscii(text, /[^A-Za-z0-9]+/g);
  const isPlain = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(text);
  return { shown, isWhole: isPlain && text === usualCase(text) };
}

function tagKind(kind: string): Word {
  const isPlain = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(kind);
  return { shown: plainAscii(kind, /[^A-Za-z0-9_]+/g), isWhole: isPlain };
}

function plainAscii(text: string, others: RegExp): string {
  const letters = text.normalize("NFKD").replace(/\p{Mark}+/gu, "");
  const plain = letters.replace(others, "-").replace(/^-+|-+$/g, "");
  return plain === "" ? "x" : plain;
}

function usualCaseOf(kind: string): (text: string) => string {
  return kind.endsWith("_iso") ? upperCase : titleCase;
}

function upperCase(text: string): string {
  return text.toUpperCase();
}

function titleCase(text: string): string {
  return text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function tailOf({ reference, retrievedAt }: FileSubject): string[] {
  if (reference.family === "signal") {
    const { asOf } = reference;
    return asOf === "latest" ? [`latest-retrieved-${retrievedAt}`] : [`asof-${asOfText(asOf)}`];
  }
  return [`retrieved-${isoOfDay(dayOfInstant(retrievedAt)).replaceAll("-", "")}`];
}

/** A date when the as-of is the end of that day. */
function asOfText(asOf: Instant): string {
  return isEndOfDay(asOf) ? asOf.slice(0, 8) : asOf;
}

function sliceTail({ from, to }: Slice = {}): string[] {
  const days = [
    ["from", from],
    ["to", to],
  ] as const;
  return days.flatMap(([label, day]) =>
    day === undefined ? [] : [`${label}-${isoOfDay(day).replaceAll("-", "")}`],
  );
}

function digestOf({ reference, slice = {}, retrievedAt, isSample }: FileSubject): string {
  const time = timeOf(reference, retrievedAt);
  const whole = [referencePath(reference), sliceSegments(slice), time, isSample];
  return createHash("sha256").update(JSON.stringify(whole)).digest("hex").slice(0, 10);
}

/** As much of the time of retrieval as tells two files apart. */
function timeOf(reference: SeriesRef, retrievedAt: Instant): string {
  if (reference.family === "forecast") return retrievedAt.slice(0, 8);
  return reference.asOf === "latest" ? retrievedAt : "";
}
