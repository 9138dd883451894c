import { type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { partColumns, shownComponent } from "./forecastPanes";
import { t } from "../../../../ui/l10n";
import { type DataKind } from "../../../../shared/reference";
import { type Layer, type Line, type Pane } from "./pane";
import {
  dashOfRole,
  isAlone,
  isComparison,
  type LoadedSeries,
  nameAmong,
  orderedColumns,
  type Series,
  seriesStyle,
  shownColumns,
} from "./series";

/** One entry of the legend: what a colour stands for, and what a click on it does. */
export interface LegendEntry {
  readonly id: string;
  readonly label: string;
  readonly kind: "column" | "series" | "component" | "highlight";
  /** How its sample is drawn; `none` where its colour would say nothing: columns of several series. */
  readonly swatch: "line" | "area" | "none";
  readonly colour: number;
  readonly dash: number;
  /** As {@link Layer.tint}; absent for the full colour. */
  readonly tint?: number;
  /** What SNAP or FIT means, where they are compared; else absent. */
  readonly note?: string;
  readonly isShown: boolean;
  /** A click shows and hides this: the name of a column, or the id of a series' part; null if a click does neither. */
  readonly toggles: string | null;
  /** The component whose parts a click stacks; null where there are none. */
  readonly opens: ForecastComponent | null;
}

/**
 * What can be shown and hidden: the columns of signals, and the series where there are several, whether or not their
 * data have come.
 */
export function seriesLegend(
  all: readonly Series[],
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
  series: Series,
  all: readonly Series[],
  state: ViewState,
  isMultiples: boolean,
): LegendEntry {
  const { part, isShown } = series;
  const style = isComparison(all, state)
    ? { colour: dashOfRole(series), dash: 0 }
    : seriesStyle(series, all);
  return {
    id: part.id,
    label: nameAmong(series, all),
    kind: "series",
    // A pane of its own says whose lines it holds.
    swatch: isMultiples ? "none" : "line",
    ...style,
    ...(isComparison(all, state) ? kindNote(part.identity.dataKind, nameAmong(series, all)) : {}),
    isShown,
    toggles: part.id,
    opens: null,
  };
}

/** What SNAP or FIT means, beside an entry that is labelled so. */
export function kindNote(kind: DataKind | null, label: string): Partial<Pick<LegendEntry, "note">> {
  if (kind === null || kind !== label) return {};
  return {
    note:
      kind === "SNAP"
        ? t("recalculated with what was known at the as-of")
        : t("each day as first reported"),
  };
}

/** The columns of all signals, each once. */
export function columnEntries(
  loaded: readonly LoadedSeries[],
  state: ViewState,
  isColoured: boolean,
): readonly LegendEntry[] {
  const entries = new Map<string, LegendEntry>();
  for (const { part, data } of loaded) {
    if (part.family !== "signal") continue;
    const shown = shownColumns(data, state);
    orderedColumns(data).forEach((column, colour) => {
      if (entries.has(column.name)) return;
      entries.set(column.name, {
        id: `column/${column.name}`,
        label: column.label,
        kind: "column",
        swatch: isColoured ? "line" : "none",
        colour,
        dash: 0,
        isShown: shown.includes(column),
        toggles: column.name,
        opens: null,
      });
    });
  }
  return [...entries.values()];
}

/** What a stacked forecast is made of; a click on a part that has parts stacks those. */
export function componentLegend(
  series: LoadedSeries,
  { lines, layers }: Pick<Pane, "lines" | "layers">,
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

/** The parts of the shown component of whose own parts there are data. */
function openable({ data }: LoadedSeries, state: ViewState): ReturnType<typeof partColumns> {
  return partColumns(data, shownComponent(data, state)).filter(
    ({ component }) => partColumns(data, component).length > 0,
  );
}
