import { type ChartPart } from "../../protocol";
import { titleSeparator } from "../../model/jointTitle";
import { type ShownValues, type ViewState } from "../../model/viewState";
import { axesOf } from "./valueAxes";
import { forecastLine } from "./forecastPanes";
import { normalised } from "./normalised";
import { type Line, type Pane } from "./pane";
import { isAlone, type LoadedSeries, type ShownSeries, vintagesAmong } from "./series";
import { signalLines } from "./signalPanes";

/** The most lines in one pane that can still be told apart. */
export const maxOverlaid = 12;

/** More series than this are shown in panes unless a person chooses otherwise, and their panes are small. */
const maxOverlaidUnasked = 6;

/**
 * Whether the shown series have panes of their own. Does not depend on their data, so that nothing jumps when these
 * arrive.
 */
export function areMultiples(all: readonly ShownSeries[], state: ViewState): boolean {
  if (isAlone(all)) return false;
  if (vintagesAmong(all) !== undefined) return state.arrangement === "panes";
  if (!canOverlay(all, state)) return true;
  if (state.arrangement !== null) return state.arrangement === "panes";
  return all.filter(({ isShown }) => isShown).length > maxOverlaidUnasked;
}

/**
 * Whether panes are small and share their axes, which are labelled only left of the first column and below the last
 * row: true for many series of one unit.
 */
export function areCompact(all: readonly ShownSeries[], values: ShownValues): boolean {
  const shown = all.filter(({ part, isShown }) => part.role === "part" && isShown);
  const families = new Set(shown.map(({ part }) => part.family));
  return shown.length > maxOverlaidUnasked && (values !== "served" || families.size === 1);
}

/** Whether all shown lines can be told apart in one pane, by the number of columns in the state; vintages always can. */
export function canOverlay(all: readonly ShownSeries[], { columns }: ViewState): boolean {
  const lines = all.map(({ part, isShown }) =>
    !isShown ? 0 : part.family === "signal" ? Math.max(1, columns.length) : 1,
  );
  const count = lines.reduce((sum, own) => sum + own, 0);
  return count <= maxOverlaid || vintagesAmong(all) !== undefined;
}

/**
 * One pane for each shown part and the series compared with it; empty until its data arrive. All panes have one scale
 * for each unit, so that heights can be compared between panes.
 */
export function multiplePanes(
  all: readonly ShownSeries[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
  values: ShownValues = "served",
): readonly Pane[] {
  const parts = all.filter(({ part, isShown }) => part.role === "part" && isShown);
  const bases = new Set(parts.map(({ base }) => base));
  const owned = loaded
    .filter(({ base }) => bases.has(base))
    .flatMap((series) => linesOf(series, all, state).map((line) => ({ line, base: series.base })));
  const served = owned.map(({ line }) => line);
  const allLines = normalised(served, values);
  const panes = parts.map(({ part, base }) => ({
    part,
    lines: allLines.filter((_line, at) => owned[at]?.base === base),
  }));
  // All panes share one array for each unit, so that its range is computed once.
  const units = new Set(allLines.map(({ unit }) => unit));
  const byUnit = new Map(
    Array.from(units, (unit) => [unit, allLines.filter((line) => line.unit === unit)]),
  );
  return panes.map(({ part, lines }) => ({
    id: part.id,
    kind: "multiple",
    title: part.title,
    shortTitle: part.shortTitle,
    axes: axesOf(lines, state.axis).map((axis) => ({
      ...axis,
      rangedWith: byUnit.get(axis.unit) ?? [],
    })),
    layers: [],
    lines,
  }));
}

function linesOf(
  series: LoadedSeries,
  all: readonly ShownSeries[],
  state: ViewState,
): readonly Line[] {
  if (series.part.family === "signal") return signalLines(series, all, state, "column");
  const line = forecastLine(series, state, { colour: 0, dash: 0 });
  return line === undefined ? [] : [line];
}

/**
 * Groups the small panes of several signals under the names of the signals: `Profit Margins` above `Energy` and
 * `Materials`. Signals with a single pane come first, without a heading. Names that all panes share are left out. The
 * order of signals, and of the panes of each, is kept.
 */
export function groupedPanes(panes: readonly Pane[], parts: readonly ChartPart[]): readonly Pane[] {
  const names = new Map(parts.map((part) => [part.id, namesOf(part)]));
  const signals = new Map<string, Pane[]>();
  for (const pane of panes) {
    const [signal = ""] = names.get(pane.id) ?? [];
    signals.set(signal, [...(signals.get(signal) ?? []), pane]);
  }
  const groups = [...signals];
  if (groups.length < 2) return panes;
  const all = panes.map(({ id }) => names.get(id) ?? []);
  const isShared = (name: string): boolean => all.every(([, ...own]) => own.includes(name));
  const ownNames = ({ id }: Pane): readonly string[] =>
    (names.get(id) ?? []).slice(1).filter((name) => !isShared(name));
  const alone = groups.flatMap(([signal, [pane, ...others]]) => {
    if (pane === undefined || others.length > 0) return [];
    return [{ ...pane, name: [signal, ...ownNames(pane)].join(titleSeparator) }];
  });
  const together = groups
    .filter(([, own]) => own.length > 1)
    .flatMap(([group, own]) => namedApart(own, ownNames).map((pane) => ({ ...pane, group })));
  return [...alone, ...together];
}

/** Gives panes of one signal their own names; they keep their whole titles when these names are empty or equal. */
function namedApart(
  panes: readonly Pane[],
  ownNames: (pane: Pane) => readonly string[],
): readonly Pane[] {
  const names = panes.map((pane) => ownNames(pane).join(titleSeparator));
  const areApart = !names.includes("") && new Set(names).size === names.length;
  return panes.map((pane, place) => (areApart ? { ...pane, name: names[place] ?? "" } : pane));
}

/** The name of the signal or market, then the names of its variant; the code until the name has been listed. */
function namesOf({ identity: { title, subject, variant } }: ChartPart): readonly string[] {
  if (title !== "") return title.split(titleSeparator);
  return [subject, ...(variant === "" ? [] : variant.split(titleSeparator))];
}
