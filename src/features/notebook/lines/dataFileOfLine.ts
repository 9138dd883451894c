import * as vscode from "vscode";
import { formatOfPath } from "../code/codeBlock";
import { type FileOrigin } from "../code/fileOfLine";
import { isInsidePath } from "../code/filePath";
import { type Frame } from "../../../data/frame";
import { plainLine } from "../../../shared/plainText";
import { type FrameWorker } from "../../../store/frameWorker";
import { isReallyWithin } from "../realFolder";
import { footerTexts } from "../sameFile";

/** The file that code reads does not exist, holds no series, or lies outside its document's folder. */
export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** A file that code reads. */
export interface DataFile {
  readonly frame: Frame;
  /** The origin in its metadata; undefined for CSV, and for files that are not ours. */
  readonly origin?: FileOrigin;
}

/** A larger file is not ours: no series is that long. */
const maxBytes = 512 * 1024 * 1024;

/**
 * Reads a data file by its path relative to the code's folder (SEC-20: a file outside of it, even through a link, is
 * not read).
 *
 * @throws {@link DataFileError}
 */
export async function readDataFile(
  folder: vscode.Uri,
  relativePath: string,
  worker: FrameWorker,
  signal: AbortSignal,
): Promise<DataFile> {
  const format = formatOfPath(relativePath);
  const location = vscode.Uri.joinPath(folder, relativePath);
  try {
    if (format === undefined || !isInsidePath(relativePath)) throw new DataFileError(outsideText());
    if (!(await isReallyWithin(location, folder))) throw new DataFileError(outsideText());
    const { size } = await vscode.workspace.fs.stat(location);
    if (size > maxBytes) throw new DataFileError(vscode.l10n.t("it is too large"));
    const bytes = await vscode.workspace.fs.readFile(location);
    const body = { bytes, format, isCloseDelimited: false, request: relativePath, attempts: 0 };
    const origin = originOf(bytes);
    const { frame } = await worker.decode(body, { signal });
    return origin === undefined ? { frame } : { frame, origin };
  } catch (error) {
    signal.throwIfAborted();
    const words = vscode.l10n.t("the file {0} cannot be read: {1}", relativePath, problemOf(error));
    throw new DataFileError(words, { cause: error });
  }
}

function originOf(bytes: Uint8Array): FileOrigin | undefined {
  const keys = ["macro-signals.reference", "macro-signals.service"];
  const [reference, service] = footerTexts(bytes, keys) ?? [];
  return reference === undefined || service === undefined ? undefined : { reference, service };
}

function outsideText(): string {
  return vscode.l10n.t("it is outside the document's folder");
}

function problemOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  const isMissing = code === "ENOENT" || code === "FileNotFound";
  if (isMissing) return vscode.l10n.t("it does not exist");
  return plainLine(error instanceof Error ? error.message : String(error));
}
