import * as vscode from "vscode";
import { type FoundReference } from "../code/foundReferences";
import { plainLabel, plainLine } from "../../../shared/plainText";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { type LineProblem } from "../../../shared/referenceLineProblem";
import { commandId } from "../../../editor/commandNames";
import { connectionOfService, type KnownConnections } from "../../../connect/connectionOfService";
import { lineLabel } from "./lineSubject";

/** Which line of which document a command is about. */
export interface LineLocation {
  readonly uri: string;
  readonly row: number;
}

/** An item above a line of a script or below its cell; without a command it is text only. */
export interface LineItem {
  readonly text: string;
  readonly tooltip: string;
  readonly command?: vscode.Command;
  /** It repeats the line itself, so it may be omitted where space is short. */
  readonly isDispensable?: true;
}

/** The facts on disk about a line. */
interface LineFacts {
  /** Replaces the first item where the code differs from the line. */
  readonly first?: LineItem | undefined;
  /** The locked dataset whose files the code reads. */
  readonly dataset?: vscode.Uri | undefined;
}

/**
 * The items of a line: what it is, and its commands. For a line that cannot be read, or not here, only that. A line of a
 * locked dataset offers the dataset in place of Refresh.
 */
export function lineItems(
  { line, row, problem }: FoundReference,
  uri: vscode.Uri,
  connections: KnownConnections,
  { first, dataset }: LineFacts = {},
): readonly LineItem[] {
  const { t } = vscode.l10n;
  if (line === undefined) {
    const advice = t("The line was changed by hand. Insert the series again.");
    const tooltip = `${problemText(problem)} ${advice}`;
    return [{ text: `$(warning) ${t("This reference line cannot be read")}`, tooltip }];
  }
  const service = plainLine(line.service, 100);
  const label = lineLabel(line);
  if (connectionOfService(service, connections) === undefined)
    return unknownService(label, service);
  const location: LineLocation = { uri: uri.toString(), row };
  const action = (
    name: "refreshLine" | "openLineChart" | "showDrift" | "openRevisions",
    title: string,
    tooltip: string,
  ): LineItem => {
    const command = { title, tooltip, command: commandId(name), arguments: [location] };
    return { text: title, tooltip, command };
  };
  return [
    first ?? { text: `$(graph-line) ${label}`, tooltip: service, isDispensable: true },
    dataset === undefined
      ? action("refreshLine", t("Refresh"), t("Fetch the newest data into a new file"))
      : datasetItem(dataset),
    action("openLineChart", t("Open Chart"), t("Open the chart")),
    action("showDrift", t("Show Drift"), t("Show what has changed since")),
    ...(isVintage(line)
      ? [
          action(
            "openRevisions",
            t("Show Revisions"),
            t("Show every revision since its as-of in a chart"),
          ),
        ]
      : []),
  ];
}

function datasetItem(dataset: vscode.Uri): LineItem {
  const { t } = vscode.l10n;
  const title = t("Open Dataset…");
  const name = dataset.path.slice(dataset.path.lastIndexOf("/") + 1);
  const tooltip = t("The code reads {0}, whose lock records the values", plainLine(name, 100));
  const command = { title, tooltip, command: commandId("openDataset"), arguments: [dataset] };
  return { text: title, tooltip, command };
}

/** Whether a line names a signal as of a fixed time. */
function isVintage({ reference }: ReferenceLine): boolean {
  return reference.family === "signal" && reference.asOf !== "latest";
}

function problemText(problem: LineProblem | undefined): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case undefined:
    case "form":
      return t("It must be a reference, @ between spaces, and a service.");
    case "service":
      return t("The text after @ is not a service.");
    case "reference":
      return t("The text before @ is not a reference.");
    case "version":
      return t("Its version is not a whole number.");
    case "kind":
      return t("Its kind is neither SNAP nor FIT.");
    case "as-of":
      return t("Its as-of is neither latest nor an instant such as 20261119T235959Z.");
    case "dataset":
      return t(
        "The dataset must be in the document's folder or below it, such as data/study.macrodata.json.",
      );
    case "slice":
      return t("Its days or columns cannot be read.");
  }
}

function unknownService(label: string, service: string): readonly LineItem[] {
  const { t } = vscode.l10n;
  const words = t("no connection to {0}", plainLabel(service));
  const title = t("Connect to a Service…");
  const command = { title, command: commandId("connectService") };
  return [
    { text: `$(warning) ${label} · ${words}`, tooltip: service },
    { text: title, tooltip: t("Add a connection with an address and a key"), command },
  ];
}
