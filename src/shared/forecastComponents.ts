/** The parts of each component of a forecast, as the interface documents them. A component is the sum of its parts. */
const partsOf = {
  Forecast: ["Trend", "Cyclical", "Tactical"],
  Trend: ["Growth", "Income", "Valuation"],
  Cyclical: ["Contraction", "Recovery", "Expansion", "Slowdown"],
  Tactical: ["Fundamentals", "Market Technicals"],
} as const satisfies Record<string, readonly string[]>;

type Whole = keyof typeof partsOf;

/** A column of a forecast series, or a node of the latest forecast, by its readable name. */
export type ForecastComponent = Whole | (typeof partsOf)[Whole][number];

const parents = new Map<ForecastComponent, Whole>();
for (const [whole, parts] of Object.entries(partsOf) as [Whole, readonly ForecastComponent[]][]) {
  for (const part of parts) parents.set(part, whole);
}

/** Every component; each comes before its parts. */
export const forecastComponents: readonly ForecastComponent[] = ["Forecast", ...parents.keys()];

/** The component's parts in the interface's order; empty if it has none. */
export function componentsOf(component: ForecastComponent): readonly ForecastComponent[] {
  return component in partsOf ? partsOf[component as Whole] : [];
}

/** The component that this one is a part of; undefined for Forecast. */
export function parentOf(component: ForecastComponent): ForecastComponent | undefined {
  return parents.get(component);
}

const byColumn = new Map<string, ForecastComponent>(
  forecastComponents.map((component) => [columnOf(component).toLowerCase(), component]),
);

/**
 * The component that a column holds, ignoring leading underscores: `_Tactical_Market_Technicals` is Market Technicals.
 */
export function componentOfColumn(column: string): ForecastComponent | undefined {
  return byColumn.get(column.replace(/^_+/, "").toLowerCase());
}

const scoreColumns: ReadonlySet<string> = new Set(["level", "momentum", "aggregate"]);

/** Whether the interface has a column of scores or forecasts with this name. */
export function isValueColumn(name: string): boolean {
  return scoreColumns.has(name.toLowerCase()) || componentOfColumn(name) !== undefined;
}

/** The column's name without leading underscore: `Trend_Growth`. */
function columnOf(component: ForecastComponent): string {
  const name = component.replaceAll(" ", "_");
  const parent = parents.get(component);
  return parent === undefined || parent === "Forecast" ? name : `${parent}_${name}`;
}
