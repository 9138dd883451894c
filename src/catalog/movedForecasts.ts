import { type LatestForecasts } from "../service/latestForecasts";
import { type SignalDefinition } from "../service/parseDefinition";
import { noText, textAt, type TextColumns, textCount } from "../shared/columns";
import { tagsBetween } from "../shared/latestColumns";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { isSpeltAlike } from "./listedSpelling";
import { sortInSteps } from "../shared/sortInSteps";
import { variantAmong, VariantFinder, variantIndex } from "./variantIndex";
import { variantKey } from "./variants";

/** A signal variant as an attribution names it: attributions name no version. */
export interface AttributedVariant {
  readonly code: string;
  readonly tags: TagValues;
}

/** A forecast whose attribution names a variant. */
export interface MovedForecast {
  /** Index of the summary. */
  readonly summary: number;
  /** What the variant adds, a decimal fraction; NaN is no value. Where it is listed twice, the sum. */
  readonly forecast: number;
}

/**
 * The forecasts whose attributions name a variant, sorted by how much it moves them, largest first. Like records of latest
 * values, an attribution may use other names for tags than the definition (`sector_name` for `sector`) and may have more
 * tags than the variant. May pause after each attribution, since there may be some 400,000.
 *
 * @param definition - The definition of the code's highest version; without it, tags are compared only by their stems.
 */
export function* movedForecasts(
  { columns, length }: LatestForecasts,
  { code, tags }: AttributedVariant,
  definition: SignalDefinition | undefined,
): Generator<void, readonly MovedForecast[]> {
  const index = definition === undefined ? [] : yield* variantIndex(definition);
  const wanted = stemKey(variantAmong(index, tags) ?? tags);
  const finder = new VariantFinder(index, columns);
  const isNamed = codesAlike(columns, code);
  const { attributionStarts, attributedCodes, attributed, tagStarts } = columns;
  const isMoving = (attribution: number): boolean => {
    if (!isNamed(attributedCodes[attribution] ?? noText)) return false;
    const [start, end] = [tagStarts[attribution] ?? 0, tagStarts[attribution + 1] ?? 0];
    const own = finder.find(start, end) ? finder.variant : tagsBetween(columns, start, end);
    return stemKey(own) === wanted;
  };
  const moved: MovedForecast[] = [];
  for (let summary = 0; summary < length; summary++) {
    yield;
    let forecast: number | undefined;
    const end = attributionStarts[summary + 1] ?? 0;
    for (let at = attributionStarts[summary] ?? end; at < end; at++) {
      yield;
      if (isMoving(at)) forecast = (forecast ?? 0) + (attributed[at] ?? Number.NaN);
    }
    if (forecast !== undefined) moved.push({ summary, forecast });
  }
  return yield* sortInSteps(moved, (a, b) => sizeOf(b) - sizeOf(a));
}

/** Whether a text is a way to spell a code; each is compared once. */
function codesAlike(columns: TextColumns, code: string): (text: number) => boolean {
  const unknown = 2;
  const known = new Uint8Array(textCount(columns)).fill(unknown);
  return (text) => {
    if (known[text] === unknown) {
      known[text] = Number(isSpeltAlike(textAt(columns, text) ?? "", code));
    }
    return known[text] === 1;
  };
}

/** One text for a variant, whatever the endings of its tag kinds and the Unicode form of its values. */
function stemKey(tags: TagValues): string {
  const pairs = Object.entries(tags);
  return variantKey(
    Object.fromEntries(
      pairs.map(([kind, value]) => [tagStem(kind).normalize("NFC"), value.normalize("NFC")]),
    ),
  );
}

/** Those without a value come last. */
function sizeOf({ forecast }: MovedForecast): number {
  return Number.isNaN(forecast) ? -1 : Math.abs(forecast);
}
