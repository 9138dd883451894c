import * as vscode from "vscode";
import { type KnownConnections } from "../../connect/connectionOfService";
import { withDelayedProgress } from "../../editor/progress";
import { showStatus } from "../../editor/report/showStatus";
import { type Target } from "../../shared/place";
import { formatOfPath } from "./code/codeBlock";
import { languages } from "./code/languages";
import { CodeMaker } from "./codeMaker";
import { EditRefusedError } from "./insertErrors";
import { type InsertFlowDependencies } from "./insertFlow";
import { type CodePlace } from "./insertSubject";
import { folderOfTarget, holderOf } from "./insertTarget";
import { targetName } from "./insertedText";
import { insertVintages, pathFrom, targetWithFolder } from "./insertVintages";
import { codeOfPanel, codeOfSubject, type SeriesCode } from "./seriesCode";
import { NoCodeError } from "./unwritableText";

/** A table of a dataset. */
export interface TableOfDataset {
  /** The file of the dataset. */
  readonly dataset: vscode.Uri;
  /** The table's only file, or the folder of vintages. */
  readonly location: vscode.Uri;
  /** Its series or panel as of what the lock says; undefined for vintages. */
  readonly target: Target | undefined;
}

/**
 * Inserts code that reads a table of a dataset into the current notebook or script, below a line that names the dataset.
 * Failures are reported.
 */
export async function insertTable(
  parts: InsertFlowDependencies & { readonly connections: KnownConnections },
  { dataset, location, target: subject }: TableOfDataset,
): Promise<void> {
  if (subject === undefined) return insertVintages(parts, location, dataset);
  const { t } = vscode.l10n;
  const name = targetName(location);
  try {
    const target = await targetWithFolder(parts, t("Insert {0}", name));
    if (target === undefined) return;
    const { language, uri } = target;
    const known = language === undefined ? undefined : languages[language];
    if (language === undefined || known === undefined || !("file" in known)) {
      throw new NoCodeError(t("not in this language"));
    }
    const isParquet = formatOfPath(location.path) === "parquet";
    if (isParquet && !("readsParquet" in known)) {
      throw new NoCodeError(t("code in {0} reads CSV alone", known.name));
    }
    const folder = folderOfTarget(target);
    const file = {
      relativePath: pathFrom(folder, location),
      dataset: pathFrom(folder, dataset),
    };
    if (file.relativePath.startsWith("../") || file.dataset.startsWith("../")) {
      throw new NoCodeError(t("the dataset is not in the folder of {0} or below", targetName(uri)));
    }
    const others = [...target.references, subject.reference];
    const holder = holderOf(uri, target.isNotebook);
    const place = { language, way: "file", holder, folder, others } as const;
    const { text } = await withDelayedProgress(t("Inserting {0}", name), (signal) =>
      codeOf(new CodeMaker(parts.services), subject, place, file, signal),
    );
    if (!(await target.insert([{ text, language }]))) throw new EditRefusedError(targetName(uri));
    showStatus(t("Inserted {0}", name));
  } catch (error) {
    await parts.reporter.report(error, { attempt: t("Could not insert {0}", name) });
  }
}

/** The columns are those of the same request, which a fetched dataset has in the cache. */
async function codeOf(
  maker: CodeMaker,
  target: Target,
  place: CodePlace,
  file: { readonly relativePath: string; readonly dataset: string },
  signal: AbortSignal,
): Promise<SeriesCode> {
  const { fetched, panels, failed } = await maker.fetch([{ target }], signal);
  const [series] = fetched;
  const [panel] = panels;
  if (series !== undefined) return codeOfSubject(series, place, file);
  if (panel !== undefined) return codeOfPanel(panel, place, file);
  throw failed[0]?.error;
}
