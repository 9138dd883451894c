import { type SignalDefinition } from "../service/parseDefinition";
import { type ForecastSummary } from "../service/parseForecasts";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { variantIndex } from "./latestRecords";
import { isSpeltAlike } from "./listedSpelling";
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
 * The forecasts whose attributions name a variant, those that it moves most first. An attribution may name tags otherwise than
 * the definition (`sector_name` for `sector`) and tell more than the variant's own, as records of latest values do. May pause
 * after each summary, since there may be some 10,000.
 *
 * @param definition - Of the code's highest version; without it, tags are compared by their stems alone.
 */
export function* movedForecasts(
  summaries: readonly ForecastSummary[],
  { code, tags }: AttributedVariant,
  definition: SignalDefinition | undefined,
): Generator<void, readonly MovedForecast[]> {
  const index = definition && (yield* variantIndex(definition));
  const keyOf = (fields: TagValues): string => stemKey(index?.find(fields) ?? fields);
  const wanted = keyOf(tags);
  const moved: MovedForecast[] = [];
  for (const [summary, { attributions }] of summaries.entries()) {
    yield;
    const own = attributions.filter(
      ({ signalCode, variant }) => isSpeltAlike(signalCode, code) && keyOf(variant) === wanted,
    );
    if (own.length === 0) continue;
    moved.push({ summary, forecast: own.reduce((sum, { forecast }) => sum + forecast, 0) });
  }
  return moved.sort((a, b) => sizeOf(b) - sizeOf(a));
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
