/** Names and parents of the parts of a forecast, as the interface states them: each is the sum of its own parts. */
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

/** Every component, a whole before its parts. */
export const forecastComponents: readonly ForecastComponent[] = ["Forecast", ...parents.keys()];

/** The component's parts in the interface's order; empty for a leaf. */
export function componentsOf(component: ForecastComponent): readonly ForecastComponent[] {
  return component in partsOf ? partsOf[component as Whole] : [];
}

/** What the component is a part of; undefined for Forecast. */
export function parentOf(component: ForecastComponent): ForecastComponent | undefined {
  return parents.get(component);
}

const byColumn = new Map<string, ForecastComponent>(
  forecastComponents.map((component) => [columnOf(component).toLowerCase(), component]),
);

/** The component of a column, matched without leading underscores: `_Tactical_Market_Technicals` is Market Technicals. */
export function componentOfColumn(column: string): ForecastComponent | undefined {
  return byColumn.get(column.replace(/^_+/, "").toLowerCase());
}

/** The column's name without its leading underscore: `Trend_Growth`. */
function columnOf(component: ForecastComponent): string {
  const name = component.replaceAll(" ", "_");
  const parent = parents.get(component);
  return parent === undefined || parent === "Forecast" ? name : `${parent}_${name}`;
}
