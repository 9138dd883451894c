import { type ChartColumn } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import {
  formatCount,
  formatRounding,
  formatSize,
  smallestVisibleText,
  type Unit,
} from "../../../../shared/series/numberText";
import { type Revisions, revisionsBetween } from "../../../../shared/series/revisions";
import { asOfText, dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { Remembered } from "./remembered";
import { type LoadedSeries, type ShownSeries, hasValues, nameAmong, shownColumns } from "./series";
import { isSameButForVintage } from "./shownVintages";

const revisions = new Remembered<Revisions>();

export interface LinePair {
  readonly first: LoadedSeries;
  readonly second: LoadedSeries;
}

/**
 * Describes how the first shown column differs between kinds or vintages of one series: those compared with the first
 * signal, or two parts that differ in nothing else. Null without such a pair, and for comparisons of several signals.
 * Names the series if the chart has other parts.
 */
export function comparisonText(loaded: readonly LoadedSeries[], state: ViewState): string | null {
  const texts = pairsOf(loaded).flatMap((pair) => {
    const [column] = shownColumns(pair.first.data, state);
    return column === undefined ? [] : (pairText(pair, column.name, loaded, state) ?? []);
  });
  return texts.length === 0 ? null : texts.join(" ");
}

/** Describes the compared series that have no days; null if there are none. */
export function emptyText(all: readonly ShownSeries[]): string | null {
  const empty = all.filter(
    ({ part: { role, data }, isShown }) => role !== "part" && isShown && data?.days.length === 0,
  );
  const texts = empty.map(({ part: { identity } }) => {
    const { asOf, dataKind } = identity;
    return asOf === null || asOf === "latest"
      ? t("{0} has no values yet.", dataKind ?? "")
      : t("No values as of {0}, which may be before the first production.", asOfText(asOf));
  });
  return texts.length === 0 ? null : [...new Set(texts)].join(" ");
}

/**
 * Describes how one column differs between two kinds or vintages of a series; null if the two are of different signals,
 * or one lacks the column or its values.
 */
export function pairText(
  { first, second }: LinePair,
  columnName: string,
  loaded: readonly LoadedSeries[],
  state: ViewState,
): string | null {
  const [column, other] = [first, second].map(({ data }) =>
    data.columns.find((each) => each.name === columnName && hasValues(data, each)),
  );
  if (column === undefined || other === undefined || !isSameButForVintage(first.part, second.part))
    return null;
  const found = revisions.of(column.values, other.values, () =>
    revisionsBetween(observed(first, column), observed(second, other), first.data.unit),
  );
  const names = [nameAmong(first, loaded), nameAmong(second, loaded)] as const;
  const text = revisionsText(found, first.data.unit, names);
  return shownColumns(first.data, state).length > 1 ? t("{0}: {1}", column.label, text) : text;
}

/**
 * Formats revisions: `Over all history, SNAP and FIT differ on 339 of 443 days, by up to 0.73 (12 Apr 2022); their signs
 * differ on 45; 104 more differ by less than 0.005.`, and how many days only one of the two has. Zeros are not stated.
 */
export function revisionsText(
  found: Revisions,
  unit: Unit,
  names: readonly [string, string],
): string {
  const { added, gone, smaller } = found;
  const onlyInOne = added + gone;
  const visible = differenceText(found, unit, names);
  const text = withSmaller(visible, smaller, unit);
  if (onlyInOne === 0) return t("{0}.", text);
  return t("{0}; {1} more in only one of the two.", text, formatCount(onlyInOne));
}

function withSmaller(text: string, smaller: number, unit: Unit): string {
  if (smaller === 0) return text;
  const least = smallestVisibleText(unit);
  return smaller === 1
    ? t("{0}; 1 more differs by less than {1}", text, least)
    : t("{0}; {1} more differ by less than {2}", text, formatCount(smaller), least);
}

function differenceText(
  { compared, revised, smaller, largest, signFlips, rounding }: Revisions,
  unit: Unit,
  names: readonly [string, string],
): string {
  const of = [...names, formatCount(revised), formatCount(compared)];
  if (largest !== null && revised > 0) {
    const sizes = [formatSize(unit, largest.change), dateText(largest.day)];
    return signFlips === 0
      ? t(
          "Over all history, {0} and {1} differ on {2} of {3} days, by up to {4} ({5})",
          ...[...of, ...sizes],
        )
      : t(
          "Over all history, {0} and {1} differ on {2} of {3} days, by up to {4} ({5}); their signs differ on {6}",
          ...[...of, ...sizes, formatCount(signFlips)],
        );
  }
  return rounding === 0 || smaller > 0
    ? t("Over all history, {0} and {1} differ on {2} of {3} days", ...of)
    : t(
        "Over all history, {0} and {1} have the same values, except for rounding (largest {2}), on {3} days",
        ...[...names, formatRounding(rounding), formatCount(compared)],
      );
}

function pairsOf(loaded: readonly LoadedSeries[]): readonly LinePair[] {
  const compared = loaded.filter(({ part }) => part.role !== "part");
  if (new Set(compared.map(({ base }) => base)).size > 1) return [];
  const first = loaded.find(({ part, base }) => part.role === "part" && base === compared[0]?.base);
  if (first !== undefined && compared.length > 0) {
    return compared.map((second) => ({ first, second }));
  }
  const [a, b] = loaded;
  if (loaded.length !== 2 || a === undefined || b === undefined) return [];
  return isSameButForVintage(a.part, b.part) ? [{ first: a, second: b }] : [];
}

/** Orders two values of a pair of series as minuend and subtrahend: newer − older, SNAP − FIT, else second − first. */
export function differenceOrder<T>(
  [a, b]: readonly [LoadedSeries, LoadedSeries],
  [ofA, ofB]: readonly [T, T],
): readonly [T, T] {
  return isMinuend(a, b) ? [ofA, ofB] : [ofB, ofA];
}

function isMinuend(a: LoadedSeries, b: LoadedSeries): boolean {
  if (!isSameButForVintage(a.part, b.part)) return false;
  const [one, other] = [a.part.identity, b.part.identity];
  if (one.dataKind !== other.dataKind) return one.dataKind === "SNAP";
  // Canonical texts of instants sort in the order of the instants.
  const isNewest = one.asOf === "latest" || one.asOf === null;
  return isNewest || (other.asOf !== "latest" && one.asOf > (other.asOf ?? ""));
}

function observed(
  { data }: LoadedSeries,
  { values }: ChartColumn,
): { days: Int32Array; values: Float64Array } {
  return { days: data.days, values };
}
