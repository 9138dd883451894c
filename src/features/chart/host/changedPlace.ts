import {
  type AnyChartPlace,
  type ChartPlace,
  chartPlaceOf,
  isPanelChart,
} from "../../../shared/chartPlace";
import { maxParts } from "../../../shared/composedPlace";
import { type AsOf } from "../../../shared/instant";
import { type DataKind, type SignalRef } from "../../../shared/reference";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/** The chart with one more series behind the others; undefined when it holds it already, or as many as it can. */
export function withSeries(place: ChartPlace, series: SeriesTarget): ChartPlace | undefined {
  const key = targetPath(series);
  const isHeld = place.parts.some((part) => targetPath(part) === key);
  return isHeld || place.parts.length >= maxParts
    ? undefined
    : chartPlaceOf([...place.parts, series]);
}

/** The chart without one of its series; undefined when it does not hold it, or nothing else. */
export function withoutSeries(place: ChartPlace, key: string): ChartPlace | undefined {
  const others = place.parts.filter((part) => targetPath(part) !== key);
  return others.length === place.parts.length ? undefined : chartPlaceOf(others);
}

/** The chart with its panel or all its signals in one kind: those that are one series then stand in it once. */
export function withKind(place: ChartPlace, dataKind: DataKind): ChartPlace;
export function withKind(place: AnyChartPlace, dataKind: DataKind): AnyChartPlace;
export function withKind(place: AnyChartPlace, dataKind: DataKind): AnyChartPlace {
  if (isPanelChart(place)) return { ...place, reference: { ...place.reference, dataKind } };
  return withSignals(place, (signal) => ({ ...signal, dataKind }));
}

/** The chart with its panel or all its signals as of one time: those that are one series then stand in it once. */
export function withAsOf(place: ChartPlace, asOf: AsOf): ChartPlace;
export function withAsOf(place: AnyChartPlace, asOf: AsOf): AnyChartPlace;
export function withAsOf(place: AnyChartPlace, asOf: AsOf): AnyChartPlace {
  if (isPanelChart(place)) return { ...place, reference: { ...place.reference, asOf } };
  return withSignals(place, (signal) => ({ ...signal, asOf }));
}

/** The kind and as-of of a chart: its panel's, or its first signal's; undefined for one of forecasts, which have neither. */
export function vintageOf(place: AnyChartPlace): Pick<SignalRef, "dataKind" | "asOf"> | undefined {
  if (isPanelChart(place)) return place.reference;
  const references = place.parts.map(({ reference }) => reference);
  return references.find((reference) => reference.family === "signal");
}

function withSignals(place: ChartPlace, change: (signal: SignalRef) => SignalRef): ChartPlace {
  const parts = place.parts.map((part) =>
    part.reference.family === "signal" ? { ...part, reference: change(part.reference) } : part,
  );
  const slice = place.slice === undefined ? {} : { slice: place.slice };
  return { ...(chartPlaceOf(parts) ?? place), ...slice };
}
