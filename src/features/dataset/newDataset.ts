import path from "node:path";
import * as vscode from "vscode";
import { parseDatasetSpec } from "../../dataset/parseSpec";
import { type DatasetSpec, formatDatasetSpec, specEnding } from "../../dataset/spec";
import { type Target } from "../../shared/place";
import { plainLine } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { type AsOfGate } from "../../store/asOfGate";
import { serviceNameOf } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { askLocation } from "../../editor/files/saveQuestions";
import { writeLocation, writeNewLocation } from "../../editor/files/writeLocation";
import { showStatus } from "../../editor/report/showStatus";
import { DatasetFaultsError, chosenDataset, datasetName } from "./datasetOnDisk";
import { datasetOf, tableNameOf, withReferences } from "../../dataset/datasetTables";
import { reportDatasetFailure } from "./datasetFailures";

/** The references of one service, as this window requests them. */
interface ServiceReferences {
  readonly service: string;
  readonly isSample: boolean;
  readonly references: readonly Reference[];
}

/** Writes a new dataset of some series and panels where the person says, and opens it. Requests nothing. */
export async function newDataset(
  parts: ConnectionDependencies,
  targets: readonly Target[],
): Promise<void> {
  const { t } = vscode.l10n;
  const own = referencesOf(parts, targets);
  if (own === undefined) return;
  const spec = datasetOf(own.service, own.references);
  const name = `${own.isSample ? "SAMPLE_" : ""}${nameFor(spec)}${specEnding}`;
  const filters = { [t("Dataset")]: ["json"] };
  const chosen = await askLocation(t("New Dataset"), name, filters);
  if (chosen === undefined) return;
  const location = withSpecEnding(chosen);
  try {
    // The dialog asks before replacing a file of the chosen name, but not of the changed one.
    const write = location === chosen ? writeLocation : writeNewLocation;
    await write(location, new TextEncoder().encode(formatDatasetSpec(spec)));
    await vscode.window.showTextDocument(location, { preview: false });
  } catch (error) {
    const attempt = t("Could not write {0}", plainLine(path.posix.basename(location.path)));
    await reportDatasetFailure(parts.failures, error, undefined, { attempt });
  }
}

/** Adds tables of series and panels to a dataset, in one edit that can be undone, and shows it. Requests nothing. */
export async function addToDataset(
  parts: ConnectionDependencies,
  targets: readonly Target[],
): Promise<void> {
  const { t } = vscode.l10n;
  const own = referencesOf(parts, targets);
  const uri = own && (await chosenDataset(undefined));
  if (own === undefined || uri === undefined) return;
  const name = plainLine(datasetName(uri));
  try {
    const document = await vscode.workspace.openTextDocument(uri);
    const parsed = parseDatasetSpec(document.getText());
    if ("faults" in parsed) throw new DatasetFaultsError(uri, parsed.faults);
    if (parsed.spec.service !== own.service) {
      const words = t(
        "{0} is for another service: {1}.",
        name,
        plainLine(parsed.spec.service, 100),
      );
      void vscode.window.showInformationMessage(words);
      return;
    }
    const count = await addTables(document, parsed.spec, own.references);
    await vscode.window.showTextDocument(document, { preview: false });
    if (count === 0) showStatus(t("{0} already contains them", name));
    else
      showStatus(
        count === 1 ? t("Added 1 table to {0}", name) : t("Added {0} tables to {1}", count, name),
      );
  } catch (error) {
    const attempt = t("Could not add to {0}", name);
    await reportDatasetFailure(parts.failures, error, undefined, { attempt });
  }
}

async function addTables(
  document: vscode.TextDocument,
  spec: DatasetSpec,
  references: readonly Reference[],
): Promise<number> {
  const { isDirty } = document;
  const before = document.getText();
  const { count, text } = withReferences(before, spec, references);
  if (count === 0) return 0;
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(before.length));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
  // Changes of the person stay unsaved.
  if (!isDirty) await document.save();
  return count;
}

/** Undefined, and reported, if there are none, or if they are of several services. */
function referencesOf(
  { connections, services }: ConnectionDependencies,
  targets: readonly Target[],
): ServiceReferences | undefined {
  const { t } = vscode.l10n;
  const [id, ...others] = new Set(targets.map(({ connectionId }) => connectionId));
  const connection = id === undefined ? undefined : connections.find(id);
  if (connection === undefined || others.length > 0) {
    const words = t("These series come from several services. A dataset can use only one.");
    if (others.length > 0) void vscode.window.showInformationMessage(words);
    return undefined;
  }
  return {
    service: serviceNameOf(connection),
    isSample: connection.kind === "sample",
    references: targets.map(({ reference }) => withinBound(reference, services.gate)),
  };
}

/** As this window requests it: never later than its as-of. */
export function withinBound<R extends Reference>(reference: R, gate: AsOfGate): R {
  return reference.family === "forecast"
    ? reference
    : { ...reference, asOf: gate.within(reference.asOf) };
}

function nameFor({ tables: [first, ...others] }: DatasetSpec): string {
  return others.length === 0 && first !== undefined ? tableNameOf(first.name) : "dataset";
}

function withSpecEnding(chosen: vscode.Uri): vscode.Uri {
  if (chosen.path.endsWith(specEnding)) return chosen;
  return chosen.with({
    path: chosen.path.replace(/(?:\.macrodata)?(?:\.json)?$/, "") + specEnding,
  });
}
