import { type Day } from "../day";
import {
  formatCount,
  formatRounding,
  formatShare,
  formatSize,
  isVisibleChange,
  smallestVisibleText,
  type Unit,
} from "./numberText";
import { type Revisions } from "./revisions";

/** The language of a sentence: `vscode.l10n` in the editor, the page's own texts in a page. */
export interface Locale {
  /** The text in that language, `{0}`, `{1}`, … replaced by the values. */
  readonly t: (message: string, ...values: string[]) => string;
  readonly dateText: (day: Day) => string;
}

/** Counts and measures of revisions; a sentence names only those that are present, and no sign flips if there are none. */
export interface CountedRevisions {
  readonly compared: number;
  readonly revised: number;
  readonly smaller: number;
  readonly signFlips: number;
  readonly added?: number;
  readonly gone?: number;
  readonly firstRevised?: Revisions["firstRevised"];
  readonly largest?: Revisions["largest"];
  /** NaN is not named. */
  readonly rms?: number;
  /** NaN is not named. */
  readonly correlation?: number;
  readonly rounding?: number;
}

/**
 * Describes how two vintages differ: `412 of 8,778 days revised (4.7 %), first 2 Mar 1998, largest 0.83 on 30 Apr 2020,
 * RMS 0.11, 37 sign flips, correlation 0.991; 104 more differ by less than 0.005; 4 added, 3 removed.`
 *
 * Only differences that are visible in the displayed digits count as revised.
 *
 * @param counted - What was compared: days, or the values of several columns or series.
 */
export function revisionsSentence(
  found: CountedRevisions,
  unit: Unit,
  { t, dateText }: Locale,
  counted: "days" | "values" = "days",
): string {
  const { compared, revised, smaller, rounding = 0 } = found;
  const clauses = [
    revised + smaller > 0 || compared === 0
      ? revisedClause(found, unit, { t, dateText }, counted)
      : equalClause(compared, rounding, t, counted),
    ...smallerClauses(found, unit, t),
    ...aloneClauses(found, t),
  ];
  return t("{0}.", clauses.join("; "));
}

function revisedClause(
  found: CountedRevisions,
  unit: Unit,
  { t, dateText }: Locale,
  counted: "days" | "values",
): string {
  const { compared, revised, firstRevised, largest } = found;
  const of = [formatCount(revised), formatCount(compared)];
  if (revised === 0) {
    return counted === "days"
      ? t("{0} of {1} days revised", ...of)
      : t("{0} of {1} values revised", ...of);
  }
  const share = formatShare(revised, compared);
  const head =
    counted === "days"
      ? t("{0} of {1} days revised ({2})", ...of, share)
      : t("{0} of {1} values revised ({2})", ...of, share);
  return [
    head,
    ...(firstRevised === null || firstRevised === undefined
      ? []
      : [t("first {0}", dateText(firstRevised))]),
    ...(largest === null || largest === undefined
      ? []
      : [t("largest {0} on {1}", formatSize(unit, largest.change), dateText(largest.day))]),
    ...measureTexts(found, unit, t),
  ].join(", ");
}

function measureTexts(
  { rms = Number.NaN, signFlips, correlation = Number.NaN }: CountedRevisions,
  unit: Unit,
  t: Locale["t"],
): readonly string[] {
  return [
    ...(Number.isNaN(rms) ? [] : [t("RMS {0}", rmsText(rms, unit))]),
    ...signFlipTexts(signFlips, t),
    ...(Number.isNaN(correlation) ? [] : [t("correlation {0}", correlationDigits(correlation))]),
  ];
}

function signFlipTexts(signFlips: number, t: Locale["t"]): readonly string[] {
  if (signFlips === 0) return [];
  return [signFlips === 1 ? t("1 sign flip") : t("{0} sign flips", formatCount(signFlips))];
}

/** Below half of the last decimal it would print as zero. */
function rmsText(rms: number, unit: Unit): string {
  if (isVisibleChange(unit, rms)) return formatSize(unit, rms);
  return `< ${smallestVisibleText(unit)}`;
}

/** Three decimals; 1.000 appears only where the two are the same up to a factor. */
function correlationDigits(correlation: number): string {
  const text = correlation.toFixed(3).replace("-", "−");
  if (text === "1.000" && correlation < 1 - 1e-9) return "> 0.999";
  return text === "−0.000" ? "0.000" : text;
}

function equalClause(
  compared: number,
  rounding: number,
  t: Locale["t"],
  counted: "days" | "values",
): string {
  const count = formatCount(compared);
  if (rounding === 0)
    return counted === "days"
      ? t("The same on all {0} days", count)
      : t("The same for all {0} values", count);
  const largest = formatRounding(rounding);
  return counted === "days"
    ? t("The same on all {0} days, except for rounding (largest {1})", count, largest)
    : t("The same for all {0} values, except for rounding (largest {1})", count, largest);
}

function smallerClauses(
  { revised, smaller }: CountedRevisions,
  unit: Unit,
  t: Locale["t"],
): readonly string[] {
  if (smaller === 0) return [];
  const count = formatCount(smaller);
  if (revised === 0)
    return [
      smaller === 1
        ? t("1 differs by less than the display shows")
        : t("{0} differ by less than the display shows", count),
    ];
  const least = smallestVisibleText(unit);
  return [
    smaller === 1
      ? t("1 more differs by less than {0}", least)
      : t("{0} more differ by less than {1}", count, least),
  ];
}

/** The counts of values that only one of the two has. */
function aloneClauses(
  { added = 0, gone = 0 }: CountedRevisions,
  t: Locale["t"],
): readonly string[] {
  const texts = [
    ...(added === 0 ? [] : [t("{0} added", formatCount(added))]),
    ...(gone === 0 ? [] : [t("{0} removed", formatCount(gone))]),
  ];
  return texts.length === 0 ? [] : [texts.join(", ")];
}
