import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Day } from "../../../shared/day";

/** What one series says at the crosshair. */
export interface ReadoutRow {
  /** Of the line or the layer. */
  readonly id: string;
  readonly label: string;
  readonly unit: Unit;
  readonly swatch: "line" | "area";
  readonly colour: number;
  readonly dash: number;
  /** The day whose value stands at the crosshair; null before the first and after the last day. */
  readonly day: Day | null;
  /** NaN is no value. */
  readonly value: number;
  /** `+1.23`, `5.12 %`; a dash for no value. */
  readonly text: string;
  /** Whether the parts of the row do not add up. */
  readonly isMarked: boolean;
}
