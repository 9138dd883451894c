import { type Move, type Moves, type Production } from "../../../../../shared/changes";
import { type ChangesAnswer } from "../../protocol";
import { dayEndingAt } from "../../../model/since";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { movedSummaries, newSummaries } from "../model/forecastMoves";

/** The number of rows of a section, with its label. */
export interface Count {
  readonly section: "productions" | "flips" | "moves" | "forecasts" | "others";
  readonly count: number;
  readonly text: string;
  readonly below: string;
}

const largeMove = 0.5;
const largeForecast = 0.005;

export function countsOf(
  { signals, forecasts }: ChangesAnswer,
  { flips, others }: Moves,
  productions: readonly Production[],
): readonly Count[] {
  const counts: Count[] = [];
  if (signals !== null) {
    const all = signals.signals.length;
    counts.push(
      {
        section: "productions",
        count: productions.length,
        text: t("productions"),
        below: t("of {0} signals", formatCount(all)),
      },
      { section: "flips", count: flips.length, text: t("sign flips"), below: marksText(flips) },
      {
        section: "moves",
        count: flips.length + others.length,
        text: t("scores moved"),
        below: t("{0} over 0.50", formatCount(largeCount([...flips, ...others]))),
      },
    );
  }
  if (forecasts !== null) {
    const moved = movedSummaries(forecasts);
    const large = moved.filter((at) => {
      const now = forecasts.newer.summaries.totals[at] ?? 0;
      return Math.abs(now - (forecasts.before[at] ?? 0)) > largeForecast;
    });
    counts.push({
      section: "forecasts",
      count: moved.length,
      text: t("forecasts moved"),
      below: t("{0} over 50 bp", formatCount(large.length)),
    });
  }
  const came =
    (signals?.appeared.length ?? 0) +
    (signals?.vanished.length ?? 0) +
    (forecasts === null ? 0 : newSummaries(forecasts).length + forecasts.vanished.length);
  const stale = signals?.stale.length ?? 0;
  if (signals !== null && dayEndingAt(signals.olderMs) !== undefined) {
    // Only variants with a series as known then are compared.
    counts.push({ section: "others", count: stale, text: t("went stale"), below: "" });
    return counts;
  }
  counts.push({
    section: "others",
    count: came,
    text: t("appeared, vanished"),
    below: t("{0} went stale", formatCount(stale)),
  });
  return counts;
}

function largeCount(moves: readonly Move[]): number {
  return moves.filter(({ change }) => Math.abs(change) > largeMove).length;
}

/** `3 revised` */
function marksText(moves: readonly Move[]): string {
  const revisions = moves.filter(({ mark }) => mark === "revision").length;
  return t("{0} revised", formatCount(revisions));
}
