import { type ChartColumn, type ChartData } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import {
  type ForecastComponent,
  componentsOf,
  parentOf,
} from "../../../../shared/forecastComponents";
import { axesOf } from "./valueAxes";
import {
  type Layer,
  type Line,
  type Pane,
  totalColour,
  type Stroke,
  type LayerStyle,
} from "./pane";
import { Remembered } from "./remembered";
import {
  type LoadedSeries,
  componentColumn,
  hasValues,
  lineId,
  lineOf,
  type LineStyle,
} from "./series";

/**
 * The component of a forecast to show: the chosen one, or Forecast if the data have neither that component nor its
 * parts, or until all of these have arrived.
 */
export function shownComponent(data: ChartData, state: ViewState): ForecastComponent {
  const { component } = state;
  const columns = [component, ...componentsOf(component)].flatMap(
    (each) => componentColumn(data, each) ?? [],
  );
  const isThere = columns.length > 0 && columns.every((column) => hasValues(data, column));
  return isThere ? component : "Forecast";
}

/** The components from Forecast down to the given one. */
export function trailTo(component: ForecastComponent): readonly ForecastComponent[] {
  const parent = parentOf(component);
  return parent === undefined ? [component] : [...trailTo(parent), component];
}

/** The parts of a component that the data have, in the interface's order. */
export function partColumns(
  data: ChartData,
  component: ForecastComponent,
): readonly (ChartColumn & { readonly component: ForecastComponent })[] {
  return componentsOf(component).flatMap((part) => {
    const column = componentColumn(data, part);
    return column === undefined ? [] : [{ ...column, component: part }];
  });
}

/**
 * The shown component as one line among other series, with marks on the rows whose parts do not add up; undefined
 * without a column.
 */
export function forecastLine(
  series: LoadedSeries,
  state: ViewState,
  style: Stroke,
): Line | undefined {
  const component = shownComponent(series.data, state);
  const column = componentColumn(series.data, component) ?? series.data.columns[0];
  if (column === undefined) return undefined;
  const { title } = series.part;
  const label = component === "Forecast" ? title : `${title} ${column.label}`;
  return lineOf(series, column, { ...style, label, marks: mismatchedRows(series, column) });
}

/**
 * The pane of a forecast that is alone: the component as a line over its stacked parts. If the data lack a part, the
 * others are lines instead, because a stack would show a wrong sum.
 */
export function forecastPane(series: LoadedSeries, state: ViewState): Pane {
  const { data, part } = series;
  const component = shownComponent(data, state);
  const parts = partColumns(data, component);
  const isStacked = parts.length > 0 && parts.length === componentsOf(component).length;
  const layers = isStacked ? layersOf(series, parts) : [];
  const loose = isStacked ? [] : parts;
  const whole =
    componentColumn(data, component) ?? (parts.length === 0 ? data.columns[0] : undefined);
  const lines = [
    ...(whole === undefined
      ? []
      : [
          lineOf(series, whole, {
            label: whole.label,
            colour: totalColour,
            dash: 0,
            marks: mismatchedRows(series, whole),
          }),
        ]),
    ...loose.map((column) => lineOf(series, column, looseStyle(column))),
  ];
  const name = component === "Forecast" ? undefined : (whole?.label ?? component);
  const axes = axesOf([...lines, ...layers], state.axis, name);
  return { id: "main", kind: "main", title: part.title, axes, layers, lines };
}

const noRows = new Int32Array(0);

/** The rows in which a component is not the sum of its own parts. */
function mismatchedRows({ data }: LoadedSeries, { component }: ChartColumn): Int32Array {
  return data.mismatches.find((each) => each.component === component)?.rows ?? noRows;
}

/** The tints of Trend, Cyclical and Tactical; stronger for those that are usually thinner. */
const wholeTints = [0.36, 0.5, 0.82];
/** The tints of their parts, which share the colour of their whole. */
const partTints = [0.82, 0.58, 0.38, 0.22];

/** The style of a component: Trend, Cyclical and Tactical each have their own colour, which their parts share. */
export function componentStyle(component: ForecastComponent): LayerStyle {
  const whole = parentOf(component);
  if (whole === undefined) return { colour: totalColour, tint: 1, dash: 0 };
  const place = componentsOf(whole).indexOf(component);
  if (whole !== "Forecast") {
    return { ...componentStyle(whole), tint: partTints[place] ?? 1, dash: place + 1 };
  }
  return { colour: place, tint: wholeTints[place] ?? 1, dash: place + 1 };
}

/** The style of a part as a line: parts of one colour differ in their dashes. */
function looseStyle({
  label,
  component,
}: ChartColumn & { readonly component: ForecastComponent }): LineStyle {
  const { colour, dash } = componentStyle(component);
  return { label, colour, dash: parentOf(component) === "Forecast" ? 0 : dash };
}

const stacks = new Remembered<readonly Bounds[]>();

function layersOf(series: LoadedSeries, parts: ReturnType<typeof partColumns>): readonly Layer[] {
  const { data } = series;
  const [first] = parts;
  if (first === undefined) return [];
  const bounds = stacks.of(data, first.values, () => stackOf(parts.map(({ values }) => values)));
  return bounds.map(({ lower, upper }, place) => {
    const column = parts[place] ?? first;
    const { label, values } = column;
    const { days, unit } = data;
    const style = componentStyle(column.component);
    return { id: lineId(series, column), label, unit, days, values, lower, upper, ...style };
  });
}

/** The edges of one layer of a stack. */
export interface Bounds {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * Stacks columns of equal length row by row, in their order: positive values upward from zero, negative ones downward.
 * `upper` is further from zero than `lower`, on either side. A row in which any column is NaN is a gap in all, because
 * the other values would add up to a wrong sum.
 */
export function stackOf(columns: readonly Float64Array[]): readonly Bounds[] {
  const rows = columns[0]?.length ?? 0;
  const above = new Float64Array(rows);
  const below = new Float64Array(rows);
  for (const values of columns) {
    // NaN spreads to every sum of its row. An indexed loop, because there may be a million rows.
    for (let row = 0; row < rows; row++) {
      if (Number.isNaN(values[row])) above[row] = below[row] = Number.NaN;
    }
  }
  return columns.map((values) => {
    const lower = new Float64Array(rows);
    const upper = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      const value = values[row] ?? Number.NaN;
      const side = value < 0 ? below : above;
      const edge = side[row] ?? Number.NaN;
      lower[row] = edge;
      side[row] = upper[row] = edge + value;
    }
    return { lower, upper };
  });
}
