import * as vscode from "vscode";
import { parseDatasetSpec } from "../../dataset/parseSpec";
import { specFaultText } from "../../dataset/specFaultText";
import { type DatasetFault } from "../../dataset/specReading";
import { connectionOfService, type KnownConnections } from "../../connect/connectionOfService";
import { type DatasetLock } from "../../dataset/lock";
import { type AsOfGate } from "../../store/asOfGate";
import { type CommandName, commandId } from "../../editor/commandNames";
import { asOfText } from "../../editor/text/dateText";
import { isOfOtherSpec, lockBeside } from "./datasetOnDisk";

/** The lenses above a dataset: what its lock says, and the commands. */
export async function datasetLenses(
  document: vscode.TextDocument,
  gate: AsOfGate,
): Promise<vscode.CodeLens[]> {
  const { t } = vscode.l10n;
  const { uri } = document;
  const parsed = parseDatasetSpec(document.getText());
  const top = new vscode.Range(0, 0, 0, 0);
  const action = (name: CommandName, title: string, tooltip: string): vscode.CodeLens =>
    new vscode.CodeLens(top, { title, tooltip, command: commandId(name), arguments: [uri] });
  const fetch = action("fetchDataset", t("Fetch"), t("Fetch all tables and write the lock"));
  const lock = await lockOf(uri);
  const status = (words: string): vscode.CodeLens =>
    new vscode.CodeLens(top, { title: words, command: "" });
  if (lock === undefined) return [status(t("Not fetched yet")), fetch];
  const isChanged = "spec" in parsed && lock !== "unreadable" && isOfOtherSpec(lock, parsed.spec);
  const words = lock === "unreadable" ? t("The lock cannot be read") : lockText(lock, gate);
  return [
    status(isChanged || lock === "unreadable" ? `$(warning) ${words}` : words),
    ...(isChanged ? [status(t("changed since the last fetch"))] : []),
    fetch,
    action("verifyDataset", t("Verify…"), t("Compare files and values with the lock")),
    action("restoreDataset", t("Restore"), t("Fetch exactly what the lock records")),
    action(
      "reportDatasetDrift",
      t("Report Drift"),
      t("Show what has changed since the lock was written"),
    ),
    action("openDataset", t("Open…"), t("Open a table, or insert code that reads it")),
  ];
}

async function lockOf(uri: vscode.Uri): Promise<DatasetLock | "unreadable" | undefined> {
  try {
    return await lockBeside(uri);
  } catch {
    // The command that needs it reports why.
    return "unreadable";
  }
}

/** `28 Jun 2024 · 41 series`; no more than its as-of if that is later than the window's. */
function lockText({ asOf, series }: DatasetLock, gate: AsOfGate): string {
  const { t } = vscode.l10n;
  const known = asOf === undefined ? [] : [t("as of {0}", asOfText(asOf))];
  if (asOf !== undefined && gate.isLater(asOf)) return known.join("");
  const count = series.length;
  const all = count === 1 ? t("1 series") : t("{0} series", count.toLocaleString());
  return [all, ...known].join(" · ");
}

/** The faults of the text of a dataset; if there are none, whether it can be fetched here. */
export function datasetProblems(
  document: vscode.TextDocument,
  connections: KnownConnections,
): readonly vscode.Diagnostic[] {
  const text = document.getText();
  const parsed = parseDatasetSpec(text);
  if ("faults" in parsed) {
    return parsed.faults.map((fault) => {
      const words = specFaultText(fault, vscode.l10n.t);
      return problem(faultRange(document, fault), words, fault.kind);
    });
  }
  const { service } = parsed.spec;
  if (connectionOfService(service, connections) !== undefined) return [];
  const at = text.indexOf(JSON.stringify(service));
  const range = new vscode.Range(
    document.positionAt(at),
    document.positionAt(at + JSON.stringify(service).length),
  );
  const words = vscode.l10n.t("There is no connection to {0}.", service);
  return [problem(range, words, "connection", vscode.DiagnosticSeverity.Warning)];
}

/** The place of a fault; a character where it has no length, so that there is something to see. */
export function faultRange(
  document: vscode.TextDocument,
  { offset, length }: DatasetFault,
): vscode.Range {
  const end = offset + Math.max(length, 1);
  return new vscode.Range(document.positionAt(offset), document.positionAt(end));
}

function problem(
  range: vscode.Range,
  words: string,
  code: string,
  severity = vscode.DiagnosticSeverity.Error,
): vscode.Diagnostic {
  const found = new vscode.Diagnostic(range, words, severity);
  found.source = "macro-signals";
  found.code = code;
  return found;
}
