import { type OlderValues, valueSources, type Unfetched } from "../../protocol";
import { pluralTagKind, singularTagKind } from "../../../../../shared/tagKind";
import { formatCount, formatScore } from "../../../../../shared/series/numberText";
import { dateText, momentText } from "../../../../../ui/dateText";
import { t } from "../../../../../ui/l10n";
import { type CellPlace } from "../../../../../ui/table/selection";
import { type Changes, isUnchangedScore } from "../model/scoreChanges";
import { heading, type HeatView } from "../model/heatView";
import { scoreText, valueText } from "./heatMapLabels";

/** The text of a cell that shows a change. */
export function changeText(change: number): string {
  return isUnchangedScore(change) ? "·" : valueText(change);
}

/** The accessible label of a change; null if its text is enough. */
export function changeLabel(view: HeatView, { row, column }: CellPlace): string | null {
  const change = view.valueAt(row, column);
  const flip = view.flipAt(row, column);
  if (flip !== 0) {
    const turn = flip > 0 ? t("was negative, now positive") : t("was positive, now negative");
    return `${formatScore(change)}, ${turn}`;
  }
  return isUnchangedScore(change) ? t("unchanged") : null;
}

/** The total row of flips, by column and overall: `+4 −2`. */
export function flipTotal(view: HeatView): {
  readonly name: string;
  readonly textAt: (column: number) => string;
} {
  return {
    name: t("Flips to + / −"),
    textAt: (column) => {
      if (column >= view.columns.length) return formatCount(flipCount(view));
      const flips = view.rows.map((_, row) => view.flipAt(row, column));
      const up = flips.filter((flip) => flip > 0).length;
      const down = flips.filter((flip) => flip < 0).length;
      const words = [...(up === 0 ? [] : [`+${up}`]), ...(down === 0 ? [] : [`−${down}`])];
      return words.length === 0 ? "·" : words.join(" ");
    },
  };
}

/** Beside the name of a region: `7 of 19 · 9 flips`. */
export function regionText(view: HeatView, at: number): string {
  const rows: number[] = [];
  for (let row = at + 1; view.rows[row] !== undefined; row++) {
    if (view.rows[row]?.row === heading) break;
    rows.push(row);
  }
  const [first] = rows;
  const of = view.candidatesLike(view.rows[first ?? -1]?.row ?? heading);
  const flips = rows.reduce((sum, row) => sum + view.flipsOf(row).length, 0);
  const counted = flips === 1 ? t("1 flip") : t("{0} flips", formatCount(flips));
  return `${t("{0} of {1}", formatCount(rows.length), formatCount(of))} · ${counted}`;
}

function flipCount(view: HeatView): number {
  return view.rows.reduce((sum, _, row) => sum + view.flipsOf(row).length, 0);
}

/** How many records have an older value from each source, and how many have none. */
function sourceCounts(
  records: ReadonlyMap<number, number>,
  { sources }: OlderValues,
): { readonly kept: number; readonly vintage: number; readonly none: number } {
  const counts = { kept: 0, vintage: 0, none: 0 };
  for (const record of records.keys()) {
    const source = sources[record];
    if (source === valueSources.keptAnswer) counts.kept += 1;
    else if (source === valueSources.vintage) counts.vintage += 1;
    else counts.none += 1;
  }
  return counts;
}

/** A title for the table: `26 sign flips of Momentum in 19 of 40 countries since 13 Nov 2026`. */
export function changeSentence(view: HeatView, older: OlderValues): string {
  const since = dateText(older.day);
  const { kept, vintage, none } = sourceCounts(view.candidateRecords(), older);
  const compared = kept + vintage;
  if (compared === 0) {
    return isFetchable(older)
      ? t("Values as of {0} not fetched yet", since)
      : t("No values as of {0}", since);
  }
  if (!view.hasOnlyFlips) return t("Changes since {0}", since);
  const sentence = flipSentence(view, since);
  const of = formatCount(compared + none);
  return [
    none === 0 ? sentence : t("{0}, among {1} of {2} scores", sentence, formatCount(compared), of),
    ...elsewhereSentences(view, older),
  ].join("; ");
}

function flipSentence(view: HeatView, since: string): string {
  const rows = view.rows.filter(({ row }) => row !== heading).length;
  const flips = flipCount(view);
  const kind = pluralTagKind(view.grid.rowKind).toLowerCase();
  const of = t("{0} of {1} {2}", formatCount(rows), formatCount(view.candidateCount), kind);
  const scores = new Set(view.grid.columns.map(({ score }) => score));
  const [score] = scores;
  const counted = flips === 1 ? t("1 sign flip") : t("{0} sign flips", formatCount(flips));
  const what =
    score === undefined || scores.size > 1 ? counted : t("{0} of {1}", counted, scoreText(score));
  return t("{0} in {1} since {2}", what, of, since);
}

