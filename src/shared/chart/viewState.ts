import { type Day, maxDay, minDay } from "../day";
import { type DayRange } from "../dayRange";
import { type ForecastComponent, componentsOf, forecastComponents } from "../forecastComponents";

/** The bridge that stands open: from which day to which, and whose parts are shown. */
export interface BridgeState {
  readonly from: Day;
  readonly to: Day;
  /** Forecast, or the one of its parts that is expanded. */
  readonly component: ForecastComponent;
}

export const panelSorts = ["name", "newest", "change"] as const;

/** How the variants of a panel are sorted: by name, or the greatest newest value or change in sight first. */
export type PanelSort = (typeof panelSorts)[number];

/**
 * What a person has made of a chart: lives as long as its tab. The page keeps it, and the editor takes it along
 * when the tab moves to another place.
 */
export interface ViewState {
  /** A state of another version is not read. */
  readonly version: 1;
  /** Null: the newest {@link years}, or ten. */
  readonly range: DayRange | null;
  /** The newest years in sight, which go on with the last day; null where none were chosen, or a range was. */
  readonly years: number | null;
  /** Names of the columns of signals that are shown. */
  readonly columns: readonly string[];
  /** Ids of parts that are hidden. */
  readonly hidden: readonly string[];
  /** The component of forecasts whose parts are stacked. */
  readonly component: ForecastComponent;
  readonly isKindCompared: boolean;
  /** As `SeriesIdentity.asOf`; null when no other vintage is compared. */
  readonly vintage: string | null;
  readonly bridge: BridgeState | null;
  readonly isTable: boolean;
  readonly sort: PanelSort;
  /** Id of the part of a panel whose line stands behind all others; null where none does. */
  readonly highlighted: string | null;
  /** Whether the cross-section of a panel stands open; null: where it has room beside the plots. */
  readonly isCrossSection: boolean | null;
}

export const defaultViewState: ViewState = {
  version: 1,
  range: null,
  years: null,
  columns: ["Aggregate"],
  hidden: [],
  component: "Forecast",
  isKindCompared: false,
  vintage: null,
  bridge: null,
  isTable: false,
  sort: "name",
  highlighted: null,
  isCrossSection: null,
};

/** What was kept, or a fresh state where nothing was, or what an older or newer page kept. Each field stands for itself. */
export function parseViewState(kept: unknown): ViewState {
  if (!isRecord(kept) || kept["version"] !== defaultViewState.version) return defaultViewState;
  return {
    version: 1,
    range: parseDays(kept["range"]) ?? null,
    years: parseYears(kept["years"]),
    columns: parseTexts(kept["columns"]) ?? defaultViewState.columns,
    hidden: parseTexts(kept["hidden"]) ?? [],
    component: parseWhole(kept["component"]) ?? "Forecast",
    isKindCompared: kept["isKindCompared"] === true,
    vintage: parseText(kept["vintage"]),
    bridge: parseBridge(kept["bridge"]),
    isTable: kept["isTable"] === true,
    sort: panelSorts.find((each) => each === kept["sort"]) ?? "name",
    highlighted: parseText(kept["highlighted"]),
    isCrossSection: typeof kept["isCrossSection"] === "boolean" ? kept["isCrossSection"] : null,
  };
}

function parseText(kept: unknown): string | null {
  return typeof kept === "string" ? kept : null;
}

function parseYears(kept: unknown): number | null {
  return Number.isInteger(kept) && Number(kept) > 0 && Number(kept) < 1_000 ? Number(kept) : null;
}

function parseBridge(kept: unknown): BridgeState | null {
  const days = parseDays(kept);
  const component = isRecord(kept) ? parseWhole(kept["component"]) : undefined;
  return days === undefined || component === undefined ? null : { ...days, component };
}

function parseDays(kept: unknown): DayRange | undefined {
  if (!isRecord(kept)) return undefined;
  const { from, to } = kept;
  return isDay(from) && isDay(to) && from <= to ? { from, to } : undefined;
}

function isDay(kept: unknown): kept is Day {
  return Number.isInteger(kept) && Number(kept) >= minDay && Number(kept) <= maxDay;
}

/** More columns or parts than these no chart has. */
const mostTexts = 1_000;

function parseTexts(kept: unknown): readonly string[] | undefined {
  const isList = Array.isArray(kept) && kept.length <= mostTexts;
  return isList && kept.every((each) => typeof each === "string") ? kept : undefined;
}

/** A component that has parts. */
function parseWhole(kept: unknown): ForecastComponent | undefined {
  return forecastComponents.find((each) => each === kept && componentsOf(each).length > 0);
}

function isRecord(kept: unknown): kept is Record<string, unknown> {
  return typeof kept === "object" && kept !== null && !Array.isArray(kept);
}
