import { type ViewState } from "../../../model/viewState";
import { type DataKind, otherKind } from "../../../../../shared/reference";
import { type LegendEntry, kindNote } from "../legend";
import { headingOf, type Line, totalColour } from "../pane";
import { lineId, type LoadedSeries, shownColumns } from "../series";

/** The two kinds of a panel that is compared with its other kind. */
export interface PanelComparison {
  readonly own: DataKind;
  readonly other: DataKind;
  /** Ids of the lines of the other kind. */
  readonly others: ReadonlySet<string>;
  /** Whether colours tell the kinds apart, as with one column; with several columns dashes do. */
  readonly isColoured: boolean;
}

/** The kinds that a panel compares; null if it compares none. */
export function comparisonOf(
  loaded: readonly LoadedSeries[],
  state: ViewState,
): PanelComparison | null {
  const compared = loaded.filter(({ part }) => part.role === "kind");
  const [first] = compared;
  const other = first?.part.identity.dataKind ?? null;
  if (first === undefined || other === null) return null;
  return {
    own: otherKind(other),
    other,
    others: new Set(
      compared.flatMap((series) => series.data.columns.map((column) => lineId(series, column))),
    ),
    isColoured: shownColumns(first.data, state).length === 1,
  };
}

/** A line with its kind in its label, and in its colour if colours tell the kinds apart. */
export function named(line: Line, { own, other, others, isColoured }: PanelComparison): Line {
  const isOther = others.has(line.id);
  const kind = isOther ? other : own;
  const names = { label: `${line.label} ${kind}`, heading: `${headingOf(line)} ${kind}` };
  return isColoured
    ? { ...line, ...names, colour: isOther ? 1 : 0, dash: 0 }
    : { ...line, ...names };
}

export function kindEntries({ own, other, isColoured }: PanelComparison): readonly LegendEntry[] {
  return [own, other].map((kind, place) => ({
    id: `kind/${kind}`,
    label: kind,
    kind: "series",
    swatch: "line",
    colour: isColoured ? place : totalColour,
    dash: isColoured ? 0 : place,
    ...kindNote(kind, kind),
    isShown: true,
    toggles: null,
    opens: null,
  }));
}
