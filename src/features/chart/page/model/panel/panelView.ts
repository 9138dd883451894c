import { type ChartPart, type PanelOutline } from "../../../protocol";
import { type ViewState } from "../../../model/viewState";
import { titleSeparator } from "../../../model/jointTitle";
import { t } from "../../../../../ui/l10n";
import { axesOf } from "../valueAxes";
import { type ChartView, boundsOf, rangeInSight } from "../chartView";
import { type LegendEntry, columnEntries } from "../legend";
import { multiplePanes } from "../multiples";
import { newestValue } from "../newest";
import { type Line, type Pane, mutedColour } from "../pane";
import { type LoadedSeries, loadedSeries, type ShownSeries, shownColumns } from "../series";
import { heatStrip } from "./heatStrip";
import { drawnText, panelFacts } from "./panelFacts";
import { comparisonOf, kindEntries, named, type PanelComparison } from "./panelComparison";
import { variantHeading } from "./panelHead";
import { crossSorted, sortPanelVariants, type Variant, panelVariantsOf } from "./variants";
import { dateText } from "../../../../../ui/dateText";

/** 60: more plots cannot be compared by eye and are slow to draw. */
export const maxMultiples = 60;

/**
 * Computes what the chart of a panel shows: each variant in a pane of its own, sorted and on one scale, or one alone in
 * full size. The line of the highlighted variant is drawn behind those of the others. Variants beyond {@link
 * maxMultiples} are only in the cross-section and the heat strip.
 */
export function panelView(
  panel: PanelOutline,
  parts: readonly ChartPart[],
  viewState: ViewState,
): ChartView {
  // Series hidden in another chart of the tab are shown here, because a panel has no control that shows them again.
  const state = { ...viewState, hidden: [] };
  const all = panelSeries(parts);
  const loaded = loadedSeries(all);
  const bounds = boundsOf(loaded);
  const range = rangeInSight(state, bounds);
  const comparison = comparisonOf(loaded, state);
  const panes = panesOf(all, loaded, state, comparison);
  const byName = panelVariantsOf(panes, range);
  const byId = new Map(panes.map((pane) => [pane.id, pane]));
  const highlighted = byId.get(state.highlighted ?? "");
  const [full] = withLines(byId.get(state.fullSize ?? ""));
  const own = full === undefined ? multiples(byName, byId, state) : [fullPane(full, state)];
  const count = Math.min(byName.length, maxMultiples, panes.filter(hasLines).length);
  const { omitted } = panel;
  const sort = state.panelView === "heatStrip" ? state.stripSort : state.sort;
  const drawn = drawnText({ drawn: count, of: byName.length, omitted, sort });
  return {
    panes: own.map((pane) => withBehind(pane, highlighted)),
    isMultiples: full === undefined,
    isCompact: full === undefined,
    overviewTitle: "",
    bounds,
    range,
    legend: [
      ...columnEntries(loaded, state, comparison?.isColoured !== true),
      ...(comparison === null ? [] : kindEntries(comparison)),
      ...highlightEntries(highlighted),
    ],
    trail: [],
    newest: own.flatMap(({ lines }) => lines.flatMap((line) => newestValue(line) ?? [])),
    comparison: null,
    facts: [panelFacts(panel), ...(own.length === 0 ? [] : [drawn])],
    // The notes on variants are part of the coverage.
    notes: [],
    isSample: panel.identity.isSample,
    panel: {
      shows: state.panelView,
      full: full ?? null,
      variants: crossSorted(byName, state.crossSort),
      strip:
        state.panelView === "heatStrip"
          ? heatStrip(sortPanelVariants(byName, state.stripSort), range)
          : null,
      drawn,
      areAllDrawn: count === byName.length && omitted === 0,
      column: firstColumn(loaded, state),
      heading: headingOf(panel, loaded, state, comparison),
      summary: [
        ...(full === undefined ? [] : [full.title]),
        drawn,
        t("{0} to {1}", dateText(range.from), dateText(range.to)),
        panel.coverage,
      ].join(". "),
    },
  };
}

/** One pane for each variant, empty if it has no data. */
function panesOf(
  all: readonly ShownSeries[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
  comparison: PanelComparison | null,
): readonly Pane[] {
  const panes = multiplePanes(all, loaded, state);
  if (comparison === null) return panes;
  return panes.map((pane) => ({
    ...pane,
    lines: pane.lines.map((line) => named(line, comparison)),
  }));
}

function multiples(
  byName: readonly Variant[],
  byId: ReadonlyMap<string, Pane>,
  { sort }: ViewState,
): readonly Pane[] {
  const sorted = sortPanelVariants(byName, sort);
  return sorted.flatMap(({ id }) => withLines(byId.get(id))).slice(0, maxMultiples);
}

/** A pane on its own scale. */
function fullPane(pane: Pane, { axis }: ViewState): Pane {
  return { ...pane, kind: "main", axes: axesOf(pane.lines, axis) };
}

function hasLines({ lines }: Pane): boolean {
  return lines.length > 0;
}

/** The variants in their order; a compared series is in the pane of its variant. */
function panelSeries(parts: readonly ChartPart[]): readonly ShownSeries[] {
  const own = parts.filter(({ role }) => role === "part");
  // The same variant has the same title in both kinds.
  const places = new Map(own.map(({ title }, place) => [title, place]));
  return parts.flatMap((part) => {
    const base = places.get(part.title);
    return base === undefined ? [] : [{ part, base, colourPlace: base, isShown: true }];
  });
}

function withLines(pane: Pane | undefined): readonly Pane[] {
  return pane === undefined || !hasLines(pane) ? [] : [pane];
}

/** Adds the line of the highlighted variant as the last, which is drawn first. */
function withBehind(pane: Pane, highlighted: Pane | undefined): Pane {
  const line = highlighted?.lines[0];
  const isOther = line !== undefined && highlighted !== pane && line.unit === pane.axes[0]?.unit;
  return isOther ? { ...pane, lines: [...pane.lines, muted(line)] } : pane;
}

function muted(line: Line): Line {
  return { ...line, colour: mutedColour, dash: 0 };
}

function highlightEntries(highlighted: Pane | undefined): readonly LegendEntry[] {
  if (highlighted === undefined) return [];
  const { id, title } = highlighted;
  return [
    {
      id: `highlight/${id}`,
      label: title,
      kind: "highlight",
      swatch: "line",
      colour: mutedColour,
      dash: 0,
      isShown: true,
      toggles: id,
      opens: null,
    },
  ];
}

/**
 * The heading of the names in the cross-section; if a variant has several values, it also names the listed one:
 * `Country · Aggregate · SNAP`.
 */
function headingOf(
  panel: PanelOutline,
  loaded: readonly LoadedSeries[],
  state: ViewState,
  comparison: PanelComparison | null,
): string {
  const columns = columnsShown(loaded, state);
  const column = columns.length > 1 ? columns[0] : undefined;
  return [variantHeading(panel), column, comparison?.own]
    .filter((each) => each !== undefined)
    .join(titleSeparator);
}

function firstColumn(loaded: readonly LoadedSeries[], state: ViewState): string {
  return columnsShown(loaded, state)[0] ?? "";
}

/** The labels of the shown columns, from the first variant that has any: some variants of a slice lack columns. */
function columnsShown(loaded: readonly LoadedSeries[], state: ViewState): readonly string[] {
  const first = loaded.find(({ data }) => data.columns.length > 0);
  return first === undefined ? [] : shownColumns(first.data, state).map(({ label }) => label);
}
