import { type AsOf, isEndOfDay } from "./instant";
import { plainLine } from "./plainText";
import { type PanelRef, type Reference, type SignalRef, type SignalId } from "./reference";
import { encodeSegment } from "./segment";
import { pluralTagKind } from "./tagKind";
import { asOfText } from "./dateText";

/** Longer values are cut in names; the path before the name has the full value. */
const longestValue = 60;

/** If a tag kind has more values, the name counts them instead of listing them. */
const maxValues = 4;

/**
 * The document name of a reference, without extension: `INFL US Energy`, `INFL US+DE FIT 2024-06-28`, `SPX USD 12
 * Months`. SNAP and latest are omitted. Sample data are prefixed with `SAMPLE `; a wide table of one column ends in
 * `wide Level`. Values are encoded as in paths.
 */
export function placeName(reference: Reference, isSample: boolean, wideColumn?: string): string {
  const name = nameOf(reference, isSample, inPaths);
  return wideColumn === undefined ? name : `${name} wide ${encodedValue(wideColumn)}`;
}

/** The title of a reference for people: `INFL US Energy`, `INFL all countries FIT`. */
export function referenceTitleOf(reference: Reference, isSample: boolean): string {
  return nameOf(reference, isSample, forPeople);
}

/** As {@link referenceTitleOf}, with the version of a signal: `INFL v2 US Energy`. */
export function versionedTitle(reference: Reference, isSample: boolean): string {
  return nameOf(reference, isSample, {
    ...forPeople,
    signal: ({ code, version }) => `${plainValue(code)} v${version}`,
  });
}

/** How each part of a name is written. */
interface Writing {
  readonly value: (value: string) => string;
  readonly signal: (signal: SignalId) => string;
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
  asOf: (asOf) => asOfText(asOf),
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

/** The date if the as-of is the end of that day, else the whole instant. */
function dateOf(asOf: Exclude<AsOf, "latest">): string {
  return isEndOfDay(asOf) ? asOf.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3") : asOf;
}

function encodedValue(value: string): string {
  return encodeSegment(Array.from(value).slice(0, longestValue).join("").normalize("NFC"));
}

function plainValue(value: string): string {
  return plainLine(value, longestValue);
}
