import { type ColumnTypes, type PackedColumns, textAt, unpacked } from "../shared/columns";
import { ColumnsBuilder } from "../shared/columnsBuilder";
import { type TagColumns, tagsBetween } from "../shared/latestColumns";
import { type TagValues } from "../shared/reference";
import { all, areStarts, areTags, areTexts, areValues } from "./columnChecks";
import { type ForecastNode, maxDrivers, maxLevels, maxNodes } from "./parseForecastNode";

/** The contribution of one signal variant to a forecast. */
export interface Attribution {
  readonly signalCode: string;
  /** The variant, by tag kind. */
  readonly variant: TagValues;
  /** A decimal fraction; NaN is a missing value. */
  readonly forecast: number;
}

/** The most attributions of one forecast: ten times as many as any service sends. */
export const maxAttributions = 10_000;

/** The most currencies, horizons and hedgings, each, of one answer: pages list them side by side. */
export const maxCoordinates = 1_000;

/** The most forecasts with the same market, currency, horizon and hedging: pages compare each with the others. */
const maxRepeats = 64;

/** The newest forecast of one market, currency, horizon and hedging. */
export interface ForecastSummary {
  readonly marketCode: string;
  readonly currencyIso: string;
  /** For example `12 Months`. */
  readonly horizonName: string;
  readonly hedging: string;
  /** The root, of kind Forecast. */
  readonly latest: ForecastNode;
  /** Empty if the service sends none. */
  readonly attributions: readonly Attribution[];
}

/**
 * Forecasts as columns. What a forecast, a node or an attribution has several of stands one behind the other: those of `i`
 * from `…Starts[i]` up to but not including `…Starts[i + 1]`. Names are indices of texts.
 */
export interface ForecastColumns extends TagColumns {
  readonly nodeForecasts: Float64Array;
  readonly exposureAdjustments: Float64Array;
  /** NaN is a missing value. */
  readonly attributed: Float64Array;
  readonly markets: Int32Array;
  readonly currencies: Int32Array;
  readonly horizons: Int32Array;
  readonly hedgings: Int32Array;
  /** Each node before its drivers; the first is the root. */
  readonly nodeStarts: Int32Array;
  readonly nodeKinds: Int32Array;
  /** Counted from the root of the same forecast; -1 for the root. */
  readonly nodeParents: Int32Array;
  readonly attributionStarts: Int32Array;
  readonly attributedCodes: Int32Array;
  /** One entry for each attribution. */
  readonly tagStarts: Int32Array;
}

const columnTypes: ColumnTypes<ForecastColumns> = {
  nodeForecasts: "float64",
  exposureAdjustments: "float64",
  attributed: "float64",
  markets: "int32",
  currencies: "int32",
  horizons: "int32",
  hedgings: "int32",
  nodeStarts: "int32",
  nodeKinds: "int32",
  nodeParents: "int32",
  attributionStarts: "int32",
  attributedCodes: "int32",
  tagStarts: "int32",
  tagFields: "int32",
  tagValues: "int32",
  textStarts: "int32",
  textBytes: "uint8",
};

/** The newest forecasts, as columns; one becomes an object when it is asked for. */
export class LatestForecasts {
  readonly columns: ForecastColumns;

  /** @throws RangeError where they are other columns. */
  constructor(readonly packed: PackedColumns) {
    this.columns = unpacked(columnTypes, packed);
  }

  get length(): number {
    return this.columns.markets.length;
  }

  /** A decimal fraction; NaN is a missing value. */
  totalAt(index: number): number {
    const { nodeStarts, nodeForecasts } = this.columns;
    return nodeForecasts[nodeStarts[index] ?? -1] ?? Number.NaN;
  }

  /** Undefined outside of the list. */
  at(index: number): ForecastSummary | undefined {
    const { columns } = this;
    const latest = this.treeAt(index);
    if (latest === undefined) return undefined;
    return {
      marketCode: textAt(columns, columns.markets[index]) ?? "",
      currencyIso: textAt(columns, columns.currencies[index]) ?? "",
      horizonName: textAt(columns, columns.horizons[index]) ?? "",
      hedging: textAt(columns, columns.hedgings[index]) ?? "",
      latest,
      attributions: this.attributionsAt(index),
    };
  }

