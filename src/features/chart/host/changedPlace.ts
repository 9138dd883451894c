import {
  type AnyChartPlace,
  type ChartPlace,
  chartPlaceOf,
  isPanelChart,
} from "../../../shared/chartPlace";
import { maxParts } from "../../../shared/composedPlace";
import { type AsOf, isLaterThan } from "../../../shared/instant";
import { type DataKind, type SignalRef, type Vintage } from "../../../shared/reference";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/** Adds a series behind the others; undefined when the chart holds it already or is full. */
export function withSeries(place: ChartPlace, series: SeriesTarget): ChartPlace | undefined {
  const key = targetPath(series);
  const isHeld = place.parts.some((part) => targetPath(part) === key);
  return isHeld || place.parts.length >= maxParts
    ? undefined
    : chartPlaceOf([...place.parts, series]);
}

/** Removes one series; undefined when the chart does not hold it, or nothing else. */
export function withoutSeries(place: ChartPlace, key: string): ChartPlace | undefined {
  const others = place.parts.filter((part) => targetPath(part) !== key);
  return others.length === place.parts.length ? undefined : chartPlaceOf(others);
}

/** Sets the kind of the chart's panel or of all its signals; parts that become the same series occur once. */
export function withKind(place: ChartPlace, dataKind: DataKind): ChartPlace;
export function withKind(place: AnyChartPlace, dataKind: DataKind): AnyChartPlace;
export function withKind(place: AnyChartPlace, dataKind: DataKind): AnyChartPlace {
  if (isPanelChart(place)) return { ...place, reference: { ...place.reference, dataKind } };
  return withSignals(place, (signal) => ({ ...signal, dataKind }));
}

/** Sets the as-of of the chart's panel or of all its signals; parts that become the same series occur once. */
export function withAsOf(place: ChartPlace, asOf: AsOf): ChartPlace;
export function withAsOf(place: AnyChartPlace, asOf: AsOf): AnyChartPlace;
export function withAsOf(place: AnyChartPlace, asOf: AsOf): AnyChartPlace {
  if (isPanelChart(place)) return { ...place, reference: { ...place.reference, asOf } };
  return withSignals(place, (signal) => ({ ...signal, asOf }));
}

/** Sets the as-of of the chart's panel, or of its signals that are later. */
export function notLaterThan(place: AnyChartPlace, asOf: AsOf): AnyChartPlace {
  const isLater = (own: AsOf): boolean => isLaterThan(own, asOf);
  if (isPanelChart(place)) return isLater(place.reference.asOf) ? withAsOf(place, asOf) : place;
  return withSignals(place, (signal) => (isLater(signal.asOf) ? { ...signal, asOf } : signal));
}

/** The kind and as-of of the chart's panel or first signal; undefined for a chart of forecasts, which have neither. */
export function vintageOf(place: AnyChartPlace): Vintage | undefined {
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
