import { type AsOf, asOfText, isEndOfDay } from "./instant";
import { plainLine } from "./plainText";
import { type PanelRef, type Reference, type SignalRef } from "./reference";
import { encodeSegment } from "./segment";
import { pluralTagKind } from "./tagKind";

/** A value longer than this is cut in names; the path before the name holds all of it. */
const longestValue = 60;

/** More values of one tag kind than this are counted, not listed. */
const maxValues = 4;

/**
 * The name of a reference's documents without extension. SNAP and latest go without saying. `INFL US Energy`,
 * `INFL US+DE FIT 2024-06-28`, `SPX USD 12 Months`; of sample data with `SAMPLE ` first, of one column side by side with
 * `wide Level` last. Values are written as in paths.
 */
export function placeName(reference: Reference, isSample: boolean, wideColumn?: string): string {
  const name = nameOf(reference, isSample, inPaths);
  return wideColumn === undefined ? name : `${name} wide ${encodedValue(wideColumn)}`;
}

/** What people read as the name of a reference: `INFL US Energy`, `INFL all countries FIT`. */
export function placeTitle(reference: Reference, isSample: boolean): string {
  return nameOf(reference, isSample, forPeople);
}

/** The same with the version of a signal: `INFL v2 US Energy`. */
export function versionedTitle(reference: Reference, isSample: boolean): string {
  return nameOf(reference, isSample, {
    ...forPeople,
    signal: ({ code, version }) => `${plainValue(code)} v${version}`,
  });
}

/** How the parts of a name are written. */
interface Writing {
  readonly value: (value: string) => string;
  readonly signal: (signal: Pick<SignalRef, "code" | "version">) => string;
  /** Several or all values of a tag kind. */
  readonly values: (kind: string) => string;
  readonly asOf: (asOf: Exclude<AsOf, "latest">) => string;
}

const inPaths: Writing = {
  value: encodedValue,
  signal: ({ code }) => encodedValue(code),
  values: encodedValue,
  asOf: dateOf,
};

const forPeople: Writing = {
  value: plainValue,
  signal: ({ code }) => plainValue(code),
  values: (kind) => plainValue(pluralTagKind(kind)),
  asOf: asOfText,
};

function nameOf(reference: Reference, isSample: boolean, writing: Writing): string {
  return [...(isSample ? ["SAMPLE"] : []), ...partsOf(reference, writing)].join(" ");
}

function partsOf(reference: Reference, writing: Writing): string[] {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon].map(writing.value);
  }
  return [
    writing.signal(reference),
    ...valuesOf(reference, writing),
    ...vintageOf(reference, writing),
  ];
}

function valuesOf(reference: SignalRef | PanelRef, { value, values }: Writing): string[] {
  if (reference.family === "signal") return Object.values(reference.tags).map(value);
  return Object.entries(reference.tags).map(([kind, set]) => {
    if (set === "*") return `all ${values(kind)}`;
    return set.length > maxValues ? `${set.length} ${values(kind)}` : set.map(value).join("+");
  });
}

function vintageOf({ dataKind, asOf }: SignalRef | PanelRef, writing: Writing): string[] {
  if (asOf === "latest") return dataKind === "SNAP" ? [] : [dataKind];
  return [dataKind, writing.asOf(asOf)];
}

/** A date when the as-of is the end of that day, else the whole instant. */
function dateOf(asOf: Exclude<AsOf, "latest">): string {
  return isEndOfDay(asOf) ? asOf.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3") : asOf;
}

function encodedValue(value: string): string {
  return encodeSegment(Array.from(value).slice(0, longestValue).join("").normalize("NFC"));
}

function plainValue(value: string): string {
  return plainLine(value, longestValue);
}