  /** Whether the columns could have been built from an answer; {@link at} relies on it. May pause. */
  *areSound(): Generator<void, boolean> {
    const { columns, length } = this;
    const { markets, currencies, horizons, hedgings, nodeKinds, attributedCodes } = columns;
    const { nodeStarts, nodeForecasts, exposureAdjustments } = columns;
    const { attributionStarts, attributed } = columns;
    const [nodes, attributions] = [nodeKinds.length, attributedCodes.length];
    const names = [markets, currencies, horizons, hedgings];
    for (const column of [...names, nodeKinds, attributedCodes]) {
      if (!(yield* areTexts(column, columns))) return false;
    }
    for (const column of [nodeForecasts, exposureAdjustments, attributed]) {
      if (!(yield* areValues(column))) return false;
    }
    return (
      names.every((column) => column.length === length) &&
      [nodeForecasts, exposureAdjustments].every((column) => column.length === nodes) &&
      attributed.length === attributions &&
      (yield* areTags(columns, attributions)) &&
      (yield* areStarts(attributionStarts, length, attributions, { most: maxAttributions })) &&
      (yield* areStarts(nodeStarts, length, nodes, { fewest: 1, most: maxNodes })) &&
      (yield* this.areTrees()) &&
      (yield* this.areFew())
    );
  }

  *[Symbol.iterator](): Generator<ForecastSummary, void> {
    for (let index = 0; index < this.length; index++) {
      const summary = this.at(index);
      if (summary !== undefined) yield summary;
    }
  }

  /**
   * Whether each forecast starts with its only root, each other node follows its parent, and the tree is within its
   * limits.
   */
  private *areTrees(): Generator<void, boolean> {
    const { nodeKinds, nodeStarts, nodeParents } = this.columns;
    const levels = new Int32Array(maxNodes);
    const drivers = new Int32Array(maxNodes);
    let forecast = 0;
    const isPlaced = (parent: number, at: number): boolean => {
      if (at === nodeStarts[forecast + 1]) forecast += 1;
      const own = at - (nodeStarts[forecast] ?? 0);
      drivers[own] = 0;
      levels[own] = (levels[parent] ?? 0) + 1;
      if (own === 0) return parent === -1;
      if (parent < 0 || parent >= own) return false;
      const siblings = (drivers[parent] ?? 0) + 1;
      drivers[parent] = siblings;
      return siblings <= maxDrivers && (levels[own] ?? 0) <= maxLevels;
    };
    return nodeParents.length === nodeKinds.length && (yield* all(nodeParents, isPlaced));
  }

  private *areFew(): Generator<void, boolean> {
    const { markets, currencies, horizons, hedgings } = this.columns;
    const counted = new CountedCoordinates<number>();
    const isFew = (market: number, at: number): boolean =>
      counted.add(market, [currencies[at] ?? 0, horizons[at] ?? 0, hedgings[at] ?? 0]) ===
      undefined;
    return yield* all(markets, isFew);
  }

  private treeAt(index: number): ForecastNode | undefined {
    const { columns } = this;
    const { nodeStarts, nodeKinds, nodeParents, nodeForecasts, exposureAdjustments } = columns;
    const nodes: (ForecastNode & { readonly drivers: ForecastNode[] })[] = [];
    const end = nodeStarts[index + 1] ?? 0;
    for (let at = nodeStarts[index] ?? end; at < end; at++) {
      const node = {
        kind: textAt(columns, nodeKinds[at]) ?? "",
        forecast: nodeForecasts[at] ?? Number.NaN,
        exposureAdjustment: exposureAdjustments[at] ?? Number.NaN,
        drivers: [],
      };
      nodes.push(node);
      nodes[nodeParents[at] ?? -1]?.drivers.push(node);
    }
    return nodes[0];
  }

  private attributionsAt(index: number): readonly Attribution[] {
    const { columns } = this;
    const { attributionStarts, attributedCodes, attributed, tagStarts } = columns;
    const attributions: Attribution[] = [];
    const end = attributionStarts[index + 1] ?? 0;
    for (let at = attributionStarts[index] ?? end; at < end; at++) {
      attributions.push({
        signalCode: textAt(columns, attributedCodes[at]) ?? "",
        variant: tagsBetween(columns, tagStarts[at] ?? 0, tagStarts[at + 1] ?? 0),
        forecast: attributed[at] ?? Number.NaN,
      });
    }
    return attributions;
  }
}

