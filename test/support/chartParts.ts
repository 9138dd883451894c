import {
  type ChartColumn,
  type ChartData,
  type ChartPart,
} from "../../src/features/chart/protocol";
import { defaultViewState, type ViewState } from "../../src/features/chart/model/viewState";
import { componentOfColumn } from "../../src/shared/forecastComponents";
import { chartView, type ChartView } from "../../src/features/chart/page/model/chartView";
import { type Pane } from "../../src/features/chart/page/model/pane";
import { consecutiveDays, part, type PartChanges, signalData as framed } from "./chartFrames";

/** Small tables, as parts of a chart: values by column name; null is no value. */
export type Values = Readonly<Record<string, readonly (number | null)[]>>;

/** Data of a signal on the days given, or on as many as there are values from 2026-11-16 on. */
export function signalData(values: Values, given: Partial<ChartData> = {}): ChartData {
  const columns = Object.entries(values).map(
    ([name, column]) => [name, Float64Array.from(column, (value) => value ?? Number.NaN)] as const,
  );
  const days = given.days ?? consecutiveDays("2026-11-16", columns[0]?.[1].length ?? 0);
  return framed(days, Object.fromEntries(columns), given);
}

/** Data of a forecast by the service's column names. */
export function forecastData(values: Values, given: Partial<ChartData> = {}): ChartData {
  const data = signalData(values, given);
  const columns = data.columns.map((column): ChartColumn => {
    const component = componentOfColumn(column.name) ?? null;
    return { ...column, component, label: component ?? column.name };
  });
  return { ...data, unit: "fraction", columns };
}

/** A part of a chart that has arrived, or is loading while it has no data. */
export function partOf(data: ChartData | null, given: PartChanges = {}): ChartPart {
  const arrived = part(data ?? signalData({}), {
    id: "a",
    title: "INFL United States SNAP",
    ...given,
  });
  return { ...arrived, data, isLoading: data === null };
}

/** What a chart shows of its parts at first, but for what differs. */
export function viewOf(parts: readonly ChartPart[], state: Partial<ViewState> = {}): ChartView {
  return chartView(parts, { ...defaultViewState, ...state });
}

/** What tells the lines of panes apart: label, colour and dash of each. */
export function linesOf(panes: readonly (Pane | undefined)[]): (string | number)[][] {
  return panes.flatMap((pane) =>
    (pane?.lines ?? []).map(({ label, colour, dash }) => [label, colour, dash]),
  );
}
