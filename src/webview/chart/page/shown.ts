import {
  type ChartAction,
  type ChartData,
  type ChartPart,
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
  /** At least one, once the editor has said what the chart shows. */
  readonly parts: readonly ChartPart[];
  readonly state: ViewState;
  readonly view: ChartView;
}

/** What a person can do with a chart, by a control or a key. */
export interface ChartActions {
  ask(action: ChartAction): void;
  retry(id: string): void;
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

/** The kind that the first signal is not of; undefined without a signal. */
export function otherKind({ parts }: Shown): DataKind | undefined {
  const kind = firstSignal(parts)?.identity.dataKind ?? null;
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