/** Counts the distinct coordinates of an answer, and the forecasts with the same ones. */
class CountedCoordinates<T> {
  private readonly markets = new Map<T, number>();
  private readonly known = [new Map<T, number>(), new Map<T, number>(), new Map<T, number>()];
  private readonly forecasts = new Map<number, number>();

  /**
   * Counts one more forecast, unless there would be too many; then returns why.
   *
   * @param coordinates - Its currency, horizon and hedging.
   */
  add(market: T, coordinates: readonly [T, T, T]): string | undefined {
    const { markets, known, forecasts } = this;
    const hasRoom = known.every(
      (each, at) => each.size < maxCoordinates || each.has(coordinates[at] as T),
    );
    if (!hasRoom) {
      return `belongs to an answer with more than ${maxCoordinates} currencies, horizons or hedgings`;
    }
    // At most 500,000 markets × 1,000³: an exact number.
    const key = known.reduce(
      (sum, each, at) => sum * maxCoordinates + numberIn(each, coordinates[at] as T),
      numberIn(markets, market),
    );
    const count = forecasts.get(key) ?? 0;
    if (count >= maxRepeats) return `is one of more than ${maxRepeats} with the same coordinates`;
    forecasts.set(key, count + 1);
    return undefined;
  }
}

/** The position at which a value was first seen. */
function numberIn<T>(known: Map<T, number>, value: T): number {
  const number = known.get(value) ?? known.size;
  known.set(value, number);
  return number;
}

export class LatestForecastsBuilder {
  private readonly builder = new ColumnsBuilder(columnTypes);
  private readonly coordinates = new CountedCoordinates<string>();

  constructor() {
    const { nodeStarts, attributionStarts, tagStarts } = this.builder.columns;
    for (const starts of [nodeStarts, attributionStarts, tagStarts]) starts.push(0);
  }

  get length(): number {
    return this.builder.columns.markets.length;
  }

  add(summary: ForecastSummary): string | undefined {
    const { marketCode, currencyIso, horizonName, hedging } = summary;
    const problem = this.coordinates.add(marketCode, [currencyIso, horizonName, hedging]);
    if (problem !== undefined) return problem;
    const { columns, texts } = this.builder;
    columns.markets.push(texts.indexOf(summary.marketCode));
    columns.currencies.push(texts.indexOf(summary.currencyIso));
    columns.horizons.push(texts.indexOf(summary.horizonName));
    columns.hedgings.push(texts.indexOf(summary.hedging));
    this.addTree(summary.latest);
    columns.nodeStarts.push(columns.nodeKinds.length);
    for (const attribution of summary.attributions) this.addAttribution(attribution);
    columns.attributionStarts.push(columns.attributedCodes.length);
    return undefined;
  }

  build(): LatestForecasts {
    return new LatestForecasts(this.builder.packed());
  }

  /** However deep the tree is, it takes no call stack. */
  private addTree(root: ForecastNode): void {
    const { columns, texts } = this.builder;
    const first = columns.nodeKinds.length;
    const pending = [{ node: root, parent: -1 }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { kind, forecast, exposureAdjustment, drivers } = next.node;
      const parent = columns.nodeKinds.length - first;
      columns.nodeKinds.push(texts.indexOf(kind));
      columns.nodeForecasts.push(forecast);
      columns.exposureAdjustments.push(exposureAdjustment);
      columns.nodeParents.push(next.parent);
      // The last one pushed is taken first: pushed backwards, siblings keep their order.
      for (const node of drivers.toReversed()) pending.push({ node, parent });
    }
  }

  private addAttribution({ signalCode, variant, forecast }: Attribution): void {
    const { columns, texts } = this.builder;
    columns.attributedCodes.push(texts.indexOf(signalCode));
    columns.attributed.push(forecast);
    for (const [kind, value] of Object.entries(variant)) {
      columns.tagFields.push(texts.indexOf(kind));
      columns.tagValues.push(texts.indexOf(value));
    }
    columns.tagStarts.push(columns.tagFields.length);
  }
}
