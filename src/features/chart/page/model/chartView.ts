import { type ChartPart } from "../../protocol";
import { type PanelViewName, type ShownValues, type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { compareValues } from "../../../../shared/series/observations";
import { t } from "../../../../ui/l10n";
import { axesOf } from "./valueAxes";
import { comparisonText, emptyText } from "./comparison";
import { newestYears, openingRange } from "../../../../shared/dayRange";
import { rangeWithin } from "./dayRanges";
import { missingDifference, shownDifference } from "./differencePane";
import { chartFacts } from "./facts";
import { forecastLine, forecastPane, shownComponent, trailTo } from "./forecastPanes";
import { delayFacts } from "./history";
import { componentLegend, type LegendEntry, seriesLegend } from "./legend";
import { areCompact, areMultiples, groupedPanes, multiplePanes } from "./multiples";
import { newestValue, type NewestValue } from "./newest";
import { newestScore, normalised, prepared, shownValues, valuesFacts } from "./normalised";
import { notesOfShown } from "./notes";
import { type DayRange, type Line, type Pane, type Drawn } from "./pane";
import { type HeatStrip } from "./panel/heatStrip";
import { type Variant } from "./panel/variants";
import {
  type LoadedSeries,
  isSeveral,
  loadedSeries,
  type ShownSeries,
  seriesOf,
  seriesStyle,
} from "./series";
import { signalLines } from "./signalPanes";

/** Everything that the page draws and prints of a chart's parts in one state of its view. */
export interface ChartView extends Drawn {
  readonly isMultiples: boolean;
  /** Whether the panes are small: without axes of their own, card or overview. */
  readonly isCompact: boolean;
  /** The title of the pane whose series the overview shows; empty if there is one pane. */
  readonly overviewTitle: string;
  /** From the first to the last day of any shown series. */
  readonly bounds: DayRange;
  /** The days in sight, within the bounds. */
  readonly range: DayRange;
  readonly legend: readonly LegendEntry[];
  /** The components from Forecast down to the shown one, for the links back; empty without a forecast. */
  readonly trail: readonly ForecastComponent[];
  readonly newest: readonly NewestValue[];
  /** Describes how far a compared series was revised; null if no kinds or vintages are compared. */
  readonly comparison: string | null;
  /** One line that describes each series, in the order of the parts. */
  readonly facts: readonly string[];
  /** Remarks on what may surprise a reader of the shown data; each is also part of the facts. */
  readonly notes: readonly string[];
  /** The reason why two series have no difference below them; absent if they have one, or not two are shown. */
  readonly missing?: string;
  readonly isSample: boolean;
  /** Present only for the chart of a panel. */
  readonly panel?: PanelDrawing;
}

/** The contents of a panel's chart beside its plots. */
interface PanelDrawing {
  readonly shows: PanelViewName;
  /** The pane of the variant that is shown alone; null if all are shown. */
  readonly full: Pane | null;
  /** In the order of the cross-section. */
  readonly variants: readonly Variant[];
  /** Null unless the heat strip is shown. */
  readonly strip: HeatStrip | null;
  /** States how many variants have a plot, and their order. */
  readonly drawn: string;
  readonly areAllDrawn: boolean;
  readonly heading: string;
  /** The column that gives the variants' values. */
  readonly column: string;
  /** For screen readers. */
  readonly summary: string;
}

/**
 * Computes what a chart shows of its parts. Arrays computed for an earlier state are returned again, so that a change
 * of the state costs little.
 */
export function chartView(parts: readonly ChartPart[], state: ViewState): ChartView {
  const all = seriesOf(parts, state);
  const loaded = loadedSeries(all);
  const isMultiples = areMultiples(all, state);
  const values = shownValues(all, state);
  const isCompact = isMultiples && areCompact(all, values);
  const stacked = stackedForecast(all, loaded);
  const panes = panesOf({ parts, all, loaded, state, isMultiples, isCompact, values, stacked });
  const bounds = boundsOf(loaded);
  const lines = panes.flatMap((pane) => (pane.kind === "difference" ? [] : pane.lines));
  const difference = panes.find(({ kind }) => kind === "difference");
  const isMissing = loaded.length === 2 && !isMultiples && difference === undefined;
  const missing = isMissing ? whyMissing(lines, values) : undefined;
  return {
    panes,
    isMultiples,
    isCompact,
    overviewTitle: isMultiples && !isCompact ? (panes[0]?.title ?? "") : "",
    bounds,
    range: rangeInSight(state, bounds),
    legend:
      stacked === undefined
        ? seriesLegend(all, loaded, state, isMultiples)
        : panes.flatMap((pane) => componentLegend(stacked, pane, state)),
    trail: trailOf(loaded, state),
    newest: lines.flatMap((line) => newestValue(line) ?? []),
    // The text compares values as served.
    comparison:
      emptyText(all) ??
      (values === "served" ? (difference?.note ?? comparisonText(loaded, state)) : null),
    facts: [
      ...all.flatMap(({ part, isShown }) => (isShown ? [chartFacts(part)] : [])),
      ...valuesFacts(values, lines),
      ...(missing === undefined ? [] : [missing]),
      ...delayFacts(parts, state),
    ],
    notes: notesOfShown(all),
    ...(missing === undefined ? {} : { missing }),
    isSample: parts.some(({ identity }) => identity.isSample),
  };
}

/** Uses the first of several forecasts that has the chosen component. */
function trailOf(loaded: readonly LoadedSeries[], state: ViewState): readonly ForecastComponent[] {
  const components = loaded
    .filter(({ part }) => part.family === "forecast")
    .map(({ data }) => shownComponent(data, state));
  const shown = components.find((each) => each === state.component) ?? components[0];
  return shown === undefined ? [] : trailTo(shown);
}

/** The forecast that is alone in its chart: only such a forecast is stacked. */
function stackedForecast(
  all: readonly ShownSeries[],
  loaded: readonly LoadedSeries[],
): LoadedSeries | undefined {
  const [only] = loaded;
  return all.length === 1 && only?.part.family === "forecast" ? only : undefined;
}

function whyMissing(lines: readonly Line[], values: ShownValues): string | undefined {
  if (values === "served") return missingDifference(lines);
  return t("To see the difference between the two, show values as served");
}

interface Drawable {
  readonly parts: readonly ChartPart[];
  readonly all: readonly ShownSeries[];
  readonly loaded: readonly LoadedSeries[];
  readonly state: ViewState;
  readonly isMultiples: boolean;
  readonly isCompact: boolean;
  readonly values: ShownValues;
  readonly stacked: LoadedSeries | undefined;
}

function panesOf(drawable: Drawable): readonly Pane[] {
  const { parts, all, loaded, state, isMultiples, isCompact, values, stacked } = drawable;
  if (loaded.length === 0) return [];
  if (stacked !== undefined) {
    const pane = forecastPane(stacked, state);
    return pane.lines.length === 0 && pane.layers.length === 0 ? [] : [pane];
  }
  if (isMultiples) {
    const panes = multiplePanes(all, loaded, state, values);
    // Panes are not sorted while data arrive, so that they do not jump.
    const isComing = all.some(({ part }) => part.isLoading && part.data === null);
    const inOrder = isComing ? panes : panesInOrder(panes, state);
    return isCompact ? groupedPanes(inOrder, parts) : inOrder;
  }
  const owned = ownedLines(all, loaded, state);
  const served = owned.map(({ line }) => line);
  const lines = normalised(served, values);
  if (lines.length === 0) return [];
  const title = all.flatMap(({ part, isShown }) => (isShown ? [part.title] : [])).join(", ");
  const main: Pane = {
    id: "main",
    kind: "main",
    title,
    axes: axesOf(lines, state.axis),
    layers: [],
    lines,
  };
  const difference = values === "served" ? shownDifference(owned, loaded, state) : undefined;
  return difference === undefined ? [main] : [main, difference];
}

/** Lines with values as served, each with its series. */
function ownedLines(
  all: readonly ShownSeries[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
): readonly { readonly series: LoadedSeries; readonly line: Line }[] {
  return loaded.flatMap((series) => {
    const own =
      series.part.family === "signal"
        ? signalLines(series, all, state)
        : asList(forecastLine(series, state, seriesStyle(series, all)));
    return own.map((line) => ({ series, line }));
  });
}

/**
 * Computes and caches everything that drawing the lines of a chart of several series needs, so that drawing is fast
 * however long they are. Returns the lines; none for any other chart. Yields after each piece of work.
 */
export function* preparedLines(
  parts: readonly ChartPart[],
  state: ViewState,
): Generator<void, readonly Line[]> {
  if (!isSeveral(parts)) return [];
  const all = seriesOf(parts, state);
  const lines = ownedLines(all, loadedSeries(all), state).map(({ line }) => line);
  return yield* prepared(lines, shownValues(all, state));
}

/** Sorts panes as the table of the series is sorted: in the order of the chart, or by distance from the mean. */
function panesInOrder(panes: readonly Pane[], { seriesSort }: ViewState): readonly Pane[] {
  if (seriesSort?.by !== "distance") return panes;
  const distances = new Map(
    panes.map((pane) => [pane, Math.abs(pane.lines[0] ? newestScore(pane.lines[0]) : Number.NaN)]),
  );
  return panes.toSorted((one, other) => {
    const [a = Number.NaN, b = Number.NaN] = [distances.get(one), distances.get(other)];
    return compareValues(a, b, seriesSort.isAscending);
  });
}

function asList(line: Line | undefined): readonly Line[] {
  return line === undefined ? [] : [line];
}

const noDays: DayRange = { from: 0, to: 0 };

/** From the first to the last day of any series; both 0 without a series. */
export function boundsOf(loaded: readonly LoadedSeries[]): DayRange {
  const firsts = loaded.flatMap(({ data }) => data.days.at(0) ?? []);
  const lasts = loaded.flatMap(({ data }) => data.days.at(-1) ?? []);
  return loaded.length === 0 ? noDays : { from: Math.min(...firsts), to: Math.max(...lasts) };
}

/** The days in sight, within the bounds: the chosen days or years, else the opening range. */
export function rangeInSight({ range, years }: ViewState, bounds: DayRange): DayRange {
  if (range === null && years !== null) return newestYears(bounds, years);
  return (range && rangeWithin(range, bounds)) ?? openingRange(bounds);
}
