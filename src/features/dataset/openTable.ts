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
import { type TableOfDataset } from "../notebook/insertTable";
import { type DatasetInFile, lockFileOf } from "./datasetOnDisk";
import { membersOf } from "../../dataset/datasetTables";
import { withinBound } from "./newDataset";

type Opening = () => Promise<unknown>;

interface Openings {
  /** The connection of the dataset's service; without one there are no charts. */
  readonly connection: Connection | undefined;
  readonly gate: AsOfGate;
  /** Inserts code that reads a table. */
  readonly insert: (table: TableOfDataset) => Promise<void>;
}

/**
 * Opens a table of a dataset: its chart, as of the lock where latest was fetched, or a file. Asks where there are
 * several. Also inserts code that reads one.
 */
export async function openTable(
  { uri, root, name, spec }: DatasetInFile,
  lock: DatasetLock | undefined,
  openings: Openings,
): Promise<void> {
  const { connection, gate } = openings;
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
  const codes = lock === undefined ? [] : codeRows({ uri, root, name, spec }, lock, openings);
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
    rows: [...charts, ...codes, ...files, ...ownLock],
  });
  if (answer.kind === "given") await answer.value();
}

/** A row for each table that inserted code can read. */
function codeRows(
  dataset: DatasetInFile,
  lock: DatasetLock,
  { connection, gate, insert }: Openings,
): readonly Choice<Opening>[] {
  return dataset.spec.tables.flatMap((table): Choice<Opening>[] => {
    const place = placeOf(dataset, table, lock);
    const target = connection && targetsOf(table, lock, connection, gate)[0];
    const isVintages = table.kind === "vintages";
    const isRead = target !== undefined && isLocked(target, table, lock, gate);
    if (place === undefined || !(isVintages || isRead)) return [];
    const read = { ...place, target: isVintages ? undefined : target };
    return [
      {
        label: plainLabel(table.name),
        description: vscode.l10n.t("Insert Code"),
        iconPath: new vscode.ThemeIcon("code"),
        value: () => insert(read),
      },
    ];
  });
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

/** The place where code finds a table: its only file, or the folder of its vintages. Undefined for other files, and for JSON. */
function placeOf(
  { uri: dataset, root }: { readonly uri: vscode.Uri; readonly root: string },
  table: DatasetTable,
  { files }: DatasetLock,
): { readonly dataset: vscode.Uri; readonly location: vscode.Uri } | undefined {
  const [file, ...others] = files.filter((each) => each.table === table.name);
  if (file === undefined) return undefined;
  const isPartitioned = table.layout === "partitioned";
  const isRead = table.kind === "vintages" || !file.path.endsWith(".json");
  if (!isRead || (others.length > 0 && !isPartitioned)) return undefined;
  const steps = file.path.split("/");
  // Without the folder of the as-of and the part in it.
  const own = isPartitioned ? steps.slice(0, -2) : steps;
  return { dataset, location: vscode.Uri.joinPath(vscode.Uri.file(root), ...own) };
}

/** Whether one reference describes a table, with the as-of that the lock says. */
function isLocked(
  { reference }: Target,
  table: DatasetTable,
  lock: DatasetLock,
  gate: AsOfGate,
): boolean {
  if (!("member" in table) || table.layout === "files") return false;
  const locked = withResolvedAsOf(table.member, lock.asOf);
  if (locked.family === "forecast") return !gate.refuses(locked);
  return (
    locked.asOf !== "latest" && reference.family !== "forecast" && reference.asOf === locked.asOf
  );
}
