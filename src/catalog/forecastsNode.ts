import { isSpeltAlike } from "./listedSpelling";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ForecastRef } from "../shared/reference";
import { type HorizonCurrencies } from "./forecastCoordinates";
import { type RangeNode } from "./ranges";

/** What every row has. Ids are unique in the whole tree, and stable for the same thing. */
interface Row {
  readonly id: string;
  readonly parent: ForecastsNode | undefined;
}

interface LabelledRow extends Row {
  readonly label: string;
  /** Codes and values as the service writes them; empty if the label is the same. */
  readonly description: string;
}

/** Markets that share a value of their first tag. */
export interface MarketGroupNode extends LabelledRow {
  readonly kind: "marketGroup";
  readonly tagKind: string;
  readonly value: string;
  readonly markets: readonly ForecastMarket[];
}

/** The markets without tags, if others have some. */
export interface OtherMarketsNode extends Row {
  readonly kind: "otherMarkets";
  readonly markets: readonly ForecastMarket[];
}

export interface MarketNode extends LabelledRow {
  readonly kind: "market";
  readonly market: ForecastMarket;
}

export interface HorizonNode extends LabelledRow {
  readonly kind: "horizon";
  readonly market: ForecastMarket;
  readonly coordinates: HorizonCurrencies;
}

/** A series that can be opened: one currency of a horizon of a market. */
export interface ForecastRow extends LabelledRow {
  readonly kind: "forecast";
  readonly market: ForecastMarket;
  readonly target: { readonly connectionId: string; readonly reference: ForecastRef };
}

/** A placeholder for an empty list. */
interface EmptyForecastsNode extends Row {
  readonly kind: "empty";
  readonly of: "markets" | "horizons";
}

export type ForecastsNode =
  | MarketGroupNode
  | OtherMarketsNode
  | MarketNode
  | HorizonNode
  | ForecastRow
  | EmptyForecastsNode
  | RangeNode<ForecastsNode>;

/** Whether this is the row of a forecast, or one that may contain it. */
export function leadsToForecast(
  node: ForecastsNode,
  { market, currency, horizon }: ForecastRef,
): boolean {
  const isOwn = ({ ticker }: ForecastMarket): boolean => isSpeltAlike(ticker, market);
  switch (node.kind) {
    case "marketGroup":
    case "otherMarkets":
      return node.markets.some(isOwn);
    case "market":
      return isOwn(node.market);
    case "horizon":
      return isOwn(node.market) && isSpeltAlike(node.coordinates.horizon, horizon);
    case "forecast": {
      const { reference } = node.target;
      return isOwn(node.market) && reference.horizon === horizon && reference.currency === currency;
    }
    case "range":
      return true;
    case "empty":
      return false;
  }
}
