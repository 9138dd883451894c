import { type ForecastMarket } from "../service/parseMarkets";
import { type Tag } from "../service/parseTags";
import { finish } from "../shared/finish";
import { forecastRef } from "../shared/reference";
import { encodeSegment } from "../shared/segment";
import { type HorizonCurrencies } from "./forecastCoordinates";
import {
  type ForecastsNode,
  type HorizonNode,
  type MarketGroupNode,
  type MarketNode,
  type OtherMarketsNode,
} from "./forecastsNode";
import { compareTexts } from "../shared/compareTexts";
import { type LabelOrder } from "./labelOrder";
import { inRanges } from "./ranges";
import { type ReadableNames } from "./readableNames";

/** How texts are written and sorted, and whose series the rows open. */
export interface ForecastRowsOptions {
  readonly connectionId: string;
  readonly names: ReadableNames;
  readonly order: LabelOrder;
}

/** A market and its group's label; empty if it has no group. */
export interface GroupedMarket {
  readonly market: ForecastMarket;
  readonly group: string;
}

/** The rows of the tree of forecasts: group, market, horizon, currency. */
export class ForecastRows {
  constructor(private readonly options: ForecastRowsOptions) {}

  /** Groups by the first tag; the markets themselves if none has a tag. */
  markets(listed: readonly ForecastMarket[]): readonly ForecastsNode[] {
    const { groups: sorted, others } = finish(this.groupsOf(listed));
    if (sorted.length === 0) return this.rowsOf(others, `${this.rootId}/markets`, undefined);
    const id = this.rootId;
    return [
      ...inRanges<MarketGroupNode, ForecastsNode>(
        sorted,
        { id, parent: undefined },
        (group, parent) => ({ ...group, parent }),
      ),
      ...(others.length === 0 ? [] : [otherMarkets(others, `${id}/others`)]),
    ];
  }

  /**
   * Every market once, in row order, in the first group that contains it. May pause, since sorting many takes long.
   */
  *inOrder(listed: readonly ForecastMarket[]): Generator<void, readonly GroupedMarket[]> {
    const { groups, others } = yield* this.groupsOf(listed);
    const grouped = new Map<string, GroupedMarket>();
    const all: readonly { label: string; markets: readonly ForecastMarket[] }[] = groups;
    for (const { label: group, markets } of all.concat({ label: "", markets: others })) {
      for (const { market } of yield* this.sorted(markets)) {
        yield;
        if (!grouped.has(market.ticker)) grouped.set(market.ticker, { market, group });
      }
    }
    return [...grouped.values()];
  }

  inGroup(node: MarketGroupNode | OtherMarketsNode): readonly ForecastsNode[] {
    return this.rowsOf(node.markets, node.id, node);
  }

  /** The horizons of a market, shortest first. */
  inMarket(
    node: MarketNode,
    coordinates: ReadonlyMap<string, readonly HorizonCurrencies[]>,
  ): readonly ForecastsNode[] {
    const horizons = coordinates.get(node.market.ticker) ?? [];
    if (horizons.length === 0) {
      return [{ kind: "empty", of: "horizons", id: `${node.id}/#none`, parent: node }];
    }
    const labelled = horizons.map((each) => ({ label: each.horizon, coordinates: each }));
    return inRanges<(typeof labelled)[number], ForecastsNode>(
      labelled,
      { id: node.id, parent: node },
      ({ label, coordinates: own }, parent): HorizonNode => ({
        kind: "horizon",
        id: `${node.id}/${encodeSegment(label)}`,
        parent,
        label,
        description: own.currencies.join(", "),
        market: node.market,
        coordinates: own,
      }),
    );
  }

  inHorizon(node: HorizonNode): readonly ForecastsNode[] {
    const { connectionId, names, order } = this.options;
    const { market, coordinates } = node;
    const labelled = coordinates.currencies.map((currency) => ({
      label: names.currency(currency),
      currency,
    }));
    const sorted = order.sorted(labelled, (a, b) => compareTexts(a.currency, b.currency));
    return inRanges<(typeof labelled)[number], ForecastsNode>(
      sorted,
      { id: node.id, parent: node },
      ({ label, currency }, parent) => {
        const { horizon } = coordinates;
        const reference = forecastRef({ market: market.ticker, currency, horizon });
        return {
          kind: "forecast",
          id: `${node.id}/${encodeSegment(currency)}`,
          parent,
          label,
          description: currency,
          market,
          target: { connectionId, reference },
        };
      },
    );
  }

  get rootId(): string {
    return `forecasts/${this.options.connectionId}`;
  }

  /** The groups in order, and the markets without one. */
  private *groupsOf(markets: readonly ForecastMarket[]): Generator<
    void,
    {
      readonly groups: readonly MarketGroupNode[];
      readonly others: readonly ForecastMarket[];
    }
  > {
    const others: ForecastMarket[] = [];
    const tickers = new Set<string>();
    const members = new Map<string, MarketGroupNode & { readonly markets: ForecastMarket[] }>();
    for (const market of markets) {
      yield;
      // The first market of each ticker, since the ticker identifies rows.
      if (tickers.has(market.ticker)) continue;
      tickers.add(market.ticker);
      const tag = firstTagOf(market);
      if (tag === undefined) others.push(market);
      for (const value of tag?.values ?? []) {
        yield;
        const tagKind = tag?.kind ?? "";
        const id = `${this.rootId}/${encodeSegment(tagKind)}=${encodeSegment(value)}`;
        const group = members.get(id) ?? this.group(id, tagKind, value);
        group.markets.push(market);
        members.set(id, group);
      }
    }
    return {
      groups: yield* this.options.order.sortedInSteps([...members.values()], (a, b) =>
        compareTexts(a.id, b.id),
      ),
      others,
    };
  }

  private group(
    id: string,
    tagKind: string,
    value: string,
  ): MarketGroupNode & { readonly markets: ForecastMarket[] } {
    const label = this.options.names.tagValue(tagKind, value);
    const description = label === value ? "" : value;
    const parent = undefined;
    return { kind: "marketGroup", id, parent, label, description, tagKind, value, markets: [] };
  }

  private rowsOf(
    markets: readonly ForecastMarket[],
    id: string,
    parent: ForecastsNode | undefined,
  ): readonly ForecastsNode[] {
    return inRanges<LabelledMarket, ForecastsNode>(
      finish(this.sorted(markets)),
      { id, parent },
      ({ market }, place): MarketNode => ({
        kind: "market",
        id: `${id}/${encodeSegment(market.ticker)}`,
        parent: place,
        label: market.name,
        description: market.ticker,
        market,
      }),
    );
  }

  private *sorted(markets: readonly ForecastMarket[]): Generator<void, readonly LabelledMarket[]> {
    const labelled: LabelledMarket[] = [];
    for (const market of markets) {
      yield;
      labelled.push({ label: market.name, market });
    }
    return yield* this.options.order.sortedInSteps(labelled, (a, b) =>
      compareTexts(a.market.ticker, b.market.ticker),
    );
  }
}

interface LabelledMarket {
  readonly label: string;
  readonly market: ForecastMarket;
}

function otherMarkets(markets: readonly ForecastMarket[], id: string): OtherMarketsNode {
  return { kind: "otherMarkets", id, parent: undefined, markets };
}

/** The first tag that has values; undefined if none has. */
function firstTagOf({ tags }: ForecastMarket): Tag | undefined {
  return tags.find(({ values }) => values.length > 0);
}
