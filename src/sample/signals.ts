import { type TagValues } from "../shared/reference";
import { businessDayAtOrBefore, civilDay } from "./businessDays";
import { seedOf, uniformAt } from "./noise";
import { type Frequency } from "./releases";
import { type TagKind, tagValues } from "./tagValues";

/** A signal of the sample: its names, the tag kinds that address its variants, and how often it is observed. */
export interface SampleSignal {
  readonly code: string;
  readonly version: number;
  readonly name: string;
  /** One value of each addresses a variant. */
  readonly kinds: readonly TagKind[];
  readonly frequency: Frequency;
  /** Whether it falls when the global cycle rises. */
  readonly isCountercyclical?: boolean;
  /** Restricts a dimension to some values, for example to the commodities that are fuels. */
  readonly values?: Partial<Record<TagKind, readonly string[]>>;
  /** Whether a definition lists the combinations under each of its tags, or only under the first. */
  readonly listedFrom?: "every" | "first";
  /** The share of the listed combinations that have data; all by default. */
  readonly coverage?: number;
  /** Whether a row is the end of an observed period, published at its release; every business day by default. */
  readonly rows?: "period ends";
  /**
   * When a production is published on its day, milliseconds since midnight UTC, not later than usual; the usual time by
   * default.
   */
  readonly productionMs?: number;
  readonly exceptions?: readonly VariantException[];
}

/** How one variant of a signal differs from the others. */
interface VariantException {
  readonly tags: TagValues;
  /** By how many periods its newest value is older than those of the others. */
  readonly periodsBehind?: number;
  /** The first production that includes it. */
  readonly from?: number;
  /** The first production that no longer includes it. */
  readonly before?: number;
}

const daily: Frequency = { kind: "daily" };

function monthly(lagBusinessDays: number): Frequency {
  return { kind: "monthly", lagBusinessDays };
}

/** Weeks end on Fridays; three business days later it is Wednesday. */
const weekly: Frequency = { kind: "weekly", lagBusinessDays: 3 };

/** Published at a time of day, with a row per period. */
function byPeriod(hour: number, minute: number): Partial<SampleSignal> {
  return { rows: "period ends", productionMs: (hour * 60 + minute) * 60_000 };
}

/** The production of a Wednesday, with which one of the freight routes ends and another begins. */
const changeOfRoutes = businessDayAtOrBefore(civilDay(2024, 7, 3));

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
  signal("RETAIL", "Retail Sales", "country_iso", monthly(10), {
    ...byPeriod(8, 30),
    exceptions: [{ tags: { country_iso: "TR" }, periodsBehind: 3 }],
  }),
  signal("FREIGHT", "Freight Rates", "region", weekly, {
    ...byPeriod(13, 0),
    values: { region: ["World", "North America", "Latin America", "Europe", "Asia Pacific"] },
    exceptions: [
      { tags: { region: "Latin America" }, before: changeOfRoutes },
      { tags: { region: "Asia Pacific" }, from: changeOfRoutes },
    ],
  }),
  signal("LENDING", "Lending Standards", ["country_iso", "sector"], monthly(18), {
    ...byPeriod(10, 0),
    ...bothSides,
    values: {
      country_iso: ["US", "CA", "GB", "DE", "FR", "IT", "ES", "JP"],
      sector: ["Energy", "Industrials", "Financials", "Real Estate"],
    },
  }),
  signal("EXPORTS", "Export Invoicing", ["country_iso", "commodity", "currency_iso"], monthly(25), {
    ...byPeriod(15, 30),
    values: {
      country_iso: ["US", "CA", "BR", "CL", "NO", "ZA", "AU"],
      commodity: ["Natural Gas", "Gold", "Copper"],
      currency_iso: ["USD", "EUR"],
    },
  }),
];

/** The values of one of the signal's dimensions, in the order of the listing. */
export function valuesOf(signal: SampleSignal, kind: TagKind): readonly string[] {
  return signal.values?.[kind] ?? tagValues[kind];
}

/** Every variant that has data in at least one production; the last dimension changes fastest. */
export function sampleVariants(signal: SampleSignal): TagValues[] {
  let variants: TagValues[] = [{}];
  for (const kind of signal.kinds) {
    const values = valuesOf(signal, kind);
    variants = variants.flatMap((tags) => values.map((value) => ({ ...tags, [kind]: value })));
  }
  return variants.filter((tags) => hasData(signal, tags));
}

/** How often the values of a variant are released, and with which lag. */
export function frequencyOf(signal: SampleSignal, tags: TagValues): Frequency {
  const { periodsBehind } = exceptionOf(signal, tags);
  const { frequency } = signal;
  return frequency.kind === "daily" || periodsBehind === undefined
    ? frequency
    : { ...frequency, periodsBehind };
}

/** Whether a production of the signal includes the variant. */
export function isProduced(signal: SampleSignal, tags: TagValues, production: number): boolean {
  const { from = -Infinity, before = Infinity } = exceptionOf(signal, tags);
  return from <= production && production < before;
}

function exceptionOf(signal: SampleSignal, tags: TagValues): Partial<VariantException> {
  const found = signal.exceptions?.find((each) =>
    signal.kinds.every((kind) => each.tags[kind] === tags[kind]),
  );
  return found ?? {};
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
