import * as vscode from "vscode";
import { type CoverageSummary } from "../../../data/coverage";
import { type PanelPlace, type TextForm } from "../../../shared/documentPlace";
import { type Instant } from "../../../shared/instant";
import { wideColumnOf } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { type CommandName, commandId } from "../../../editor/commandNames";
import { coverageLine, noDataText } from "../../../editor/text/coverageLine";
import { panelSummary } from "../../../editor/text/panelSummary";
import { targetUri } from "../../../editor/tabs/target";
import { dateText } from "../../../editor/text/dateText";

/** CodeLens above a panel's text: commands, and its coverage in one line. */
export function panelLenses(
  uri: vscode.Uri,
  place: PanelPlace,
  panel: Panel | undefined,
): readonly vscode.Command[] {
  if (panel === undefined) return [];
  const { t } = vscode.l10n;
  const of = (name: CommandName, title: string): vscode.Command => {
    return { title, command: commandId(name), arguments: [uri] };
  };
  const summary = panelSummary(panel);
  const isWide = wideColumnOf(place) !== undefined;
  return [
    ...emptyLenses(summary, panel.reference.asOf),
    ...partLenses(place, summary),
    of("showCoverage", t("Show Coverage")),
    of("openChart", t("Open Chart")),
    of("switchLayout", isWide ? t("Long") : t("Wide…")),
    ...(summary.failed > 0 ? [of("retryPanel", t("Retry {0} Failed", summary.failed))] : []),
    // Last: the editor truncates what is too long.
    of("showCoverage", coverageLine(summary, panel.reference.asOf)),
  ];
}

/** Why a text has no row below its header. */
function emptyLenses({ ok, failed }: CoverageSummary, asOf: Instant): readonly vscode.Command[] {
  return ok > 0 || failed > 0 ? [] : [{ title: noDataText(asOf), command: "" }];
}

/** The slice that a text shows, and commands to show everything: a part must not be taken for the whole. */
function partLenses(
  { connectionId, reference, form, slice = {} }: PanelPlace,
  { firstDay, lastDay }: CoverageSummary,
): readonly vscode.Command[] {
  if (firstDay === undefined || lastDay === undefined) return [];
  const { from = firstDay, to = lastDay, columns } = slice;
  if (from <= firstDay && to >= lastDay) return [];
  const { t } = vscode.l10n;
  const days = [from, to, firstDay, lastDay].map(dateText);
  const whole = (as: TextForm): vscode.Uri =>
    targetUri({ connectionId, reference }, as, columns && { columns });
  const saveAll = {
    title: t("Save All…"),
    command: commandId("saveAs"),
    arguments: [whole(form)],
  };
  const openCsv = {
    title: t("Open All as CSV"),
    command: "vscode.open",
    arguments: [whole("csv")],
  };
  return [
    // Text only, no command.
    { title: t("Only {0} to {1}, of {2} to {3}", ...days), command: "" },
    ...(form === "json" ? [openCsv] : []),
    saveAll,
  ];
}
