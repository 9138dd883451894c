import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { type Choice, pickOne } from "../prompt/pickOne";
import { seriesTitle } from "./documentTitle";
import { reportNoDocument } from "./openSeries";
import { type SeriesTarget } from "../../shared/place";
import { seriesTargetsOf } from "./target";
import { asOfText } from "../text/dateText";

/**
 * The series that a command was called for. Of a chart of several, the person picks one. Undefined when they pick none,
 * and when there is no series, which is reported.
 *
 * @param argument - A row of a tree or the URI of one of our documents.
 */
export async function chosenSeries(argument: unknown): Promise<SeriesTarget | undefined> {
  const [first, ...others] = seriesTargetsOf(argument);
  if (first === undefined) await reportNoDocument();
  if (first === undefined || others.length === 0) return first;
  const answer = await pickOne({
    title: vscode.l10n.t("Series of the Chart"),
    placeholder: vscode.l10n.t("Choose a series"),
    rows: [first, ...others].map(seriesRow),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

function seriesRow(target: SeriesTarget): Choice<SeriesTarget> {
  const { connectionId, reference } = target;
  const vintage =
    reference.family === "signal" ? [reference.dataKind, asOfText(reference.asOf)] : [];
  return {
    value: target,
    label: plainLabel(seriesTitle(target)),
    description: [connectionId, ...vintage].join(" · "),
  };
}
