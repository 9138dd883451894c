import {
  type ExplorerAnswer,
  type ExplorerAttribution,
  type TreeColumns,
} from "../../src/features/latest/explorer/protocol";

/** A forecast: market, currency, horizon, hedging and its total, a decimal fraction. */
export type ToldForecast = readonly [
  market: string,
  currency: string,
  horizon: string,
  hedging: string,
  total: number,
];

/** What the editor tells of forecasts; names in the order in which they are first told. */
export function explorerAnswer(
  forecasts: readonly ToldForecast[],
  groups: Readonly<Record<string, string>> = {},
): ExplorerAnswer {
  const names = ([0, 1, 2, 3] as const).map((at) => [
    ...new Set(forecasts.map((each) => each[at])),
  ]);
  const [markets = [], currencies = [], horizons = [], hedgings = []] = names;
  const places = (at: 0 | 1 | 2 | 3): Int32Array =>
    Int32Array.from(forecasts, (each) => names[at]?.indexOf(each[at]) ?? -1);
  return {
    generation: 1,
    markets: markets.map((code) => ({ code, name: `The ${code}`, group: groups[code] ?? "" })),
    currencies,
    horizons,
    hedgings: hedgings.map((name) => ({ name, description: null })),
    summaries: {
      markets: places(0),
      currencies: places(1),
      horizons: places(2),
      hedgings: places(3),
      totals: Float64Array.from(forecasts, (each) => each[4]),
    },
    fetchedAtMs: 0,
    staleBecause: null,
    unreadable: 0,
    notice: null,
  };
}

/** A node of a tree as it is told: its place above, -1 for the root, its forecast, its exposure adjustment. */
export type ToldNode = readonly [
  kind: string,
  parent: number,
  forecast: number,
  exposureAdjustment?: number,
];

export function treeColumns(nodes: readonly ToldNode[]): TreeColumns {
  return {
    kinds: nodes.map(([kind]) => kind),
    parents: Int32Array.from(nodes, ([, parent]) => parent),
    forecasts: Float64Array.from(nodes, ([, , forecast]) => forecast),
    exposureAdjustments: Float64Array.from(nodes, ([, , , adjustment = 0]) => adjustment),
  };
}

export function told(
  code: string,
  tags: Readonly<Record<string, string>>,
  forecast: number,
): ExplorerAttribution {
  return { code, signal: `The ${code}`, tags, variant: Object.values(tags).join(" · "), forecast };
}
