import * as vscode from "vscode";
import { readParquetFooter } from "../../data/parquetFooter";
import { scheme, type Target } from "../../shared/place";
import { plainMessage } from "../../shared/plainText";
import { type SignalRef } from "../../shared/reference";
import { referenceOfPath } from "../../shared/referencePath";
import { connectionOfService, type KnownConnections } from "../../connect/connectionOfService";
import { type Reporter } from "../../editor/report/failureReporter";
import { seriesTargetOf } from "../../editor/tabs/target";
import { type ComparedIn, compareVintages, revisionsOf } from "../documents/compareSeries";
import { chosenLine } from "./lines/lineCode";
import { targetOfLine } from "./lines/lineSubject";
import { UnknownServiceError } from "./lines/unknownServiceError";

/** Where revisions are opened, the connections of lines and files, and the reporter of failures. */
type OpenedIn = ComparedIn & {
  readonly connections: KnownConnections;
  readonly failures: Reporter;
};

/** Thrown for a file or a line that is not a vintage of a signal. */
class NoVintageError extends Error {
  override readonly name = "NoVintageError";

  constructor() {
    super(vscode.l10n.t("only a single signal has revisions"));
  }
}

/**
 * Opens the chart of what was revised since the vintage of a reference line, by default at the cursor, or of a saved
 * Parquet file. Also takes rows and documents, and then asks for the other as-of. Failures are reported.
 */
export async function openRevisions(
  parts: OpenedIn,
  argument: unknown,
  rows: unknown,
): Promise<void> {
  try {
    const isFile = argument instanceof vscode.Uri && argument.scheme !== scheme;
    const target = isFile ? await targetOfFile(argument, parts) : targetAtLine(argument, parts);
    if (target === undefined) await compareVintages(argument, rows, parts, true);
    else await revisionsOf(target, parts);
  } catch (error) {
    const attempt = vscode.l10n.t("Could not open the revisions");
    await parts.failures.report(error, { attempt });
  }
}

/** Undefined where the argument, or the cursor, is not at the line of a signal. */
function targetAtLine(argument: unknown, { connections }: OpenedIn): Target<SignalRef> | undefined {
  const isOther = argument instanceof vscode.Uri || seriesTargetOf(argument) !== undefined;
  const place = isOther ? undefined : chosenLine(argument);
  if (place === undefined) return undefined;
  const { reference, service } = place.line;
  if (reference.family !== "signal") throw new NoVintageError();
  const target = targetOfLine(place.line, connections);
  if (target === undefined) throw new UnknownServiceError(service);
  return { connectionId: target.connectionId, reference };
}

async function targetOfFile(
  uri: vscode.Uri,
  { connections }: OpenedIn,
): Promise<Target<SignalRef>> {
  const { metadata } = readParquetFooter(await vscode.workspace.fs.readFile(uri));
  const reference = referenceOfPath(metadata.get("macro-signals.reference") ?? "");
  if (reference?.family !== "signal") throw new NoVintageError();
  const service = metadata.get("macro-signals.service") ?? "";
  const connection = connectionOfService(service, connections);
  if (connection === undefined) throw new UnknownServiceError(plainMessage(service));
  return { connectionId: connection.id, reference };
}
