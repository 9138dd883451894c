import * as vscode from "vscode";
import { coverageOf, coverageSummary } from "../../../data/coverage";
import { type PanelPlace } from "../../../shared/documentPlace";
import { wideColumnOf } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { type CommandName, commandId } from "../../commandNames";
import { coverageLine } from "../../coverageLine";
import { sayInStatusBar } from "../../report/sayInStatusBar";

/** Stands on top of a panel's text: its coverage in one line, and what can be done. */
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
  const summary = coverageSummary(coverageOf(panel));
  const isWide = wideColumnOf(place) !== undefined;
  return [
    of("showCoverage", coverageLine(summary, panel.reference.asOf)),
    of("showCoverage", t("Show Coverage")),
    of("openChart", t("Open Chart")),
    of("switchLayout", isWide ? t("Long") : t("Wide…")),
    ...(summary.failed > 0 ? [of("retryPanel", t("Retry {0} Failed", summary.failed))] : []),
  ];
}

/** Says the coverage of a panel that was read: on top of a large text the editor shows nothing. */
export function sayCoverage(panel: Panel): void {
  sayInStatusBar(coverageLine(coverageSummary(coverageOf(panel)), panel.reference.asOf));
}

/** Stands on top of a coverage for people: the same for programs. */
export function coverageLens(source: vscode.Uri): vscode.Command {
  const title = vscode.l10n.t("Open as CSV");
  return { title, command: commandId("showCoverageCsv"), arguments: [source] };
}