/** What the table leaves out: `one sector per signal; 12 more in other sectors`. */
function elsewhereSentences(view: HeatView, older: OlderValues): readonly string[] {
  const { kept, vintage, none } = sourceCounts(view.elsewhereRecords(), older);
  const compared = kept + vintage;
  if (compared + none === 0) return [];
  const kinds = elsewhereKinds(view);
  const singular = elsewhereNames(view, singularTagKind);
  const one = t("one {0} per signal", singular);
  if (compared === 0) return [t("{0}, other {1} not compared", one, kinds)];
  const flips = view.flipsElsewhere();
  const more =
    flips === 0
      ? t("{0}, no more in other {1}", one, kinds)
      : t("{0}, {1} more in other {2}", one, formatCount(flips), kinds);
  if (none === 0) return [more];
  return [
    t("{0}, among {1} of {2} scores", more, formatCount(compared), formatCount(compared + none)),
  ];
}

/** The names of tag kinds with further values that no column shows: `sectors`, `sectors or styles`. */
export function elsewhereKinds(view: HeatView): string {
  return elsewhereNames(view, pluralTagKind);
}

function elsewhereNames(view: HeatView, nameOf: (kind: string) => string): string {
  const [first = "variant", second, ...more] = view.elsewhereKinds();
  if (more.length > 0) return nameOf("variant");
  const name = nameOf(first).toLowerCase();
  return second === undefined ? name : t("{0} or {1}", name, nameOf(second).toLowerCase());
}

/** Explains why a table of sign flips is empty. */
export function noFlipsText(view: HeatView): string {
  const older = view.changes?.older;
  if (older === undefined) return t("Loading…");
  const { kept, vintage } = sourceCounts(view.candidateRecords(), older);
  if (kept + vintage > 0) return t("No score changed sign.");
  return isFetchable(older)
    ? t("Fetch the older values to see sign flips.")
    : t("There is nothing to compare with: none of these scores has an older value.");
}

/** Whether more older values can be requested. */
export function isFetchable({ missing, failed }: Unfetched): boolean {
  return missing + failed > 0;
}

/** The sources of the older values. */
export function sourceSentence(view: HeatView, { older }: Changes): string {
  if (older === undefined) return "";
  const counts = sourceCounts(view.candidateRecords(), older);
  const { keptAtMs } = older;
  const series = t(
    "{0} from series as known at the end of that day; changes include revisions",
    formatCount(counts.vintage),
  );
  return [
    ...(counts.kept === 0 || keptAtMs === null
      ? []
      : [t("from the archive, fetched {0}", momentText(keptAtMs))]),
    ...(counts.vintage === 0 ? [] : [series]),
    ...(counts.none === 0 || counts.kept + counts.vintage === 0
      ? []
      : [t("{0} without an older value", formatCount(counts.none))]),
  ].join("; ");
}

/** Tooltip lines of a cell: both values, both days and the source of the older value. */
export function changeLines(
  view: HeatView,
  { row, column }: CellPlace,
  { older, values }: Changes,
): readonly string[] {
  const record = view.recordAt(row, column);
  const score = view.columns[column]?.score ?? "aggregate";
  const before = older?.[score][record] ?? Number.NaN;
  if (older === undefined || older.sources[record] === valueSources.none) {
    return [t("No older value")];
  }
  const now = values.columns[score][record] ?? Number.NaN;
  const change = formatScore(now - before);
  const source =
    older.sources[record] === valueSources.keptAnswer && older.keptAtMs !== null
      ? t("From the archive, fetched {0}", momentText(older.keptAtMs))
      : t("From the series as of the end of {0}", dateText(older.day));
  return [
    t("{0} → {1}, change {2}", formatScore(before), formatScore(now), change),
    newsText(older.days[record] ?? 0, values.columns.days[record] ?? 0),
    source,
  ];
}

/** Whether the day stayed the same, advanced or was withdrawn. */
function newsText(before: number, now: number): string {
  const [old, newest] = [dateText(before), dateText(now)];
  if (now === before) return t("Revision of {0}", newest);
  return now > before
    ? t("New observation: {0} → {1}", old, newest)
    : t("Withdrawn: {0} → {1}", old, newest);
}
