import { type Day, isDay } from "../../../shared/day";
import { type DayRange } from "../../../shared/dayRange";
import {
  type ForecastComponent,
  componentsOf,
  forecastComponents,
} from "../../../shared/forecastComponents";
import { type CorrelationOf } from "../../../shared/series/statistics";

/** The open bridge: its first and last day, and the component whose parts it shows. */
export interface BridgeState {
  readonly from: Day;
  readonly to: Day;
  /** Forecast, or the one of its parts that is expanded. */
  readonly component: ForecastComponent;
}

/** The least and the greatest of some values, or of what an axis shows. */
export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** The range of an axis of values: what fits the visible values, ±3 at least, or a range that the user has fixed. */
export type AxisChoice = "fit" | "three" | ValueRange;

export const panelSorts = ["name", "newest", "change"] as const;

/** How the variants of a panel are sorted: by name, or the greatest newest value or change in sight first. */
export type PanelSort = (typeof panelSorts)[number];

export const arrangements = ["overlay", "panes"] as const;

/** How several series are drawn: as lines over each other, or each in a pane of its own. */
export type Arrangement = (typeof arrangements)[number];

export const shownValuesChoices = ["served", "z-score", "rank"] as const;

/** How the values of several series are shown: as the service sends them, or so that they can be compared. */
export type ShownValues = (typeof shownValuesChoices)[number];

export const seriesColumns = [
  "name",
  "crosshair",
  "newest",
  "change",
  "distance",
  "percentile",
] as const;

/**
 * The column by which the table of several series is sorted; `distance` is that of the newest value from its mean. Rows
 * without a value come last in either direction.
 */
export interface SeriesSort {
  readonly by: (typeof seriesColumns)[number];
  readonly isAscending: boolean;
}

export const panelViews = ["panes", "crossSection", "heatStrip"] as const;

/** How a panel is shown: panes beside the cross-section, the cross-section alone, or the heat strip. */
export type PanelViewName = (typeof panelViews)[number];

export const crossColumns = ["name", "newest", "month", "percentile"] as const;

/** The column by which the cross-section of a panel is sorted; `month` is the change over one month. */
export interface CrossSort {
  readonly column: (typeof crossColumns)[number];
  readonly isAscending: boolean;
}

const profileOrders = ["distance", "newest", "choice"] as const;

/** The tag value whose series a chart was opened from. */
export interface ProfileState {
  readonly tagKind: string;
  readonly value: string;
  /** The number of series that the tag value has. */
  readonly count: number;
  /**
   * Which of them the chart shows: those whose newest value is furthest from its mean, those with the largest newest
   * scores, or those that the user chose.
   */
  readonly order: (typeof profileOrders)[number];
  /** How many could not be fetched when they were ranked. */
  readonly failed: number;
}

/**
 * The user's choices in a chart, which last as long as its tab. The page keeps them, and the editor passes them on when
 * the tab moves to another place.
 */
export interface ViewState {
  /** A state of another version is not read. */
  readonly version: 1;
  /** Null: the newest {@link years}, or ten. */
  readonly range: DayRange | null;
  /** The number of newest years in sight, up to the last day; null when none was chosen, or a range was. */
  readonly years: number | null;
  /** Names of the columns of signals that are shown. */
  readonly columns: readonly string[];
  readonly hidden: readonly string[];
  /** Ids of parts, in the order of their colors; empty if the color of each part matches its position. */
  readonly colours: readonly string[];
  /** The arrangement of several series; null if their number decides. */
  readonly arrangement: Arrangement | null;
  readonly values: ShownValues;
  readonly seriesSort: SeriesSort;
  /** Whether the table of several series is folded to its heading. */
  readonly isSeriesFolded: boolean;
  /** The component of forecasts whose parts are stacked. */
  readonly component: ForecastComponent;
  /** The components whose parts are listed in the table below a forecast. */
  readonly unfolded: readonly ForecastComponent[];
  readonly isKindCompared: boolean;
  /** As `SeriesIdentity.asOf`; null when no other vintage is compared. */
  readonly vintage: string | null;
  /** The pair of lines whose difference is shown, where there are several; null for the first. */
  readonly pair: string | null;
  readonly bridge: BridgeState | null;
  /** Days that are measured against each other, ascending: at most two. */
  readonly pins: readonly Day[];
  /** How the first axis of values is ranged. */
  readonly axis: AxisChoice;
  readonly isTable: boolean;
  /** Whether the statistics below the plots are open. */
  readonly isStatistics: boolean;
  readonly correlationOf: CorrelationOf;
  /** The order of the panes. */
  readonly sort: PanelSort;
  readonly stripSort: PanelSort;
  readonly crossSort: CrossSort;
  readonly panelView: PanelViewName;
  /** Id of the part of a panel whose line is drawn behind all others; null for none. */
  readonly highlighted: string | null;
  /** Id of the part of a panel that is shown alone, in full size; null for none. */
  readonly fullSize: string | null;
  /** Null for a chart that was not opened from a tag value. */
  readonly profile: ProfileState | null;
}

export const defaultViewState: ViewState = {
  version: 1,
  range: null,
  years: null,
  columns: ["Aggregate"],
  hidden: [],
  colours: [],
  arrangement: null,
  values: "served",
  seriesSort: { by: "newest", isAscending: false },
  isSeriesFolded: false,
  component: "Forecast",
  unfolded: [],
  isKindCompared: false,
  vintage: null,
  pair: null,
  bridge: null,
  pins: [],
  axis: "fit",
  isTable: false,
  isStatistics: false,
  correlationOf: "changes",
  sort: "name",
  stripSort: "newest",
  crossSort: { column: "newest", isAscending: false },
  panelView: "panes",
  highlighted: null,
  fullSize: null,
  profile: null,
};

