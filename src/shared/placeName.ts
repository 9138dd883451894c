import { type AsOf, isEndOfDay } from "./instant";
import { type PanelRef, type Reference, type SignalRef } from "./reference";
import { encodeSegment } from "./segment";

/** A value longer than this is cut in names; the path before the name holds all of it. */
const longestValue = 60;

/** More values of one tag kind than this are counted, not listed. */
const mostValues = 4;

/**
 * The name of a reference's documents without extension: what a tab's title shows. SNAP and latest go without saying.
 * `INFL US Energy`, `INFL US+DE FIT 2024-06-28`, `SPX USD 12 Months`; of sample data with `SAMPLE ` first, of one column side
 * by side with `wide Level` last.
 */
export function placeName(reference: Reference, isSample: boolean, wideColumn?: string): string {
  const wide = wideColumn === undefined ? [] : ["wide", shortened(wideColumn)];
  return [...(isSample ? ["SAMPLE"] : []), ...partsOf(reference), ...wide].join(" ");
}

function partsOf(reference: Reference): string[] {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon].map(shortened);
  }
  return [shortened(reference.code), ...valuesOf(reference), ...vintageOf(reference)];
}

function valuesOf(reference: SignalRef | PanelRef): string[] {
  if (reference.family === "signal") return Object.values(reference.tags).map(shortened);
  return Object.entries(reference.tags).map(([kind, set]) => {
    if (set === "*") return `all ${shortened(kind)}`;
    return set.length > mostValues
      ? `${set.length} ${shortened(kind)}`
      : set.map(shortened).join("+");
  });
}

function vintageOf({ dataKind, asOf }: SignalRef | PanelRef): string[] {
  if (asOf === "latest") return dataKind === "SNAP" ? [] : [dataKind];
  return [dataKind, dateOf(asOf)];
}

/** A date when the as-of is the end of that day, else the whole instant. */
function dateOf(asOf: Exclude<AsOf, "latest">): string {
  return isEndOfDay(asOf) ? asOf.replace(/^(\d{4})(\d{2})(\d{2}).*$/, "$1-$2-$3") : asOf;
}

function shortened(value: string): string {
  return encodeSegment(Array.from(value).slice(0, longestValue).join("").normalize("NFC"));
}
