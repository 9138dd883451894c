import { type ViewState } from "../../../shared/chart/viewState";
import { differenceOrder, isSameButForVintage, pairText } from "./comparison";
import { differencePane } from "./differencePane";
import { type Line, type Pane } from "./pane";
import { type LoadedSeries } from "./series";

/** A line and the series that it is of. */
export interface OwnedLine {
  readonly series: LoadedSeries;
  readonly line: Line;
}

/** The two of a difference, of which the second is subtracted. */
interface DifferencePair {
  readonly id: string;
  readonly label: string;
  readonly ordered: readonly [OwnedLine, OwnedLine];
}

/**
 * The difference of two lines below the others: of the only two, or of two that differ in kind or as-of alone. Where
 * several pairs do, the chosen one, else the first; undefined where none does, or their lines share no day.
 */
export function shownDifference(
  owned: readonly OwnedLine[],
  loaded: readonly LoadedSeries[],
  state: ViewState,
): Pane | undefined {
  const pairs = pairsOf(owned);
  const chosen = pairs.find(({ id }) => id === state.pair) ?? pairs[0];
  if (chosen === undefined) return undefined;
  const [a, b] = chosen.ordered;
  const pane = differencePane([a.line, b.line]);
  if (pane === undefined) return undefined;
  const pair = { first: a.series, second: b.series };
  const note = pairText(pair, columnOf(a), loaded, state);
  return {
    ...pane,
    ...(note === null ? {} : { note }),
    ...(pairs.length > 1 ? { choices: pairs.map(({ id, label }) => ({ id, label })) } : {}),
  };
}

function pairsOf(owned: readonly OwnedLine[]): readonly DifferencePair[] {
  const isOnly = owned.length === 2;
  return owned.flatMap((a, place) =>
    owned.slice(place + 1).flatMap((b) => {
      const isPair = isOnly ? a.series !== b.series : isSameColumn(a, b);
      if (!isPair || a.line.unit !== b.line.unit) return [];
      const ordered = differenceOrder([a.series, b.series], [a, b]);
      const [{ line: one }, { line: other }] = ordered;
      return [{ id: `${one.id} ${other.id}`, label: `${one.label} − ${other.label}`, ordered }];
    }),
  );
}

function isSameColumn(a: OwnedLine, b: OwnedLine): boolean {
  const [one, other] = [a.series.part.identity, b.series.part.identity];
  const isOtherVintage = one.dataKind !== other.dataKind || one.asOf !== other.asOf;
  return isOtherVintage && isSameButForVintage(a.series, b.series) && columnOf(a) === columnOf(b);
}

/** The name of a line's column. */
function columnOf({ series, line }: OwnedLine): string {
  return line.id.slice(series.part.id.length + 1);
}
