import { type ForecastComponent } from "../../../shared/forecastComponents";
import { type Unit } from "../../../shared/chart/chartProtocol";
import { type Day } from "../../../shared/day";
import { type DayRange, type Pane } from "./pane";

/** One entry of the legend: what a colour stands for, and what a click on it does. */
export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly kind: "column" | "series" | "component";
  /** How its sample is drawn; `none` where its colour would say nothing: columns of several series. */
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
  readonly isShown: boolean;
  /** Of a column its name, of a series its part's id: what a click shows and hides; null where a click does not. */
  readonly toggles: string | null;
  /** The component whose parts a click stacks; null where there are none. */
  readonly opens: ForecastComponent | null;
}

/** The newest value of a line, for its right edge. */
export interface NewestValue {
  /** Of the line. */
  readonly id: string;
  readonly label: string;
  readonly unit: Unit;
  readonly colour: number;
  readonly day: Day;
  readonly value: number;
  /** `+1.23`, `5.12 %`. */
  readonly text: string;
  /** Whole percent of the line's own history at or below the value. */
  readonly percentile: number;
  /** `2026-11-19 · percentile 93`. */
  readonly detail: string;
}

/** All that is drawn and said about the parts of a chart in one state of its view. */
export interface ChartView {
  /** The main pane first; several of kind `multiple` when they are small multiples; none before any data. */
  readonly panes: readonly Pane[];
  readonly isMultiples: boolean;
  /** From the first day of any series shown to the last. */
  readonly bounds: DayRange;
  /** What is in sight, within the bounds. */
  readonly range: DayRange;
  readonly legend: readonly LegendEntry[];
  /** From Forecast down to the component whose parts are stacked, for the way back; empty without a stack. */
  readonly trail: readonly ForecastComponent[];
  readonly newest: readonly NewestValue[];
  /** How far a compared series was revised; null where nothing of the kind is compared. */
  readonly comparison: string | null;
  /** What each series is, one line for each, in the order of the parts. */
  readonly facts: readonly string[];
  readonly isSample: boolean;
}
