import { type ChartPart } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import { differenceOf, type Observations } from "../../../../shared/series/observations";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { differenceOrder, pairText } from "./comparison";
import { differsInVintage, isSameButForVintage } from "./shownVintages";
import {
  headingOf,
  type Line,
  type NamedVintage,
  type Pane,
  type PairChoice,
  type VintagePair,
} from "./pane";
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
export function differencePane(lines: readonly Line[], label = titleOf(lines)): Pane | undefined {
  const [a, b] = lines;
  if (lines.length !== 2 || b === undefined || a?.unit !== b.unit) return undefined;
  const { days, values } = differences.of(a.values, b.values, () => differenceOf(a, b));
  if (days.length === 0) return undefined;
  const { unit } = a;
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

/** The title of the difference of lines: `SNAP − FIT`. */
function titleOf(lines: readonly Line[]): string {
  return lines.map(({ label }) => label).join(" − ");
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
  /** Whether the difference is the revision since an earlier as-of. */
  readonly isRevision: boolean;
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
  const pane = differencePane([a.line, b.line], chosen.label);
  if (pane === undefined) return undefined;
  const pair = { first: a.series, second: b.series };
  const note = pairText(pair, columnOf(a), loaded, state);
  return {
    ...pane,
    ...(note === null ? {} : { note, pair: vintagePair(chosen.ordered) }),
    isRevision: chosen.isRevision,
    ...(pairs.length > 1 ? { choices: pairs.map(choiceOf) } : {}),
  };
}

function vintagePair([after, before]: DifferencePair["ordered"]): VintagePair {
  const named = ({ line: { label, days, values }, series }: OwnedLine): NamedVintage => {
    const { dataKind, asOf, path } = series.part.identity;
    const code = [dataKind, asOf].filter((each) => each !== null).join(" ");
    return { name: label, code, path, days, values };
  };
  return { unit: after.series.data.unit, before: named(before), after: named(after) };
}

/** The pair of a compared series and the part that it is compared with; undefined unless several pairs can be shown. */
export function pairWith(
  panes: readonly Pane[],
  { id: compared }: ChartPart,
  parts: readonly ChartPart[],
): string | undefined {
  const own = parts.filter(({ role }) => role === "part");
  const choices = panes.flatMap(({ choices = [] }) => choices);
  return choices.find(({ lines }) => {
    const isOf = (id: string): boolean => lines.some((line) => line.startsWith(`${id}/`));
    return isOf(compared) && own.some(({ id }) => isOf(id));
  })?.id;
}

function choiceOf({ id, label, ordered }: DifferencePair): PairChoice {
  return { id, label, lines: ordered.map(({ line }) => line.id) };
}

/** 8: so many lines have up to 28 pairs. With more lines, only the first is paired with the others. */
const mostPaired = 8;

function pairsOf(owned: readonly OwnedLine[]): readonly DifferencePair[] {
  const isOnly = owned.length === 2;
  const firsts = owned.length > mostPaired ? owned.slice(0, 1) : owned;
  const hasOneColumn = new Set(owned.map(({ series }) => series)).size === owned.length;
  return firsts.flatMap((a, place) =>
    owned.slice(place + 1).flatMap((b) => {
      const isPair = isOnly ? a.series !== b.series : isSameColumn(a, b);
      if (!isPair || a.line.unit !== b.line.unit) return [];
      const ordered = differenceOrder([a.series, b.series], [a, b]);
      const [{ line: one }, { line: other }] = ordered;
      const isRevision = hasOneColumn && isRevisionOf(ordered);
      const { asOf } = ordered[1].series.part.identity;
      const label = isRevision
        ? t("Revision since {0}", asOfText(asOf ?? ""))
        : titleOf([one, other]);
      return [{ id: `${one.id} ${other.id}`, label, ordered, isRevision }];
    }),
  );
}

/** Whether two lines are the latest and an earlier vintage of one series, of the same kind. */
function isRevisionOf([newer, older]: DifferencePair["ordered"]): boolean {
  const [one, other] = [newer.series.part, older.series.part];
  const isOlder = one.identity.asOf === "latest" && other.identity.asOf !== "latest";
  return (
    isOlder && one.identity.dataKind === other.identity.dataKind && isSameButForVintage(one, other)
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
