import { createHash } from "node:crypto";
import { type Instant } from "../shared/instant";
import { type PanelRef, type TagSet } from "../shared/reference";
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

/** What a file of a panel holds, as its name tells it. */
export interface PanelSubject {
  /** With the as-of that was sent. */
  readonly reference: PanelRef & { readonly asOf: Instant };
  /** The column whose values stand side by side; absent where the series stand one below the other with all columns. */
  readonly wideColumn?: string;
  readonly isSample: boolean;
  /** The part of each series that the file holds. */
  readonly slice?: Slice;
  /** Of the values, in hexadecimal; its beginning stands in the name. For a file whose usual name others have taken. */
  readonly valuesDigest?: string;
}

/**
 * The name of a panel's file, in ASCII, safe on every system and of at most 120 characters:
 * `INFL-v2_country_iso-all_FIT_asof-20240628.parquet`, of explicit values
 * `INFL-v2_country_iso-5-values_FIT_asof-20240628_id-0123456789.parquet`; of sample data with `SAMPLE_` first.
 *
 * Different subjects have different names, also where case does not count: a name that does not hold all of its subject ends
 * with a digest of it.
 */
export function panelName(subject: PanelSubject, format: FileFormat): string {
  const { reference, isSample, slice } = subject;
  const words = wordsOf(subject);
  const head = [...(isSample ? ["SAMPLE"] : []), ...words.map(({ shown }) => shown)].join("_");
  const parts = [`asof-${timeText(reference.asOf)}`, ...sliceTail(slice), ...valuesTail(subject)];
  const tail = parts.map((part) => `_${part}`).join("");
  const name = `${head}${tail}.${format}`;
  const isWhole = words.every((each) => each.isWhole) && slice?.columns === undefined;
  if (isWhole && name.length <= longestName) return name;
  const end = `${tail}_id-${digestOf(subject)}.${format}`;
  return head.slice(0, longestName - end.length) + end;
}

/** The as-of of the panel that a name was given to, where that is this one but for its as-of; undefined for every other name. */
export function asOfInPanelName(
  name: string,
  { reference, ...others }: Omit<PanelSubject, "valuesDigest">,
  format: FileFormat,
): Instant | undefined {
  const taken = valuesDigestIn(name);
  const distinct = taken === undefined ? {} : { valuesDigest: taken };
  return timesIn(name).find((asOf) => {
    const subject = { ...others, ...distinct, reference: { ...reference, asOf } };
    return panelName(subject, format) === name;
  });
}

function wordsOf({ reference, wideColumn }: PanelSubject): NameWord[] {
  const { code, version, tags, dataKind } = reference;
  const named = word(code, upperCase);
  const sets = Object.entries(tags).map(([kind, set]) => {
    const [name, values] = [tagKindWord(kind), setWord(kind, set)];
    return { shown: `${name.shown}-${values.shown}`, isWhole: name.isWhole && values.isWhole };
  });
  const wide = wideColumn === undefined ? [] : [word(wideColumn, titleCase)];
  return [
    { ...named, shown: `${named.shown}-v${version}` },
    ...sets,
    { shown: dataKind, isWhole: true },
    ...wide.map(({ shown, isWhole }) => ({ shown: `wide-${shown}`, isWhole })),
  ];
}

function setWord(kind: string, set: TagSet): NameWord {
  if (set === "*") return { shown: "all", isWhole: true };
  const [only = ""] = set;
  return set.length === 1
    ? tagValueWord(kind, only)
    : { shown: `${set.length}-values`, isWhole: false };
}

/** The order in which values were chosen makes no other table. */
function digestOf({ reference, wideColumn, isSample, slice = {} }: PanelSubject): string {
  const sorted = Object.entries(reference.tags).map(([kind, set]) => {
    return [kind, set === "*" ? set : set.toSorted()] as const;
  });
  const path = referencePath({ ...reference, tags: Object.fromEntries(sorted) });
  const segments = sliceSegments(slice);
  const part = segments.length === 0 ? [] : [segments];
  const whole = JSON.stringify([path, wideColumn ?? null, isSample, ...part]);
  return createHash("sha256").update(whole).digest("hex").slice(0, 10);
}
