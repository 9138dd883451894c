import { type RequestFacts } from "./answer";
import { type ListingParser, type Page, readPage } from "./listing";
import { parseDefinition, type SignalDefinition } from "./parseDefinition";
import { forecastListing, type ForecastSummary } from "./parseForecasts";
import { type Hedging, hedgingListing } from "./parseHedgings";
import { type JsonLimits, latestLimits, listingLimits, parseJson } from "./parseJson";
import { latestSignalListing, type LatestSignal } from "./parseLatestSignals";
import { type ForecastMarket, marketListing } from "./parseMarkets";
import { type ListedSignal, signalListing } from "./parseSignals";

/** What the JSON bodies of the endpoints hold: plain data, which can cross from one thread to another. */
export interface BodyItems {
  readonly signals: ListedSignal;
  readonly markets: ForecastMarket;
  readonly hedgings: Hedging;
  readonly latestSignals: LatestSignal;
  readonly latestForecasts: ForecastSummary;
  /** Only one. Its code and version are left empty for the caller to fill in, and so is a name that the service lacks. */
  readonly definition: SignalDefinition;
}

export type BodyForm = keyof BodyItems;
export type ListingName = Exclude<BodyForm, "definition">;

/** A JSON body, and what it is to be read as. */
export interface BodyToRead<F extends BodyForm = BodyForm> {
  readonly form: F;
  readonly bytes: Uint8Array;
  readonly facts: RequestFacts;
}

/** Reads bodies as {@link readBody} does, wherever it does it. */
export type BodyReader = <F extends BodyForm>(
  body: BodyToRead<F>,
  signal?: AbortSignal,
) => Promise<Page<BodyItems[F]>>;

export const listingParsers: { readonly [N in ListingName]: ListingParser<BodyItems[N]> } = {
  signals: signalListing,
  markets: marketListing,
  hedgings: hedgingListing,
  latestSignals: latestSignalListing,
  latestForecasts: forecastListing,
};

const readers: {
  readonly [F in BodyForm]: (wire: unknown, facts: RequestFacts) => Page<BodyItems[F]>;
} = {
  signals: (wire, facts) => readPage(signalListing, wire, facts),
  markets: (wire, facts) => readPage(marketListing, wire, facts),
  hedgings: (wire, facts) => readPage(hedgingListing, wire, facts),
  latestSignals: (wire, facts) => readPage(latestSignalListing, wire, facts),
  latestForecasts: (wire, facts) => readPage(forecastListing, wire, facts),
  definition: (wire, facts) => {
    const definition = parseDefinition(wire, { code: "", version: 0 }, facts);
    return { items: [definition], unreadable: [], entryCount: 1, isCut: false };
  },
};

/** @throws {@link ContractError} when the body is not what its form says, or more than {@link limitsOf} allows. */
export function readBody<F extends BodyForm>(body: BodyToRead<F>): Page<BodyItems[F]> {
  const { form, bytes, facts } = body;
  return readers[form](parseJson(bytes, facts, limitsOf(form)), facts);
}

/** What a body of this form may hold at most. */
export function limitsOf(form: BodyForm): JsonLimits {
  return form === "latestSignals" || form === "latestForecasts" ? latestLimits : listingLimits;
}
