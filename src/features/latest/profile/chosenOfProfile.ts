import * as vscode from "vscode";
import { ReadableNames } from "../../../catalog/readableNames";
import { maxParts } from "../../../shared/composedPlace";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { plainLabel } from "../../../shared/plainText";
import { formatValue } from "../../../shared/series/numberText";
import { definitionKey } from "../../../store/definitionJournal";
import { seriesTitleOf } from "../../chart/host/seriesIdentity";
import { dateText } from "../../../editor/text/dateText";
import { type ProfileMember } from "./profileSeries";
import { type ProfileSubject } from "../../chart/host/chartServices";
import { profileTitle, type RankedProfile, rankedProfile } from "./rankedProfile";
import { type Services } from "../../../connect/connectedServices";

/**
 * Asks which series of a tag value a chart shows. Undefined if the user cancels.
 *
 * @param shown - The series that are selected initially.
 */
export async function chosenOfProfile(
  services: Services,
  subject: ProfileSubject,
  shown: readonly SeriesTarget[],
): Promise<readonly SeriesTarget[] | undefined> {
  const ranked = await rankedProfile(services, subject);
  if (ranked === undefined) return undefined;
  const { t } = vscode.l10n;
  // The newest scores were not known at an earlier as-of.
  const hasScores = subject.asOf === "latest" && services.gate.bound === "latest";
  let ticked = new Set(shown.map(targetPath));
  for (;;) {
    const rows = rowsOf(ranked, ticked, hasScores);
    const picked = await vscode.window.showQuickPick(rows, {
      title: profileTitle(subject),
      placeHolder: t("Choose up to {0} of {1} series", maxParts, rows.length),
      canPickMany: true,
      matchOnDescription: true,
    });
    const chosen = picked?.map(({ target }) => target) ?? [];
    if (chosen.length === 0) return undefined;
    if (chosen.length <= maxParts) return chosen;
    ticked = new Set(chosen.map(targetPath));
    const words = t("A chart can show at most {0} series, not {1}.", maxParts, chosen.length);
    void vscode.window.showWarningMessage(words);
  }
}

interface SeriesRow extends vscode.QuickPickItem {
  readonly target: SeriesTarget;
}

function rowsOf(
  { members, signals }: RankedProfile,
  ticked: ReadonlySet<string>,
  hasScores: boolean,
): readonly SeriesRow[] {
  const names = new ReadableNames(vscode.env.language);
  return members.map(({ target, record }: ProfileMember) => {
    const { reference } = target;
    const signal =
      reference.family === "signal" ? signals.get(definitionKey(reference)) : undefined;
    return {
      target,
      label: plainLabel(seriesTitleOf(reference, signal?.name ?? "", names)),
      description: hasScores
        ? `${formatValue("score", record.aggregate)} · ${dateText(record.day)}`
        : "",
      picked: ticked.has(targetPath(target)),
    };
  });
}
