import { type NativeStep } from "../../../../shared/series/nativeStep";
import { type ShownUnit, type Unit } from "../../../../shared/series/numberText";
import { type AxisChoice } from "../../model/viewState";
import { type Observations } from "../../../../shared/series/observations";

export type { DayRange } from "../../../../shared/dayRange";

/** Replaces the index of a colour for a line that others are compared with. */
export const mutedColour = -1;

/** Replaces the index of a colour for a total over its parts, drawn in the foreground colour. */
export const totalColour = -2;

/** The range of {@link vintageColour}. */
const inkedVintage = -4;
const faintestVintage = -3;

/**
 * Replaces the index of a colour for one of several vintages: foreground over background, in high contrast the
 * foreground.
 *
 * @param strength - From 0, for the faintest, to 1.
 */
export function vintageColour(strength: number): number {
  return faintestVintage - strength;
}

/** The strength of a {@link vintageColour}; undefined for any other colour. */
export function vintageStrength(colour: number): number | undefined {
  return colour > faintestVintage || colour < inkedVintage ? undefined : faintestVintage - colour;
}

/** Indices in the theme's dashes and in its colours, or {@link mutedColour} and the like in place of a colour. */
export interface Stroke {
  readonly colour: number;
  readonly dash: number;
}

/** Observations in one unit. */
export interface Curve extends Observations {
  readonly unit: ShownUnit;
}

/** A curve as it is drawn: a value holds until the next day with a row; NaN is a gap. */
export interface Steps extends Curve, Stroke {}

/** One stepped line. */
export interface Line extends Steps {
  /** Identifies a column of a series, whatever the state of the view. */
  readonly id: string;
  readonly label: string;
  /** Names the line with its column in copies and exports, which have no legend; absent if the label already does. */
  readonly heading?: string;
  /** Rows that are marked because their parts do not add up, ascending. */
  readonly marks: Int32Array;
  /** The percentile of its newest value in the whole history, in whole percent; null or absent when not counted yet. */
  readonly percentile?: number | null;
  /** How often its values change; null or absent when not determined yet. */
  readonly step?: NativeStep | null;
  /** The column of the series as the service names it; absent for what is calculated. */
  readonly column?: string;
  /** The line as served; absent if its values are not normalised. */
  readonly served?: Curve;
  /** The series, as served, whose mean and deviation its z-scores use; absent if it uses its own. */
  readonly scoredBy?: Observations;
  /** Whether it is filled between zero and its values, in colours of their signs, instead of drawn as a line. */
  readonly isFilled?: boolean;
}

/** The look of a layer; the dash is that of its edge in high contrast. */
export interface LayerStyle extends Stroke {
  /** The strength of its colour, from 0 to 1; tells apart parts that share a colour. */
  readonly tint: number;
}

/**
 * One component of a stacked area: filled from `lower` to `upper`, one of which is further from zero. The values are
 * those of the component itself.
 */
export interface Layer extends Steps, LayerStyle {
  readonly id: string;
  readonly label: string;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Names a line or a layer with its column, for texts that do not show the column otherwise. */
export function headingOf(shown: Line | Layer): string {
  return ("heading" in shown ? shown.heading : undefined) ?? shown.label;
}

export interface ValueAxis {
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
  /** The heading above it and the other panes of its group; absent for a pane without a heading. */
  readonly group?: string;
  /** Replaces the title where a heading or the page's title has the rest of it; absent if it is the whole title. */
  readonly name?: string;
  /** One for each unit among its lines and layers; the first is on the left. */
  readonly axes: readonly ValueAxis[];
  /** Behind the lines, the first at the bottom. */
  readonly layers: readonly Layer[];
  readonly lines: readonly Line[];
  /** Text beside the title; absent if there is none. */
  readonly note?: string;
  /** Whether it shows the revision since an earlier as-of; absent for other panes. */
  readonly isRevision?: boolean;
  /** The two vintages or kinds of one series whose difference it shows; absent for other panes. */
  readonly pair?: VintagePair;
  /** The pairs whose difference can be shown; absent unless there are several. */
  readonly choices?: readonly PairChoice[];
}

/** The plots of a chart: the main pane first; several of kind `multiple` for small multiples; empty without a line. */
export interface Drawn {
  readonly panes: readonly Pane[];
}

/** Two vintages or kinds of one column of a series, as served. */
export interface VintagePair {
  readonly unit: Unit;
  /** The subtrahend of the difference: the older vintage, or FIT. */
  readonly before: NamedVintage;
  readonly after: NamedVintage;
}

export interface NamedVintage extends Observations {
  /** `28 Jun 2024`, `FIT`. */
  readonly name: string;
  /** The kind and as-of, equal in every language: `SNAP 20240628T235959Z`, `FIT latest`. */
  readonly code: string;
  /** The canonical path of the reference. */
  readonly path: string;
}

/** Two lines whose difference can be shown. */
export interface PairChoice {
  readonly id: string;
  /** `SNAP − FIT`. */
  readonly label: string;
  /** The ids of the two lines. */
  readonly lines: readonly string[];
}
