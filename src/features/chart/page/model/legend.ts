import { type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { partColumns, shownComponent } from "./forecastPanes";
import { t } from "../../../../ui/l10n";
import { type DataKind } from "../../../../shared/reference";
import { type Layer, type Line, type Pane } from "./pane";
import {
  chosenNames,
  comparedColour,
  isAlone,
  isComparison,
  type LoadedSeries,
  nameAmong,
  orderedColumns,
  type ShownSeries,
  seriesStyle,
} from "./series";

/** One entry of the legend: what a colour stands for, and what a click on it does. */
export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly kind: "column" | "series" | "component" | "highlight";
  /** The shape of its sample; `none` if its colour has no meaning, as for columns of several series. */
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
  /** As {@link Layer.tint}; absent for the full colour. */
  readonly tint?: number;
  /** Explains SNAP or FIT if the two are compared; else absent. */
  readonly note?: string;
  readonly isShown: boolean;
  /** The name of the column, or the id of the part, that a click shows or hides; null if it does neither. */
  readonly toggles: string | null;
  /** The component whose parts a click stacks; null if it has none. */
  readonly opens: ForecastComponent | null;
}

/**
 * Lists what can be shown and hidden: the columns of signals, and the series if there are several, also before their
 * data arrive.
 */
export function seriesLegend(
  all: readonly ShownSeries[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
  isMultiples: boolean,
): readonly LegendEntry[] {
  const series =
    all.length > 1 ? all.map((each) => seriesEntry(each, all, state, isMultiples)) : [];
  const isColoured = (isAlone(all) && !isComparison(all, state)) || isMultiples;
  return [...columnEntries(loaded, state, isColoured), ...series];
}

function seriesEntry(
  series: ShownSeries,
  all: readonly ShownSeries[],
  state: ViewState,
  isMultiples: boolean,
): LegendEntry {
  const { part, isShown } = series;
  const style = isComparison(all, state)
    ? { colour: comparedColour(series, all), dash: 0 }
    : seriesStyle(series, all);
  return {
    id: part.id,
    label: nameAmong(series, all),
    kind: "series",
    // The title of the series' own pane names its lines.
    swatch: isMultiples ? "none" : "line",
    ...style,
    ...(isComparison(all, state) ? kindNote(part.identity.dataKind, nameAmong(series, all)) : {}),
    isShown,
    toggles: part.id,
    opens: null,
  };
}

/** Explains SNAP or FIT in an entry with that label; empty for other labels. */
export function kindNote(kind: DataKind | null, label: string): { readonly note?: string } {
  if (kind === null || kind !== label) return {};
  return {
    note:
      kind === "SNAP"
        ? t("recalculated with what was known at the as-of")
        : t("each day as first reported"),
  };
}

/** One entry for each column name of any signal. */
export function columnEntries(
  loaded: readonly LoadedSeries[],
  state: ViewState,
  isColoured: boolean,
): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const { part, data } of loaded) {
    if (part.family !== "signal") continue;
    const shown = chosenNames(data, state);
    orderedColumns(data).forEach((column, colour) => {
      if (entries.has(column.name)) return;
      entries.set(column.name, {
        id: `column/${column.name}`,
        label: column.label,
        kind: "column",
        swatch: isColoured ? "line" : "none",
        colour,
        dash: 0,
        isShown: shown.includes(column.name),
        toggles: column.name,
        opens: null,
      });
    });
  }
  return [...entries.values()];
}

/** Lists the line and the layers of a stacked forecast; a click on a component that has parts stacks those. */
export function componentLegend(
  series: LoadedSeries,
  { lines, layers }: Pane,
  state: ViewState,
): readonly LegendEntry[] {
  const wholes = new Map(
    openable(series, state).map(({ component, values }) => [values, component]),
  );
  const entryOf = (shown: Line | Layer, swatch: "line" | "area"): LegendEntry => ({
    id: shown.id,
    label: shown.label,
    kind: "component",
    swatch,
    colour: shown.colour,
    dash: shown.dash,
    ...("tint" in shown ? { tint: shown.tint } : {}),
    isShown: true,
    toggles: null,
    opens: wholes.get(shown.values) ?? null,
  });
  return [
    ...lines.map((line) => entryOf(line, "line")),
    ...layers.map((layer) => entryOf(layer, "area")),
  ];
}

/** The parts of the shown component that have data of their own parts. */
function openable({ data }: LoadedSeries, state: ViewState): ReturnType<typeof partColumns> {
  return partColumns(data, shownComponent(data, state)).filter(
    ({ component }) => partColumns(data, component).length > 0,
  );
}
