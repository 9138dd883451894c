import { type LatestSignal } from "../shared/latestColumns";
import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { type ItemList, type ListingParser, type Page, readPage, repeatsKey } from "./listing";
import { parseDefinition, type SignalDefinition } from "./parseDefinition";
import { type ForecastSummary, type LatestForecasts } from "./latestForecasts";
import { type LatestSignals } from "./latestSignals";
import { forecastListing } from "./parseForecasts";
import { type Hedging, hedgingListing } from "./parseHedgings";
import {
  type JsonLimits,
  latestLimits,
  listingLimits,
  type ParsedJson,
  parseJson,
} from "./parseJson";
import { latestSignalListing } from "./parseLatestSignals";
import { type ForecastMarket, marketListing } from "./parseMarkets";
import { type ListedSignal, signalListing } from "./parseSignals";

/** What each endpoint's JSON body is about. */
export interface BodyItem {
  readonly signals: ListedSignal;
  readonly markets: ForecastMarket;
  readonly hedgings: Hedging;
  readonly latestSignals: LatestSignal;
  readonly latestForecasts: ForecastSummary;
  /** Always one. The caller fills in code and version, which are empty, and the name if the service has none. */
  readonly definition: SignalDefinition;
}

export type BodyForm = keyof BodyItem;

/** What the items of a body come in: columns where there may be some 100,000 of them. */
export interface BodyLists {
  readonly signals: readonly ListedSignal[];
  readonly markets: readonly ForecastMarket[];
  readonly hedgings: readonly Hedging[];
  readonly latestSignals: LatestSignals;
  readonly latestForecasts: LatestForecasts;
  readonly definition: readonly SignalDefinition[];
}

/** A page of what a body of this form has. */
export type BodyPage<F extends BodyForm> = Page<BodyItem[F], BodyLists[F]>;

export type ListingName = Exclude<BodyForm, "definition">;

/** A JSON body and the form in which to parse it. */
export interface BodyToRead<F extends BodyForm = BodyForm> {
  readonly form: F;
  readonly bytes: Uint8Array;
  readonly facts: RequestFacts;
}

/** Reads bodies as {@link readBody} does, in any thread. */
export type BodyReader = <F extends BodyForm>(
  body: BodyToRead<F>,
  signal?: AbortSignal,
) => Promise<BodyPage<F>>;

export const listingParsers: {
  readonly [N in ListingName]: ListingParser<BodyItem[N], BodyLists[N]>;
} = {
  signals: signalListing,
  markets: marketListing,
  hedgings: hedgingListing,
  latestSignals: latestSignalListing,
  latestForecasts: forecastListing,
};

const readers: {
  readonly [F in BodyForm]: (json: ParsedJson, facts: RequestFacts) => BodyPage<F>;
} = {
  signals: (json, facts) => pageOf(signalListing, json, facts),
  markets: (json, facts) => pageOf(marketListing, json, facts),
  hedgings: (json, facts) => pageOf(hedgingListing, json, facts),
  latestSignals: (json, facts) => pageOf(latestSignalListing, json, facts),
  latestForecasts: (json, facts) => pageOf(forecastListing, json, facts),
  definition: ({ value, hasRepeatedKey }, facts) => {
    if (hasRepeatedKey) throw new ContractError(facts, "$", repeatsKey);
    const definition = parseDefinition(value, { code: "", version: 0 }, facts);
    return { items: [definition], unreadable: [], entryCount: 1, isCut: false };
  },
};

function pageOf<T, L extends ItemList<unknown>>(
  parser: ListingParser<T, L>,
  { value, hasRepeatedKey }: ParsedJson,
  facts: RequestFacts,
): Page<T, L> {
  return readPage(parser, value, facts, hasRepeatedKey);
}

/** @throws {@link ContractError} if the body does not have its form, or exceeds {@link limitsOf}. */
export function readBody<F extends BodyForm>(body: BodyToRead<F>): BodyPage<F> {
  const { form, bytes, facts } = body;
  return readers[form](parseJson(bytes, facts, limitsOf(form)), facts);
}

/** The limits for a body of this form. */
export function limitsOf(form: BodyForm): JsonLimits {
  return form === "latestSignals" || form === "latestForecasts" ? latestLimits : listingLimits;
}
