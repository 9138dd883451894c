import { type Frame } from "../data/frame";
import { type ForecastComponent, forecastComponents, parentOf } from "../shared/forecastComponents";
import { dayOfBusinessDay, firstShown } from "./businessDays";
import { ForecastModel } from "./forecastModel";
import { type Horizon, type SampleMarket } from "./markets";
import { type World } from "./world";

/** The wholes that the interface writes without a leading underscore. */
const plainColumns: readonly ForecastComponent[] = ["Forecast", "Cyclical", "Tactical"];

/**
 * The forecasts of every business day from 1990-01-01 to the world's last, hedging Local. One column per component in the
 * interface's order: each whole, then its parts.
 */
export function forecastSeries(
  world: World,
  market: SampleMarket,
  currency: string,
  horizon: Horizon,
): Frame {
  const count = Math.max(0, world.last - firstShown + 1);
  const model = new ForecastModel(world, market, currency);
  const columns = seriesOrder.map((component) => ({
    component,
    column: { name: columnOf(component), type: "number" as const, values: new Float64Array(count) },
  }));
  for (let row = 0; row < count; row++) {
    const values = model.valuesAt(firstShown + row, horizon, "Local");
    for (const { component, column } of columns) {
      column.values[row] = values.get(component) ?? Number.NaN;
    }
  }
  return {
    days: Int32Array.from({ length: count }, (_, row) => dayOfBusinessDay(firstShown + row)),
    columns: columns.map(({ column }) => column),
  };
}

/** Forecast, then Trend and its parts, Cyclical and its parts, Tactical and its parts. */
const seriesOrder: readonly ForecastComponent[] = forecastComponents
  .filter((component) => (parentOf(component) ?? "Forecast") === "Forecast")
  .flatMap((whole) => [
    whole,
    ...forecastComponents.filter((part) => whole !== "Forecast" && parentOf(part) === whole),
  ]);

function columnOf(component: ForecastComponent): string {
  if (plainColumns.includes(component)) return component;
  const parent = parentOf(component);
  const name = component.replaceAll(" ", "_");
  return parent === "Forecast" || parent === undefined ? `_${name}` : `_${parent}_${name}`;
}
