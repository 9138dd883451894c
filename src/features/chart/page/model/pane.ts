import { type NativeStep } from "../../../../shared/series/nativeStep";
import { type ShownUnit } from "../../../../shared/series/numberText";
import { type AxisChoice } from "../../model/viewState";

export type { DayRange } from "../../../../shared/dayRange";

/** In the place of a colour: of a line that others are compared with. */
export const mutedColour = -1;

/** In the place of a colour: of a total over its parts, drawn in the foreground colour. */
export const totalColour = -2;

/** One stepped line: a value stands until the next day that has one; NaN is a gap. */
export interface Line {
  /** The same for the same column of the same series. */
  readonly id: string;
  readonly label: string;
  /** Names it, with its column, in what leaves the page without the legend; absent where the label does. */
  readonly heading?: string;
  readonly unit: ShownUnit;
  /** Strictly ascending, as long as `values`. */
  readonly days: Int32Array;
  readonly values: Float64Array;
  /** Places in the theme's colours and dashes; {@link mutedColour} and {@link totalColour} are none of them. */
  readonly colour: number;
  readonly dash: number;
  /** Rows that are marked because their parts do not add up, ascending. */
  readonly marks: Int32Array;
  /** Where its newest value stands in more history than the line has, in whole percent; null where it has all there is. */
  readonly percentile?: number | null;
  /** How often the values of the whole series change; null or absent where that follows from the line. */
  readonly step?: NativeStep | null;
  /** The column of the series as the service names it; absent for what is calculated. */
  readonly column?: string;
  /** What it is as the service sends it; absent where it is that. */
  readonly served?: Pick<Line, "unit" | "days" | "values">;
  /** The series, as served, whose mean and deviation its z-scores use; absent if it uses its own. */
  readonly scoredBy?: Pick<Line, "days" | "values">;
  /** Filled between zero and its values, in colours that tell their signs, instead of drawn as a line. */
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
  /** How strong its colour is, from 0 to 1: it tells apart the parts that share one. */
  readonly tint: number;
  /** Place in the theme's dashes; used for its edge in high contrast. */
  readonly dash: number;
}

/** Names a column of numbers where nothing beside it tells which column of its series it is. */
export function headingOf(shown: Line | Layer): string {
  return ("heading" in shown ? shown.heading : undefined) ?? shown.label;
}

export interface Axis {
  readonly unit: ShownUnit;
  readonly domain: AxisChoice;
  readonly label: string;
  /** Values at which the grid is stronger; at zero it is strongest. */
  readonly guides: readonly number[];
  /** Lines of all panes, whose values in sight count as well: so small multiples share one scale. */
  readonly rangedWith?: readonly Line[];
}

/** One plot: what is drawn, and on which axes. Panes of one chart share their days. */
export interface Pane {
  readonly id: string;
  readonly kind: "main" | "difference" | "multiple";
  readonly title: string;
  /** Where the title does not fit; absent where there is no shorter one. */
  readonly shortTitle?: string;
  /** One for each unit among its lines and layers; the first stands on the left. */
  readonly axes: readonly Axis[];
  /** Behind the lines, the first at the bottom. */
  readonly layers: readonly Layer[];
  readonly lines: readonly Line[];
  /** Shown beside the title; absent if there is nothing to say. */
  readonly note?: string;
  /** The pairs whose difference can be shown, where there are several. */
  readonly choices?: readonly PairChoice[];
}

/** Two lines whose difference can be shown. */
export interface PairChoice {
  readonly id: string;
  /** `SNAP − FIT`. */
  readonly label: string;
}
