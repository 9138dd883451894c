import {
  type ChartAction,
  type ChartData,
  type ChartPart,
  type PanelOutline,
} from "../../../shared/chart/chartProtocol";
import { type ViewState } from "../../../shared/chart/viewState";
import { type Day } from "../../../shared/day";
import { type ForecastComponent } from "../../../shared/forecastComponents";
import { type DataKind } from "../../../shared/reference";
import { type ChartView } from "../model/chartView";
import { type DayRange } from "../model/pane";

/** What stands in the page. */
export interface Shown {
  readonly title: string;
  readonly isSample: boolean;
  /** Whether its tab can go back to the chart from which it was composed. */
  readonly canUndo: boolean;
  /** At least one, once the editor has said what the chart shows; of a panel none before they have come. */
  readonly parts: readonly ChartPart[];
  /** Null for a chart of series. */
  readonly panel: PanelOutline | null;
  readonly state: ViewState;
  readonly view: ChartView;
}

/** How a panel is shown. */
export type PanelChange = Partial<Pick<ViewState, "sort" | "highlighted" | "isCrossSection">>;

/** What a person can do with a chart, by a control or a key. */
export interface ChartActions {
  ask(action: ChartAction): void;
  retry(id: string): void;
  openCached(id: string): void;
  switchKind(kind: DataKind): void;
  remove(id: string): void;
  openPart(id: string): void;
  /** Shows a part of the bounds; what lies outside them is cut off. */
  showRange(range: DayRange): void;
  /** The newest years; null is all. */
  showYears(years: number | null): void;
  toggleColumn(name: string): void;
  togglePart(id: string): void;
  openComponent(component: ForecastComponent): void;
  toggleKind(): void;
  toggleVintage(): void;
  toggleTable(): void;
  /** Changes how a panel is shown. */
  arrange(change: PanelChange): void;
  toggleBridge(): void;
  /** Changes the bridge that stands open. */
  setBridge(change: { from?: Day; to?: Day; component?: ForecastComponent }): void;
  /** A click on the plot, or Enter: in the bridge it sets the day A, then B. */
  press(): void;
  moveCursor(day: Day | null): void;
}

/** The first signal of the chart: whose kind and as-of the controls say and what is compared stands beside. */
export function firstSignal(parts: Shown["parts"]): ChartPart | undefined {
  return parts.find(({ family }) => family === "signal");
}

/** The kind that the first signal may be compared with; undefined without a signal, and of a panel. */
export function otherKind({ parts, panel }: Shown): DataKind | undefined {
  const kind = panel === null ? (firstSignal(parts)?.identity.dataKind ?? null) : null;
  return kind === null ? undefined : kind === "SNAP" ? "FIT" : "SNAP";
}

/** Whether there is a change to explain. */
export function hasForecast(parts: Shown["parts"]): boolean {
  return parts.some(({ family }) => family === "forecast");
}

/** The data of the first forecast that has any. */
export function forecastData(parts: Shown["parts"]): ChartData | undefined {
  const forecasts = parts.filter(({ family }) => family === "forecast");
  return forecasts.find(({ data }) => data !== null)?.data ?? undefined;
}
