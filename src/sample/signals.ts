import { type TagValues } from "../shared/reference";
import { seedOf, uniformAt } from "./noise";
import { type Frequency } from "./releases";
import { type TagKind, tagValues } from "./tagValues";

/** A signal of the sample: what it is called, what addresses its variants and how often it is observed. */
export interface SampleSignal {
  readonly code: string;
  readonly version: number;
  readonly name: string;
  /** One value of each is needed to address a variant. */
  readonly kinds: readonly TagKind[];
  readonly frequency: Frequency;
  /** Whether it falls when the global cycle rises. */
  readonly isCountercyclical?: boolean;
  /** Only some of a dimension's values, for example the commodities that are fuels. */
  readonly values?: Partial<Record<TagKind, readonly string[]>>;
  /** Whether a definition lists the combinations under each of its tags, or only under the first. */
  readonly listedFrom?: "every" | "first";
  /** The share of the listed combinations that have data; absent: all of them. */
  readonly coverage?: number;
}

const daily: Frequency = { kind: "daily" };

function monthly(lagBusinessDays: number): Frequency {
  return { kind: "monthly", lagBusinessDays };
}

function signal(
  code: string,
  name: string,
  kind: TagKind | readonly TagKind[],
  frequency: Frequency,
  more: Partial<SampleSignal> = {},
): SampleSignal {
  const kinds = typeof kind === "string" ? [kind] : kind;
  return { code, version: 1, name, kinds, frequency, ...more };
}

const countercyclical = { isCountercyclical: true } as const;
const bothSides = { listedFrom: "every" } as const;

/** In the order of the listing. Codes with versions are unique. */
export const sampleSignals: readonly SampleSignal[] = [
  signal("INFL", "Inflation", "country_iso", monthly(10)),
  signal("INFL", "Inflation", "country_iso", monthly(10), { version: 2 }),
  signal("GROWTH", "Economic Growth", "country_iso", monthly(30)),
  signal("LABOUR", "Labour Market", "country_iso", monthly(5)),
  signal("POLICY", "Monetary Policy", "country_iso", daily),
  signal("CREDIT", "Credit Conditions", "country_iso", monthly(20)),
  signal("TRADE", "External Balance", "country_iso", monthly(28)),
  signal("FISCAL", "Fiscal Stance", "country_iso", monthly(35), countercyclical),
  signal("HOUSING", "Housing", "country_iso", monthly(25)),
  signal("SENTIMENT", "Consumer Sentiment", "country_iso", monthly(0)),
  signal("LIQUIDITY", "Market Liquidity", "country_iso", daily, { version: 0 }),
  signal("CURVE", "Yield Curve", "country_iso", daily),
  signal("VALUATION", "Equity Valuation", "country_iso", daily),
  signal("PMI", "Purchasing Managers", "region", monthly(1)),
  signal("RISK", "Risk Appetite", "region", daily),
  signal("CARRY", "Currency Carry", "currency_iso", daily),
  signal("REER", "Real Exchange Rate", "currency_iso", monthly(15)),
  signal("ENERGY", "Energy Balance", "commodity", monthly(8), {
    values: { commodity: tagValues.commodity.slice(0, 3) },
  }),
  signal("STOCKS", "Commodity Inventories", "commodity", monthly(6), countercyclical),
  signal("ROLL", "Commodity Roll Yield", "commodity", daily),
  signal("STYLE", "Style Momentum", "investment_style_name", daily),
  signal("ASSET", "Asset Class Trend", "investment_category_name", daily),
  signal("THEME", "Thematic Baskets", "basket_name", daily),
  signal("NOWCAST", "Growth Nowcast", ["country_iso", "model_name"], daily),
  signal("EARN", "Earnings Revisions", ["country_iso", "sector"], monthly(3), {
    ...bothSides,
    coverage: 0.92,
  }),
  signal("MARGIN", "Profit Margins", ["country_iso", "sector"], monthly(40), {
    ...bothSides,
    coverage: 0.96,
  }),
  signal("PRICE", "Sector Price Trend", ["country_iso", "sector"], daily, bothSides),
  signal("TERMS", "Terms of Trade", ["country_iso", "commodity"], monthly(22), {
    ...bothSides,
    coverage: 0.6,
  }),
  signal("VOL", "Volatility", ["investment_category_name", "region"], daily, countercyclical),
  signal("FLOWS", "Fund Flows", ["region", "sector", "investment_style_name"], monthly(12)),
];

/** The values of one of the signal's dimensions, in the order of the listing. */
export function valuesOf(signal: SampleSignal, kind: TagKind): readonly string[] {
  return signal.values?.[kind] ?? tagValues[kind];
}

/** Every variant that has data; the last dimension changes fastest. */
export function variantsOf(signal: SampleSignal): TagValues[] {
  let variants: TagValues[] = [{}];
  for (const kind of signal.kinds) {
    const values = valuesOf(signal, kind);
    variants = variants.flatMap((tags) => values.map((value) => ({ ...tags, [kind]: value })));
  }
  return variants.filter((tags) => hasData(signal, tags));
}

/** Whether a listed combination of values has data. */
export function hasData(signal: SampleSignal, tags: TagValues): boolean {
  const { coverage = 1 } = signal;
  return coverage === 1 || uniformAt(variantSeed("coverage", signal, tags)) < coverage;
}

/** The seed of one variant for one purpose. */
export function variantSeed(purpose: string, signal: SampleSignal, tags: TagValues): number {
  const values = signal.kinds.map((kind) => `${kind}=${tags[kind] ?? ""}`);
  return seedOf(purpose, signal.code, signal.version, ...values);
}