/**
 * Parses a stored state; the default when there is none, or when it is of another version. Invalid fields get their
 * default.
 */
export function parseViewState(stored: unknown): ViewState {
  if (!isRecord(stored) || stored["version"] !== defaultViewState.version) return defaultViewState;
  return {
    version: 1,
    range: parseDays(stored["range"]) ?? null,
    years: parseYears(stored["years"]),
    columns: parseTexts(stored["columns"]) ?? defaultViewState.columns,
    hidden: parseTexts(stored["hidden"]) ?? [],
    colours: parseTexts(stored["colours"]) ?? [],
    arrangement: arrangements.find((each) => each === stored["arrangement"]) ?? null,
    values: shownValuesChoices.find((each) => each === stored["values"]) ?? "served",
    seriesSort: parseSeriesSort(stored["seriesSort"]),
    isSeriesFolded: stored["isSeriesFolded"] === true,
    component: parseWhole(stored["component"]) ?? "Forecast",
    unfolded: (parseTexts(stored["unfolded"]) ?? []).flatMap((each) => parseWhole(each) ?? []),
    isKindCompared: stored["isKindCompared"] === true,
    vintage: parseText(stored["vintage"]),
    pair: parseText(stored["pair"]),
    bridge: parseBridge(stored["bridge"]),
    pins: parsePins(stored["pins"]),
    axis: parseAxis(stored["axis"]),
    isTable: stored["isTable"] === true,
    isStatistics: stored["isStatistics"] === true,
    correlationOf: stored["correlationOf"] === "levels" ? "levels" : "changes",
    sort: panelSorts.find((each) => each === stored["sort"]) ?? defaultViewState.sort,
    stripSort:
      panelSorts.find((each) => each === stored["stripSort"]) ?? defaultViewState.stripSort,
    crossSort: parseCrossSort(stored["crossSort"]),
    panelView: panelViews.find((each) => each === stored["panelView"]) ?? "panes",
    highlighted: parseText(stored["highlighted"]),
    fullSize: parseText(stored["fullSize"]),
    profile: parseProfile(stored["profile"]),
  };
}

function parseSeriesSort(stored: unknown): SeriesSort {
  const { by: column, isAscending } = isRecord(stored) ? stored : {};
  const by = seriesColumns.find((each) => each === column);
  if (by === undefined || typeof isAscending !== "boolean") return defaultViewState.seriesSort;
  return { by, isAscending };
}

function parseText(stored: unknown): string | null {
  return typeof stored === "string" ? stored : null;
}

function parseYears(stored: unknown): number | null {
  return Number.isInteger(stored) && Number(stored) > 0 && Number(stored) < 1_000
    ? Number(stored)
    : null;
}

function parseBridge(stored: unknown): BridgeState | null {
  const days = parseDays(stored);
  const component = isRecord(stored) ? parseWhole(stored["component"]) : undefined;
  return days === undefined || component === undefined ? null : { ...days, component };
}

function parsePins(stored: unknown): readonly Day[] {
  if (!Array.isArray(stored) || stored.length > 2 || !stored.every(isDay)) return [];
  const [first, second] = stored;
  return first !== undefined && second !== undefined && first >= second ? [] : stored;
}

function parseAxis(stored: unknown): AxisChoice {
  if (stored === "three") return stored;
  const { min, max } = isRecord(stored) ? stored : {};
  const isRange = Number.isFinite(min) && Number.isFinite(max) && Number(min) < Number(max);
  return isRange ? { min: Number(min), max: Number(max) } : defaultViewState.axis;
}

function parseCrossSort(stored: unknown): CrossSort {
  if (!isRecord(stored)) return defaultViewState.crossSort;
  const column = crossColumns.find((each) => each === stored["column"]);
  const { isAscending } = stored;
  return column === undefined || typeof isAscending !== "boolean"
    ? defaultViewState.crossSort
    : { column, isAscending };
}

function parseProfile(stored: unknown): ProfileState | null {
  if (!isRecord(stored)) return null;
  const { tagKind, value, count, order: by, failed } = stored;
  const order = profileOrders.find((each) => each === by);
  const areTexts = typeof tagKind === "string" && typeof value === "string";
  if (!areTexts || !isCount(count) || !isCount(failed) || order === undefined) return null;
  return { tagKind, value, count, order, failed };
}

function isCount(stored: unknown): stored is number {
  return Number.isSafeInteger(stored) && Number(stored) >= 0;
}

function parseDays(stored: unknown): DayRange | undefined {
  if (!isRecord(stored)) return undefined;
  const { from, to } = stored;
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

/** 1,000: no chart has more columns or parts. */
const maxTexts = 1_000;

function parseTexts(stored: unknown): readonly string[] | undefined {
  const isList = Array.isArray(stored) && stored.length <= maxTexts;
  return isList && stored.every((each) => typeof each === "string") ? stored : undefined;
}

function parseWhole(stored: unknown): ForecastComponent | undefined {
  return forecastComponents.find((each) => each === stored && componentsOf(each).length > 0);
}

function isRecord(stored: unknown): stored is Record<string, unknown> {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored);
}
