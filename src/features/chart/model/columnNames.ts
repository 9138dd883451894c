import {
  componentsOf,
  type ForecastComponent,
  forecastComponents,
} from "../../../shared/forecastComponents";
import { type ViewState } from "./viewState";

/** Names of the shown columns of a signal, the Aggregate first; the first column when none is shown. */
export function shownNames(names: readonly string[], { columns }: ViewState): readonly string[] {
  const ordered = orderedNames(names);
  const shown = ordered.filter((name) => columns.includes(name));
  return shown.length > 0 ? shown : ordered.slice(0, 1);
}

/** Column names in the service's order, but with the Aggregate first. */
export function orderedNames(names: readonly string[]): readonly string[] {
  const isFirst = (name: string): boolean => name === "Aggregate";
  return [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
}

/** Whether two views show the same columns of any series. */
export function showSameColumns(one: ViewState, other: ViewState): boolean {
  return (
    one === other ||
    (isSame(one.columns, other.columns) && isSame(shownComponents(one), shownComponents(other)))
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, at) => name === other[at]);
}

/**
 * The components of a forecast that a view shows in its plot and its table; all of them while the bridge is open,
 * because each can be reached there.
 */
function shownComponents({ component, unfolded, bridge }: ViewState): readonly ForecastComponent[] {
  if (bridge !== null) return forecastComponents;
  const opened = ["Forecast", component, ...unfolded] as const;
  return forecastComponents.filter((each) =>
    opened.some((whole) => whole === each || componentsOf(whole).includes(each)),
  );
}

/** A column and the part of a forecast that it is; null for any other column. */
interface NamedColumn {
  readonly name: string;
  readonly component: ForecastComponent | null;
}

/** The columns of a series that a view shows; also the first if a forecast lacks its total or the chosen component. */
export function columnsInView<Column extends NamedColumn>(
  family: "signal" | "forecast",
  columns: readonly Column[],
  state: ViewState,
): readonly Column[] {
  if (family === "signal") {
    const names = shownNames(
      columns.map(({ name }) => name),
      state,
    );
    return columns.filter(({ name }) => names.includes(name));
  }
  const shown: readonly (ForecastComponent | null)[] = shownComponents(state);
  const has = (whole: ForecastComponent): boolean =>
    columns.some(({ component }) => component === whole);
  const isWhole = has("Forecast") && has(state.component);
  return columns.filter(({ component }, at) => shown.includes(component) || (at === 0 && !isWhole));
}
