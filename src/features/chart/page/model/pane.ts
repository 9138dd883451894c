import { type NativeStep } from "../../../../shared/series/nativeStep";
import { type ShownUnit } from "../../../../shared/series/numberText";
import { type AxisChoice } from "../../model/viewState";

export type { DayRange } from "../../../../shared/dayRange";

/** Replaces the index of a colour for a line that others are compared with. */
export const mutedColour = -1;

/** Replaces the index of a colour for a total over its parts, drawn in the foreground colour. */
export const totalColour = -2;

/** One stepped line: a value holds until the next day with a row; NaN is a gap. */
export interface Line {
  /** Identifies a column of a series, whatever the state of the view. */
  readonly id: string;
  readonly label: string;
  /** Names the line with its column in copies and exports, which have no legend; absent if the label already does. */
  readonly heading?: string;
  readonly unit: ShownUnit;
  /** Strictly ascending, as long as `values`. */
  readonly days: Int32Array;
  readonly values: Float64Array;
  /** Index in the theme's colours, or {@link mutedColour} or {@link totalColour}; `dash` is an index in its dashes. */
  readonly colour: number;
  readonly dash: number;
  /** Rows that are marked because their parts do not add up, ascending. */
  readonly marks: Int32Array;
  /**
   * The percentile of its newest value in the whole history, in whole percent, if the line has only a part of that;
   * else null.
   */
  readonly percentile?: number | null;
  /** How often the values of the whole series change; null or absent if the line has all rows. */
  readonly step?: NativeStep | null;
  /** The column of the series as the service names it; absent for what is calculated. */
  readonly column?: string;
  /** The line as served; absent if its values are not normalised. */
  readonly served?: Pick<Line, "unit" | "days" | "values">;
  /** The series, as served, whose mean and deviation its z-scores use; absent if it uses its own. */
  readonly scoredBy?: Pick<Line, "days" | "values">;
  /** Whether it is filled between zero and its values, in colours of their signs, instead of drawn as a line. */
  readonly isFilled?: boolean;
}

/** One component of a stacked area: filled from `lower` to `upper`, one of which is further from zero. */
export interface Layer {
  readonly id: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly days: Int32Array;
  /** The values of the component itself. */
  readonly values: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly colour: number;
  /** The strength of its colour, from 0 to 1; tells apart parts that share a colour. */
  readonly tint: number;
  /** Index in the theme's dashes; used for its edge in high contrast. */
  readonly dash: number;
}

/** Names a line or a layer with its column, for texts that do not show the column otherwise. */
export function headingOf(shown: Line | Layer): string {
  return ("heading" in shown ? shown.heading : undefined) ?? shown.label;
}

export interface Axis {
  readonly unit: ShownUnit;
  readonly domain: AxisChoice;
  readonly label: string;
  /** Values at which the grid is stronger; at zero it is strongest. */
  readonly guides: readonly number[];
  /** Lines of all panes, whose values in sight also count for the domain, so that small multiples share one scale. */
  readonly rangedWith?: readonly Line[];
}

/** One plot: what is drawn, and on which axes. Panes of one chart share their days. */
export interface Pane {
  readonly id: string;
  readonly kind: "main" | "difference" | "multiple";
  readonly title: string;
  /** Replaces a title that does not fit; absent if there is no shorter one. */
  readonly shortTitle?: string;
  /** One for each unit among its lines and layers; the first is on the left. */
  readonly axes: readonly Axis[];
  /** Behind the lines, the first at the bottom. */
  readonly layers: readonly Layer[];
  readonly lines: readonly Line[];
  /** Text beside the title; absent if there is none. */
  readonly note?: string;
  /** The pairs whose difference can be shown; absent unless there are several. */
  readonly choices?: readonly PairChoice[];
}

/** Two lines whose difference can be shown. */
export interface PairChoice {
  readonly id: string;
  /** `SNAP − FIT`. */
  readonly label: string;
}
