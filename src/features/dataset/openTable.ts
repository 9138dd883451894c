import * as vscode from "vscode";
import { isVariantOf } from "../../catalog/panelVariants";
import { type DatasetLock } from "../../dataset/lock";
import { type PlannedTable, planOfLock } from "../../dataset/plan";
import { type DatasetTable } from "../../dataset/spec";
import { outputPath, seriesFileNames } from "../../dataset/stagedTable";
import { type Target } from "../../shared/place";
import { plainLabel } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { type AsOfGate } from "../../store/asOfGate";
import { withResolvedAsOf } from "../../store/seriesBatch";
import { type Connection } from "../../connect/connection";
import { rowsText } from "../../editor/text/countedText";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { openTargets } from "../documents/openSelected";
import { type TableContents, type TableOfDataset } from "../notebook/insertTable";
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
  openings: Openings,
): readonly Choice<Opening>[] {
  const { uri, spec } = dataset;
  // One of each name: a table that was fetched in parts has several plans.
  const tables = new Map(planOfLock(spec, lock).tables.map((table) => [table.name, table]));
  return [...tables.values()].flatMap((table): Choice<Opening>[] => {
    const contents = contentsOf(dataset, table, lock, openings);
    if (contents === undefined) return [];
    const { name } = table;
    const { t } = vscode.l10n;
    const count = contents.kind === "each" ? contents.files.length : 1;
    return [
      {
        label: plainLabel(name),
        description: count === 1 ? t("Insert Code") : t("Insert Code for {0} series", count),
        iconPath: new vscode.ThemeIcon("code"),
        value: () => openings.insert({ dataset: uri, name, contents }),
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

/**
 * The files of a table as code reads them. Undefined without its files, without a connection, which has its columns, and
 * for series that are later than the window's as-of.
 */
function contentsOf(
  { root, spec: { output } }: DatasetInFile,
  table: PlannedTable,
  lock: DatasetLock,
  { connection, gate }: Openings,
): TableContents | undefined {
  const own = new Set(
    lock.files.filter((each) => each.table === table.name).map(({ path }) => path),
  );
  const at = (path: string): vscode.Uri =>
    vscode.Uri.joinPath(vscode.Uri.file(root), ...path.split("/"));
  const { name, layout } = table;
  const path = outputPath(output, `${name}.${output.format}`);
  if (table.kind === "vintages") {
    if (layout !== "partitioned")
      return own.has(path) ? { kind: "vintages", location: at(path) } : undefined;
    const folder = outputPath(output, name);
    const isThere = [...own].some((each) => each.startsWith(`${folder}/as_of=`));
    return isThere ? { kind: "vintages", location: at(folder) } : undefined;
  }
  const { members, panel } = table;
  if (connection === undefined || members.some((each) => gate.refuses(each))) return undefined;
  const targetOf = (reference: Reference): Target => ({ connectionId: connection.id, reference });
  if (table.isSingle || layout === "files") {
    const [first, ...others] = [...seriesFileNames(table)].flatMap(([reference, each]) => {
      const file = outputPath(output, `${each}.${output.format}`);
      return own.has(file) ? [{ location: at(file), target: targetOf(reference) }] : [];
    });
    return first && { kind: "each", files: [first, ...others] };
  }
  if (!own.has(path)) return undefined;
  if (panel !== undefined) {
    // The spec may have been edited since.
    const isWritten = members.every((each) => isVariantOf(panel, each));
    const files = [{ location: at(path), target: targetOf(panel) }] as const;
    return isWritten ? { kind: "each", files } : undefined;
  }
  const held = lock.series.filter((each) => each.table === name && !("absent" in each));
  const targets = held.map(({ reference }) => targetOf(reference));
  return { kind: "set", location: at(path), targets, members };
}
