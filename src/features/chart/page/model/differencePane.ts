import { type ViewState } from "../../model/viewState";
import { differenceOf, type Observations } from "../../../../shared/series/observations";
import { t } from "../../../../ui/l10n";
import { differenceOrder, differsInVintage, isSameButForVintage, pairText } from "./comparison";
import { headingOf, type Line, type Pane } from "./pane";
import { Remembered } from "./remembered";
import { type LoadedSeries } from "./series";

const differences = new Remembered<Observations>();
const noRows = new Int32Array(0);

/** The last colour that every theme has: neither of the two lines has it, nor a column in the legend. */
const differenceColour = 7;

/**
 * The reason why the lines of two series have no difference; undefined if they have one, or for fewer than two lines.
 */
export function missingDifference(lines: readonly Line[]): string | undefined {
  if (lines.length < 2 || differencePane(lines) !== undefined) return undefined;
  return lines.length > 2 || lines[0]?.unit !== lines[1]?.unit
    ? t("To see a difference, show exactly two lines with the same unit")
    : t("The two lines have no day in common, so no difference is shown");
}

/**
 * The pane with A − B of exactly two lines of one unit, on the days that both have; undefined for other lines, and if
 * the two share no day.
 */
export function differencePane(lines: readonly Line[]): Pane | undefined {
  const [a, b] = lines;
  if (lines.length !== 2 || b === undefined || a?.unit !== b.unit) return undefined;
  const { days, values } = differences.of(a.values, b.values, () => differenceOf(a, b));
  if (days.length === 0) return undefined;
  const { unit } = a;
  const label = `${a.label} − ${b.label}`;
  const line = {
    id: "difference",
    label,
    heading: `${headingOf(a)} − ${headingOf(b)}`,
    unit,
    days,
    values,
    colour: differenceColour,
    dash: 0,
    marks: noRows,
    isFilled: true,
  };
  const axis = { unit, domain: "fit", label: "", guides: [0] } as const;
  return {
    id: "difference",
    kind: "difference",
    title: label,
    axes: [axis],
    layers: [],
    lines: [line],
  };
}

interface OwnedLine {
  readonly series: LoadedSeries;
  readonly line: Line;
}

/** The two lines of a difference; the second is subtracted from the first. */
interface DifferencePair {
  readonly id: string;
  readonly label: string;
  readonly ordered: readonly [OwnedLine, OwnedLine];
}

/**
 * The pane with the difference of two lines: of the only two, or of two that differ in kind or as-of alone. Of several
 * such pairs it is the chosen one, else the first. Undefined without a pair, or if its lines share no day.
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
  const [one, other] = [a.series.part, b.series.part];
  return (
    differsInVintage(one, other) && isSameButForVintage(one, other) && columnOf(a) === columnOf(b)
  );
}

/** The id of a line is `<part id>/<column name>`. */
function columnOf({ series, line }: OwnedLine): string {
  return line.id.slice(series.part.id.length + 1);
}
