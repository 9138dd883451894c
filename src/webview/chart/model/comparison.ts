import { type ChartColumn, type Unit } from "../../../shared/chart/chartProtocol";
import { type ViewState } from "../../../shared/chart/viewState";
import { isoOfDay } from "../../../shared/day";
import { formatCount, formatShare, formatSize } from "../../../shared/series/numberText";
import { type Revisions, revisionsBetween } from "../../../shared/series/revisions";
import { t } from "../../l10n";
import { Remembered } from "./remembered";
import { type LoadedSeries, isAlone, nameAmong, shownColumns } from "./series";

const revisions = new Remembered<Revisions>();

interface Pair {
  readonly first: LoadedSeries;
  readonly second: LoadedSeries;
}

/**
 * How the first shown column was revised between vintages or kinds of one series: whatever is compared with the first
 * signal, or two parts that differ in nothing else. Null where no two are. Beside other parts it says which one it is of.
 */
export function comparisonText(loaded: readonly LoadedSeries[], state: ViewState): string | null {
  const pairs = pairsOf(loaded);
  const isNamed = pairs.length > 1 || !isAlone(loaded);
  const texts = pairs.flatMap(({ first, second }) => {
    const [column] = shownColumns(first.data, state);
    const other = second.data.columns.find(({ name }) => name === column?.name);
    if (column === undefined || other === undefined) return [];
    const found = revisions.of(column.values, other.values, () =>
      revisionsBetween(observed(first, column), observed(second, other)),
    );
    const text = revisionsText(found, first.data.unit);
    const names = [
      ...(isNamed ? [nameAmong(second, loaded)] : []),
      ...(shownColumns(first.data, state).length > 1 ? [column.label] : []),
    ];
    return [names.length === 0 ? text : t("{0}: {1}", names.join(" "), text)];
  });
  return texts.length === 0 ? null : texts.join(" · ");
}

/** The same with what it is of: all days, whatever is in sight. */
export function overAllHistory(comparison: string): string {
  return t("{0} (over the whole history)", comparison);
}

/**
 * `Revised on 412 of 8,778 days (4.7 %); largest change 0.83 on 2020-04-30; sign changed on 37 days`, and what could not be
 * compared.
 */
export function revisionsText(found: Revisions, unit: Unit): string {
  const { compared, onlyInOne, revised, largest, signFlips } = found;
  const of = [formatCount(revised), formatCount(compared)] as const;
  const text =
    largest === null
      ? t("Revised on {0} of {1} days", ...of)
      : t(
          "Revised on {0} of {1} days ({2}); largest change {3} on {4}; sign changed on {5}",
          ...of,
          formatShare(revised, compared),
          formatSize(unit, largest.change),
          isoOfDay(largest.day),
          signFlips === 1 ? t("1 day") : t("{0} days", formatCount(signFlips)),
        );
  return onlyInOne === 0 ? text : `${text}; ${onlyInOneText(onlyInOne)}`;
}

function onlyInOneText(count: number): string {
  return count === 1
    ? t("1 day in only one of the two")
    : t("{0} days in only one of the two", formatCount(count));
}

function pairsOf(loaded: readonly LoadedSeries[]): readonly Pair[] {
  const compared = loaded.filter(({ part }) => part.role !== "part");
  const first = loaded.find(({ part, base }) => part.role === "part" && base === compared[0]?.base);
  if (first !== undefined && compared.length > 0) {
    return compared.map((second) => ({ first, second }));
  }
  const [a, b] = loaded;
  if (loaded.length !== 2 || a === undefined || b === undefined) return [];
  return isSameButForVintage(a, b) ? [{ first: a, second: b }] : [];
}

/** The two of a difference, of which the second is subtracted: newer − older, SNAP − FIT, else second − first. */
export function differenceOrder<T>(
  [a, b]: readonly [LoadedSeries, LoadedSeries],
  [ofA, ofB]: readonly [T, T],
): readonly [T, T] {
  return isMinuend(a, b) ? [ofA, ofB] : [ofB, ofA];
}

function isMinuend(a: LoadedSeries, b: LoadedSeries): boolean {
  if (!isSameButForVintage(a, b)) return false;
  const [one, other] = [a.part.identity, b.part.identity];
  if (one.dataKind !== other.dataKind) return one.dataKind === "SNAP";
  // Canonical texts of instants ascend with them.
  const isNewest = one.asOf === "latest" || one.asOf === null;
  return isNewest || (other.asOf !== "latest" && one.asOf > (other.asOf ?? ""));
}

function isSameButForVintage(a: LoadedSeries, b: LoadedSeries): boolean {
  const keyOf = ({ part: { family, identity } }: LoadedSeries): string =>
    JSON.stringify([family, identity.service, identity.subject, identity.variant]);
  return a.part.family === "signal" && keyOf(a) === keyOf(b);
}

function observed(
  { data }: LoadedSeries,
  { values }: ChartColumn,
): { days: Int32Array; values: Float64Array } {
  return { days: data.days, values };
}
