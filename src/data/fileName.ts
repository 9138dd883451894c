import { createHash } from "node:crypto";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice, sliceSegments } from "../shared/slice";
import { type FileFormat } from "../shared/wireFormat";
import { sliceTail, timesIn, valuesDigestIn, valuesTail } from "./nameTails";
import {
  type NameWord,
  longestName,
  tagKindWord,
  tagValueWord,
  timeText,
  titleCase,
  upperCase,
  word,
} from "./nameWords";

/** What a file holds, as its name tells it. */
export interface FileSubject {
  /** Of a signal, its as-of stands in the name. */
  readonly reference: SeriesRef;
  /** When the service gave it; stands in the name of a forecast, which has no as-of, and of the latest of a signal. */
  readonly retrievedAt: Instant;
  readonly slice?: Slice;
  readonly isSample: boolean;
  /** Of the values, in hexadecimal; its beginning stands in the name. For a file whose usual name others have taken. */
  readonly valuesDigest?: string;
}

/**
 * The name of a series' file, in ASCII and safe on every system: `INFL-v2_country_iso-US_FIT_asof-20240628.parquet`,
 * `SPX_USD_12-Months_retrieved-20261120T140501Z.csv`; of sample data with `SAMPLE_` first. Of an instant that ends a day
 * the day stands for it.
 *
 * Different subjects have different names, also where case does not count: a name that does not hold all of its subject ends
 * with a digest of it.
 */
export function fileName(subject: FileSubject, format: FileFormat): string {
  const { reference, slice } = subject;
  const words = wordsOf(reference);
  const head = [...(subject.isSample ? ["SAMPLE"] : []), ...words.map(({ shown }) => shown)];
  const parts = [...tailOf(subject), ...sliceTail(slice), ...valuesTail(subject)];
  const tail = parts.map((part) => `_${part}`).join("");
  const name = `${head.join("_")}${tail}.${format}`;
  const isWhole = words.every((word) => word.isWhole) && slice?.columns === undefined;
  if (isWhole && name.length <= longestName) return name;
  const end = `${tail}_id-${digestOf(subject)}.${format}`;
  return head.join("_").slice(0, longestName - end.length) + end;
}

/**
 * The as-of, of a forecast the time of retrieval, of the subject that a name was given to, where that is this subject but
 * for its time; undefined for every other name.
 */
export function timeInFileName(
  name: string,
  { reference, retrievedAt, slice, isSample }: FileSubject,
  format: FileFormat,
): Instant | undefined {
  const part = slice === undefined ? {} : { slice };
  const taken = valuesDigestIn(name);
  const distinct = taken === undefined ? {} : { valuesDigest: taken };
  const others = { ...part, isSample, ...distinct };
  return timesIn(name).find((time) => {
    const subject: FileSubject =
      reference.family === "signal"
        ? { reference: { ...reference, asOf: time }, retrievedAt, ...others }
        : { reference, retrievedAt: time, ...others };
    return fileName(subject, format) === name;
  });
}

function wordsOf(reference: SeriesRef): NameWord[] {
  if (reference.family === "forecast") {
    const { market, currency, horizon } = reference;
    return [word(market, upperCase), word(currency, upperCase), word(horizon, titleCase)];
  }
  const { code, version, tags, dataKind } = reference;
  const named = word(code, upperCase);
  const variant = Object.entries(tags).map(([kind, value]) => {
    const [kindWord, valueWord] = [tagKindWord(kind), tagValueWord(kind, value)];
    return {
      shown: `${kindWord.shown}-${valueWord.shown}`,
      isWhole: kindWord.isWhole && valueWord.isWhole,
    };
  });
  const vintage = { shown: dataKind, isWhole: true };
  return [{ ...named, shown: `${named.shown}-v${version}` }, ...variant, vintage];
}

function tailOf({ reference, retrievedAt }: FileSubject): string[] {
  if (reference.family === "signal") {
    const { asOf } = reference;
    return asOf === "latest" ? [`latest-retrieved-${retrievedAt}`] : [`asof-${timeText(asOf)}`];
  }
  return [`retrieved-${timeText(retrievedAt)}`];
}

function digestOf({ reference, slice = {}, retrievedAt, isSample }: FileSubject): string {
  const time = timeOf(reference, retrievedAt);
  const whole = [referencePath(reference), sliceSegments(slice), time, isSample];
  return createHash("sha256").update(JSON.stringify(whole)).digest("hex").slice(0, 10);
}

/** As much of the time of retrieval as tells two files apart. */
function timeOf(reference: SeriesRef, retrievedAt: Instant): string {
  const hasOwn = reference.family === "signal" && reference.asOf !== "latest";
  return hasOwn ? "" : retrievedAt;
}
