import { type ForecastComponent, componentsOf } from "../shared/forecastComponents";
import {
  type SampleHedging,
  type Horizon,
  type MarketCategory,
  type SampleMarket,
} from "./markets";
import { seedOf, uniformAt } from "./noise";
import { globalCycle, persistentPath } from "./paths";
import { elementAt } from "./elementAt";
import { type World } from "./world";

/** The value of every component of one forecast on one day: decimal fractions over the whole horizon. */
export type ModelForecast = ReadonlyMap<ForecastComponent, number>;

/** How the kinds of markets differ: yearly growth and income, and how strongly the cycle moves them. */
const characters: Readonly<Record<MarketCategory, Character>> = {
  Equities: { growth: 0.045, income: 0.025, valuation: 0.012, cycle: 0.05 },
  "Government Bonds": { growth: 0, income: 0.032, valuation: 0.004, cycle: -0.015 },
  Credit: { growth: -0.008, income: 0.052, valuation: 0.006, cycle: 0.02 },
  Currencies: { growth: 0.002, income: 0.003, valuation: 0.01, cycle: 0.015 },
  Commodities: { growth: 0.02, income: -0.01, valuation: 0.015, cycle: 0.06 },
};

interface Character {
  readonly growth: number;
  readonly income: number;
  readonly valuation: number;
  readonly cycle: number;
}

/** Market technicals last about a month. */
const technicalsMemory = 0.95;
const businessDaysInThreeMonths = 63;
/** The three-month change of a cycle that counts as a full upswing. */
const fullUpswing = 0.5;

/**
 * The forecasts of one market in one currency. Trend follows the slow cycles of the market and its place; Cyclical the
 * phases of the global and the local cycle; Tactical what moves fast. The interest rate of the requested currency is a
 * cost of holding.
 */
export class ForecastModel {
  private readonly character: Character;
  private readonly place: Float64Array;
  private readonly own: Float64Array;
  private readonly technicals: Float64Array;
  private readonly global: Float64Array;
  private readonly ownRate: YearlyRate;
  private readonly rate: YearlyRate;
  private readonly isForeign: boolean;

  constructor(
    world: World,
    private readonly market: SampleMarket,
    currency: string,
  ) {
    const [ownCurrency] = market.currencies;
    const places = Object.entries(market.place).map(([kind, value]) => `${kind}=${value}`);
    this.character = characters[market.category];
    this.place = world.cycleOf(places.join());
    this.own = world.cycleOf(`market=${market.ticker}`);
    this.technicals = persistentPath(
      seedOf("technicals", market.ticker),
      world.last + 1,
      technicalsMemory,
    );
    this.global = world.cycleOf(globalCycle);
    this.ownRate = yearlyRate(world, ownCurrency);
    this.rate = yearlyRate(world, currency);
    this.isForeign = ownCurrency !== currency;
  }

  /**
   * All components on a business day. Every total is exactly the sum of its parts, in any order of addition, and its
   * adjustment.
   */
  valuesAt(businessDay: number, horizon: Horizon, hedging: SampleHedging): ModelForecast {
    const values = new Map<ForecastComponent, number>();
    this.addTrend(values, businessDay, horizon);
    this.addCyclical(values, businessDay, horizon);
    this.addTactical(values, businessDay, horizon);
    if (this.isForeign) this.addHedging(values, businessDay, horizon, hedging);
    for (const [leaf, value] of values) values.set(leaf, onGrid(value));
    for (const whole of wholes) {
      values.set(whole, sumOfParts(values, whole) + this.adjustmentOf(whole, horizon, hedging));
    }
    return values;
  }

  /** The difference between a component and the sum of its parts. */
  adjustmentOf(component: ForecastComponent, { years }: Horizon, hedging: SampleHedging): number {
    const isAdjusted = component === "Trend" && this.isForeign && hedging === "Hedged";
    return isAdjusted ? onGrid((this.market.hedgedAdjustment ?? 0) * years) : 0;
  }

  /** The parts that the latest forecast lists under a component. */
  listedParts(component: ForecastComponent, hedging: SampleHedging): readonly ForecastComponent[] {
    const isUnsplit = this.isForeign && this.market.unsplit?.[hedging] === component;
    return isUnsplit ? [] : componentsOf(component);
  }

  private addTrend(values: LeafValues, day: number, { years }: Horizon): void {
    const { growth, income, valuation } = this.character;
    values.set("Growth", (growth + 0.006 * elementAt(this.place, day)) * years);
    values.set("Income", (income - 0.2 * this.rate(day)) * years);
    values.set("Valuation", -valuation * elementAt(this.own, day) * Math.min(years, 5));
  }

  /** The four phases share the horizon's cyclical return in proportion to how far the cycle is in each of them. */
  private addCyclical(values: LeafValues, day: number, { years }: Horizon): void {
    const cycle = this.cycleAt(day);
    const high = share(cycle);
    const rising = share((cycle - this.cycleAt(day - businessDaysInThreeMonths)) / fullUpswing);
    const size = this.character.cycle * Math.min(years, 1);
    values.set("Contraction", -2 * size * (1 - high) * (1 - rising));
    values.set("Recovery", 2 * size * (1 - high) * rising);
    values.set("Expansion", size * high * rising);
    values.set("Slowdown", -size * high * (1 - rising));
  }

  private addTactical(values: LeafValues, day: number, { years }: Horizon): void {
    const size = 0.25 * this.character.cycle * Math.min(years, 0.5);
    values.set("Fundamentals", size * this.cycleAt(day));
    values.set("Market Technicals", size * elementAt(this.technicals, day));
  }

  /**
   * Hedging earns the interest rate differential; without it, the owner of the more expensive currency gains the
   * premium.
   */
  private addHedging(
    values: LeafValues,
    day: number,
    { years }: Horizon,
    hedging: SampleHedging,
  ): void {
    const difference = this.rate(day) - this.ownRate(day);
    if (hedging === "Hedged") add(values, "Income", 0.8 * difference * years);
    if (hedging === "Unhedged") add(values, "Fundamentals", -0.3 * difference * Math.min(years, 3));
  }

  private cycleAt(day: number): number {
    return 0.6 * elementAt(this.global, day) + 0.4 * elementAt(this.place, day);
  }
}

type LeafValues = Map<ForecastComponent, number>;

/** Parts before their totals. */
const wholes = ["Trend", "Cyclical", "Tactical", "Forecast"] as const;

function sumOfParts(values: ModelForecast, whole: ForecastComponent): number {
  return componentsOf(whole).reduce((sum, part) => sum + (values.get(part) ?? Number.NaN), 0);
}

function add(values: LeafValues, leaf: ForecastComponent, value: number): void {
  values.set(leaf, (values.get(leaf) ?? Number.NaN) + value);
}

/** The interest rate of a currency on a business day: around a mean of 1 to 4 % a year. */
type YearlyRate = (businessDay: number) => number;

function yearlyRate(world: World, currency: string): YearlyRate {
  const mean = 0.01 + 0.03 * uniformAt(seedOf("rate", currency));
  const cycle = world.cycleOf(`currency_iso=${currency}`);
  return (businessDay) => mean + 0.008 * elementAt(cycle, businessDay);
}

/** From 0 (far below zero) through one half to 1 (far above). */
function share(value: number): number {
  return (1 + value / (1 + Math.abs(value))) / 2;
}

/** Sums of multiples of 2^-40 below 2^12 are exact, so that the order of addition does not matter. */
function onGrid(value: number): number {
  return Math.round(value * 2 ** 40) / 2 ** 40 + 0;
}
