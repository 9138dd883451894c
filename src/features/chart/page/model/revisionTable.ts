import { type RevisionFilter, type RevisionsState } from "../../model/viewState";
import { type Day, isoOfDay } from "../../../../shared/day";
import { type DayRange } from "../../../../shared/dayRange";
import { isSignFlip } from "../../../../shared/series/equalValues";
import { formatChange, isVisibleChange, type Unit } from "../../../../shared/series/numberText";
import {
  type RevisionRun,
  revisionsOfVintages,
  runsBySize,
  type VintageRevisions,
} from "../../../../shared/series/revisions";
import { revisionsSentence } from "../../../../shared/series/revisionsText";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ShownTable } from "../../../../ui/table/shownTable";
import { type VintagePair } from "./pane";
import { Remembered } from "./remembered";

const known = new Remembered<VintageRevisions>();

/** How the two vintages of a pair differ, over all history. */
export function revisionsOfPair({ unit, before, after }: VintagePair): VintageRevisions {
  return known.of(before.values, after.values, () => revisionsOfVintages(before, after, unit));
}

/** The revisions of a pair in one sentence. */
export function pairSentence(pair: VintagePair): string {
  return revisionsSentence(revisionsOfPair(pair), pair.unit, { t, dateText });
}

/** Whether one of the two values is positive and the other negative. */
export function isSignFlipRun({ before, after }: RevisionRun): boolean {
  return isSignFlip(before, after);
}

function passes(run: RevisionRun, filter: RevisionFilter): boolean {
  return filter === "all" || (filter === "flip" ? isSignFlipRun(run) : run.kind === filter);
}

/** The number of days that each filter lists. */
export function filterCounts(
  runs: readonly RevisionRun[],
): Readonly<Record<RevisionFilter, number>> {
  const counts = { all: 0, revised: 0, added: 0, gone: 0, flip: 0 };
  for (const run of runs) {
    counts.all += run.days;
    counts[run.kind] += run.days;
    if (isSignFlipRun(run)) counts.flip += run.days;
  }
  return counts;
}

/** The runs that are listed, in their order. */
export function listedRuns(
  runs: readonly RevisionRun[],
  { filter, by }: RevisionsState,
): readonly RevisionRun[] {
  const listed = filter === "all" ? runs : runs.filter((run) => passes(run, filter));
  return by === "size" ? runsBySize(listed) : listed;
}

/** The run that contains a day; −1 if none does. */
export function runOfDay(runs: readonly RevisionRun[], day: Day | null): number {
  return day === null ? -1 : runs.findIndex(({ first, last }) => first <= day && day <= last);
}

/** 183: half a year on either side of a run. */
const aroundDays = 183;

/** The range that shows a run in its surroundings. */
export function rangeAround({ first, last }: RevisionRun): DayRange {
  return { from: first - aroundDays, to: last + aroundDays };
}

/** A difference with its sign; one that would print as zero has one significant digit: `+0.003`, `−4e−7`. */
export function formatDifference(unit: Unit, change: number): string {
  if (Number.isNaN(change)) return "";
  if (isVisibleChange(unit, change)) return formatChange(unit, change);
  const [size, suffix] = unit === "score" ? [change, ""] : [change * 10_000, " bp"];
  const digits = String(Number(size.toPrecision(1))).replaceAll("-", "−");
  return `${size > 0 ? "+" : ""}${digits}${suffix}`;
}

/** `revised`, `added`, `removed`, or `sign flip` for a revision that changes the sign. */
export function kindText(run: RevisionRun): string {
  switch (run.kind) {
    case "added":
      return t("added");
    case "gone":
      return t("removed");
    case "revised":
      return isSignFlipRun(run) ? t("sign flip") : t("revised");
  }
}

/**
 * Runs for a file or the clipboard: ISO days, numbers in full, and the same headings in every language. The two vintages
 * are named by kind and as-of.
 */
export function revisionRows(
  runs: readonly RevisionRun[],
  { before, after }: VintagePair,
  facts: readonly string[],
): ShownTable {
  return {
    headers: ["From", "To", "Days", before.code, after.code, "Difference", "Change"],
    rows: runs.map((run) => ({
      name: isoOfDay(run.first),
      code: isoOfDay(run.last),
      values: [run.days, run.before, run.after, run.change, changeName(run)],
    })),
    facts,
  };
}

function changeName(run: RevisionRun): string {
  if (isSignFlipRun(run)) return "sign flip";
  return run.kind === "gone" ? "removed" : run.kind;
}

/** The lines with a table of revisions: what was revised, and the references of the two vintages. */
export function revisionFacts(pair: VintagePair, title: string): readonly string[] {
  const { before, after } = pair;
  return [
    `${title}: ${pairSentence(pair)}`,
    ...[before, after].map((each) => `${each.code}: ${each.path}`),
    t("Difference: {0}", `${after.code} − ${before.code}`),
  ];
}

/** The text in place of an empty list. */
export function nothingText(filter: RevisionFilter): string {
  const texts: Readonly<Record<RevisionFilter, string>> = {
    all: t("No differences."),
    revised: t("No revised days."),
    added: t("No added days."),
    gone: t("No removed days."),
    flip: t("No sign flips."),
  };
  return texts[filter];
}
