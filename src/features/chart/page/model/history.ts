import { type ChartPart } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import { type Instant, instantOfMs, instantOfText } from "../../../../shared/instant";
import {
  dayHistory,
  type DayHistory,
  type VintageOfSeries,
} from "../../../../shared/series/dayHistory";
import {
  formatCount,
  formatValue,
  isVisibleChange,
  type Unit,
} from "../../../../shared/series/numberText";
import { drawnValue, type Observations } from "../../../../shared/series/observations";
import { asOfText, dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type DayRange } from "../../../../shared/dayRange";
import { type Day } from "../../../../shared/day";
import { hasValues, shownColumns } from "./series";
import { vintagesOf } from "./shownVintages";

/** The history of a day in the vintages that a chart shows. */
export interface ShownHistory extends DayHistory {
  readonly unit: Unit;
  /** The label of the column. */
  readonly column: string;
}

/** The open history; undefined without one, and for a chart that does not show vintages of one signal. */
export function shownHistory(
  parts: readonly ChartPart[],
  state: ViewState,
): ShownHistory | undefined {
  const day = state.history;
  const vintages = day === null ? undefined : vintagesOf(parts);
  const own = parts.filter(({ role }) => role === "part");
  const [column] = own.flatMap(({ data }) => (data === null ? [] : shownColumns(data, state)));
  if (day === null || vintages === undefined || column === undefined) return undefined;
  const ofKind = (kind: "SNAP" | "FIT"): readonly VintageOfSeries[] =>
    own.flatMap((part) => (part.identity.dataKind === kind ? vintageOf(part, column.name) : []));
  const [fit] = vintages.kind === "FIT" ? [] : ofKind("FIT");
  const found = dayHistory(ofKind(vintages.kind), day, fit && drawnValue(fit, day));
  return { ...found, unit: "score", column: column.label };
}

/** The column of a part, and its as-of; none until both are loaded. */
function vintageOf({ identity, data }: ChartPart, name: string): readonly VintageOfSeries[] {
  if (data === null) return [];
  const column = data.columns.find((each) => each.name === name && hasValues(data, each));
  const asOf = resolvedAsOf(identity.asOf ?? "latest", data.latestAsOf, data.fetchedAtMs);
  if (column === undefined || asOf === undefined) return [];
  const observations: Observations = { days: data.days, values: column.values };
  return [{ ...observations, asOf }];
}

function resolvedAsOf(
  asOf: string,
  latestAsOf: string | null,
  fetchedAtMs: number,
): Instant | undefined {
  return instantOfText(asOf) ?? instantOfText(latestAsOf ?? "") ?? instantOfMs(fetchedAtMs);
}

/** The history in a few sentences. */
export function historySentences(found: ShownHistory): readonly string[] {
  const { day, first, steps, unit } = found;
  const now = steps.at(-1);
  if (first === undefined || now === undefined) {
    return [t("None of the vintages shown has a value for {0}.", dateText(day))];
  }
  const facts = [formatValue(unit, first.value), asOfText(first.asOf)] as const;
  const start =
    first.kind === "first"
      ? t("First print {0}, as of {1}.", ...facts)
      : t("Earliest of these vintages: {0}, as of {1}.", ...facts);
  const changes = changesSentence(found, formatValue(unit, now.value));
  return [start, changes, ...smallerSentence(found.smaller), ...fitSentence(found)];
}

/** Counts at least the changes that are seen, because several may lie between two vintages. */
function changesSentence({ revisions, smaller }: ShownHistory, now: string): string {
  if (revisions === 1) return t("Changed at least once; now {0}.", now);
  if (revisions > 1) {
    return t("Changed at least {0} times; now {1}.", formatCount(revisions), now);
  }
  return smaller === 0
    ? t("No change among these vintages.")
    : t("No change of 0.005 or more among these vintages.");
}

function smallerSentence(smaller: number): readonly string[] {
  if (smaller === 0) return [];
  return [
    smaller === 1
      ? t("One change is smaller than 0.005.")
      : t("{0} changes are smaller than 0.005.", formatCount(smaller)),
  ];
}

/**
 * The newest day in sight that at least two vintages have, and so may have revised; without one, the newest in sight.
 */
export function historyDay(parts: readonly ChartPart[], { to }: DayRange): Day {
  const { kind } = vintagesOf(parts) ?? {};
  const lasts = parts.flatMap(({ role, identity, data }) =>
    role === "part" && identity.dataKind === kind ? (data?.days.at(-1) ?? []) : [],
  );
  const [, second = to] = lasts.sort((a, b) => b - a);
  return Math.min(to, second);
}

function fitSentence({ fit, first, unit, wasRevisedBefore }: ShownHistory): readonly string[] {
  if (Number.isNaN(fit) || first === undefined) return [];
  const text = t("FIT: {0}", formatValue(unit, fit));
  if (!wasRevisedBefore) return [`${text}.`];
  const asOf = asOfText(first.asOf);
  return [
    isVisibleChange(unit, first.value - fit)
      ? t("{0}, so it was revised before {1}.", text, asOf)
      : t("{0}, less than 0.005 away, so it was revised before {1}.", text, asOf),
  ];
}

/** An upper bound of the first print delay of the day; none without an open history. */
export function delayFacts(parts: readonly ChartPart[], state: ViewState): readonly string[] {
  const found = shownHistory(parts, state);
  if (found?.delayDays === undefined) return [];
  return [
    found.delayDays === 1
      ? t("First print delay for {0}: at most 1 day", dateText(found.day))
      : t(
          "First print delay for {0}: at most {1} days",
          dateText(found.day),
          formatCount(found.delayDays),
        ),
  ];
}
