import * as vscode from "vscode";
import { type Target } from "../../shared/place";
import { plainMessage } from "../../shared/plainText";
import { type FetchedPanel, type FetchedSeries } from "../../store/tables";
import { commandId } from "../commandNames";
import { seriesTitle } from "../tabs/documentTitle";
import { panelSummary } from "../text/panelSummary";

/**
 * Warns once if any of the series and panels that were inserted, copied or saved has no data at all, which is most
 * often because its as-of is before its first production.
 */
export async function warnOfEmpty(
  series: readonly FetchedSeries[],
  panels: readonly FetchedPanel[] = [],
): Promise<void> {
  const empty: readonly Target[] = [
    ...series.flatMap(({ target, frame }) => (frame.days.length === 0 ? [target] : [])),
    ...panels.flatMap(({ target, panel }) => (panelSummary(panel).ok === 0 ? [target] : [])),
  ];
  const [first, ...others] = empty;
  if (first === undefined) return;
  const isDated = empty.some(
    ({ reference }) => reference.family !== "forecast" && reference.asOf !== "latest",
  );
  const { t } = vscode.l10n;
  const of = series.length + panels.length;
  const words =
    others.length === 0
      ? t("{0} has no data.", seriesTitle(first))
      : t("{0} of {1} series have no data.", empty.length, of);
  const advice = isDated ? [t("The as-of may be before the first production.")] : [];
  const setAsOf = t("Set As-Of…");
  const chosen = await vscode.window.showWarningMessage(
    plainMessage([words, ...advice].join(" ")),
    ...(isDated ? [setAsOf] : []),
  );
  if (chosen === setAsOf) await vscode.commands.executeCommand(commandId("setAsOf"));
}
