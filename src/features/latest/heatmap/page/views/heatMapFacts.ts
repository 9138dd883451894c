import { type LatestAnswer } from "../../protocol";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { dateText, momentText } from "../../../../../ui/dateText";
import { sourceFacts } from "../../../page/newestPage";
import { type PageIdentity } from "../../../protocol";
import { type HeatView } from "../model/heatView";
import { changeSentence, sourceSentence } from "./changeLabels";
import { scoreText } from "./heatMapLabels";
import { type HeatMapViewState } from "./heatMapViewState";

/** The facts about the values: below the table, and in everything exported from it. */
export function heatMapFacts({
  columns,
  fetchedAtMs,
  unreadable,
}: LatestAnswer): readonly string[] {
  const days = columns.days.reduce((newest, day) => Math.max(newest, day), -Infinity);
  const produced = columns.pointInTimeMs.reduce(
    (newest, ms) => (Number.isNaN(ms) ? newest : Math.max(newest, ms)),
    -Infinity,
  );
  return [
    t("{0} records", formatCount(columns.codes.length)),
    ...(days === -Infinity ? [] : [t("newest day {0}", dateText(days))]),
    ...(produced === -Infinity ? [] : [t("newest production {0}", momentText(produced))]),
    t("fetched {0}", momentText(fetchedAtMs)),
    ...unreadableFacts(unreadable),
  ];
}

function unreadableFacts(count: number): readonly string[] {
  if (count === 0) return [];
  if (count === 1) return [t("1 record could not be read")];
  return [t("{0} records could not be read", formatCount(count))];
}

/** The facts of an exported table. */
export function exportFacts(
  identity: PageIdentity,
  answer: LatestAnswer,
  { score }: HeatMapViewState,
  view: HeatView,
): readonly string[] {
  const what = identity.signal === null ? scoreText(score) : t("Level, Momentum and Aggregate");
  const { changes } = view;
  const changed =
    changes?.older === undefined
      ? []
      : [`${changeSentence(view, changes.older)} · ${sourceSentence(view, changes)}`];
  return [
    `${t("Latest Signals")} · ${what}`,
    ...changed,
    [...sourceFacts(identity), ...heatMapFacts(answer)].join(" · "),
  ];
}

/** The title of the page. */
export function heatMapTitle({ signal }: PageIdentity, answer?: LatestAnswer): string {
  if (signal === null) return t("Latest Signals");
  const { code, version } = signal;
  const listed = answer?.signals.find((each) => each.version === version)?.name ?? code;
  return t("{0} v{1}, latest", listed, version);
}

/** A note on signals without a column because none of their variants has the tag kind of the rows. */
export function withoutText(count: number, kind: string): string {
  return count === 1
    ? t("1 signal has no {0} tag and is not shown", kind)
    : t("{0} signals have no {1} tag and are not shown", count, kind);
}
