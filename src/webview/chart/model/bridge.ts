import { type Day } from "../../../shared/day";
import { type ForecastComponent } from "../../../shared/forecastComponents";

/** One end of a bridge. */
export interface BridgeEnd {
  /** The day whose value stands at the day that was asked for; null before the first day. */
  readonly day: Day | null;
  /** A decimal fraction; NaN is no value. */
  readonly value: number;
}

/** What one part adds to the change. */
export interface BridgeStep {
  /** Null: what the parts leave unexplained. */
  readonly component: ForecastComponent | null;
  readonly label: string;
  /** A decimal fraction; NaN where the part has no value at either end. */
  readonly change: number;
  /** Whether the part has parts of its own. */
  readonly hasParts: boolean;
}

/** Why a component changed between two days. The changes that are there add up to `to − from` within 1e-12. */
export interface Bridge {
  readonly component: ForecastComponent;
  readonly from: BridgeEnd;
  readonly to: BridgeEnd;
  readonly steps: readonly BridgeStep[];
}
