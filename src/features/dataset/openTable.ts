import * as vscode from "vscode";
import { type DatasetLock } from "../../dataset/lock";
import { type DatasetTable } from "../../dataset/spec";
import { type Target } from "../../shared/place";
import { plainLabel } from "../../shared/plainText";
import { type AsOfGate } from "../../store/asOfGate";
import { withResolvedAsOf } from "../../store/seriesBatch";
import { type Connection } from "../../connect/connection";
import { rowsText } from "../../editor/text/countedText";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { openTargets } from "../documents/openSelected";
import { type DatasetInFile, lockFileOf } from "./datasetOnDisk";
import { membersOf } from "./datasetTables";
import { withinBound } from "./newDataset";

type Opening = () => Promise<unknown>;

/**
 * Opens a table of a dataset: its chart, as of the lock where latest was fetched, or a file. Asks where there are
 * several.
 *
 * @param connection - Of the dataset's service; without one there are no charts.
 */
export async function openTable(
  { uri, root, name, spec }: DatasetInFile,
  lock: DatasetLock | undefined,
  connection: Connection | undefined,
  gate: AsOfGate,
): Promise<void> {
  const { t } = vscode.l10n;
  const charts = spec.tables.flatMap((table): Choice<Opening>[] => {
    const targets = connection === undefined ? [] : targetsOf(table, lock, connection, gate);
    if (targets.length === 0) return [];
    const icon = new vscode.ThemeIcon("graph-line");
    return [
      {
        label: plainLabel(table.name),
        description: t("Chart"),
        iconPath: icon,
        value: () => openTargets("chart", targets),
      },
    ];
  });
  const files = (lock?.files ?? []).map((file): Choice<Opening> => ({
    label: plainLabel(file.path),
    description: rowsText(file.rows),
    iconPath: vscode.ThemeIcon.File,
    value: async () => {
      const location = vscode.Uri.joinPath(vscode.Uri.file(root), ...file.path.split("/"));
      await vscode.commands.executeCommand("vscode.open", location);
    },
  }));
  const ownLock: Choice<Opening>[] =
    lock === undefined
      ? []
      : [
          {
            label: t("Lock"),
            iconPath: new vscode.ThemeIcon("lock"),
            value: async () => vscode.commands.executeCommand("vscode.open", lockFileOf(uri)),
          },
        ];
  const answer = await pickOne({
    title: t("Open {0}", plainLabel(name)),
    placeholder: t("Choose a table or a file"),
    rows: [...charts, ...files, ...ownLock],
  });
  if (answer.kind === "given") await answer.value();
}

function targetsOf(
  table: DatasetTable,
  lock: DatasetLock | undefined,
  { id: connectionId }: Connection,
  gate: AsOfGate,
): readonly Target[] {
  const members = table.kind === "vintages" ? table.members : membersOf(table);
  const asOf = table.kind === "vintages" ? undefined : lock?.asOf;
  return members.map((each) => ({
    connectionId,
    reference: withinBound(withResolvedAsOf(each, asOf), gate),
  }));
}
