import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { type FileFormat, fileFormats, formatNames } from "../../shared/wireFormat";
import { type Choice, type PickQuestion, pickOne } from "../prompt/pickOne";
import { askThen } from "../prompt/promptAnswer";

/** How several series are written: in long form, one column of each side by side, or one file for each. */
export interface SaveShape<Kind extends string = "long" | "wide" | "files"> {
  readonly kind: Kind;
  readonly format: FileFormat;
}

/** Asks how to write several series. Undefined when the person leaves. */
export async function askShape(title: string): Promise<SaveShape | undefined> {
  const { t } = vscode.l10n;
  const rows: readonly Choice<SaveShape["kind"]>[] = [
    ...tableRows(),
    {
      value: "files",
      label: t("One File per Series"),
      detail: t("In one folder, with the same names as files saved alone"),
    },
  ];
  return askKindAndFormat({ title, placeholder: t("How should they be combined?"), rows }, "csv");
}

/**
 * Asks how to write a panel. Undefined when the person leaves.
 *
 * @param format - Not asked for where it is given.
 */
export async function askPanelShape(
  title: string,
  format?: FileFormat,
): Promise<SaveShape<"long" | "wide"> | undefined> {
  const placeholder = vscode.l10n.t("Choose the layout");
  const request = { title, placeholder, rows: tableRows() };
  if (format === undefined) return askKindAndFormat(request, "parquet");
  const answer = await pickOne(request);
  return answer.kind === "given" ? { kind: answer.value, format } : undefined;
}

async function askKindAndFormat<Kind extends string>(
  request: PickQuestion<Kind>,
  usual: FileFormat,
): Promise<SaveShape<Kind> | undefined> {
  const answer = await askThen(
    () => pickOne(request),
    async (kind) => {
      const format = await pickOne({ ...formatQuestion(request.title, usual), hasBack: true });
      if (format.kind !== "given") return format;
      return { kind: "given", value: { kind, format: format.value } } as const;
    },
  );
  return answer.kind === "given" ? answer.value : undefined;
}

/** The choices that several series and a panel have in common. */
function tableRows(): Choice<"long" | "wide">[] {
  const { t } = vscode.l10n;
  return [
    {
      value: "long",
      label: t("One Long Table"),
      detail: t("All columns, with the series stacked and labeled"),
    },
    {
      value: "wide",
      label: t("One Wide Table"),
      detail: t("One column per series, side by side"),
    },
  ];
}

/** The column of a wide table; asks where there are several. Undefined when the person leaves. */
export async function askColumn(names: readonly string[]): Promise<string | undefined> {
  if (names.length < 2) return names[0];
  const answer = await pickOne({
    title: vscode.l10n.t("Column for the Wide Table"),
    placeholder: vscode.l10n.t("Choose the column to save for each series"),
    rows: names.map((name) => ({ value: name, label: plainLabel(name) })),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** Asks whether to replace existing files. Undefined to save nothing. */
export async function mayReplace(count: number, of: number): Promise<boolean | undefined> {
  const { t } = vscode.l10n;
  const [replace, keep] = [t("Replace"), t("Keep")];
  const question =
    count === 1
      ? t("1 of {0} files already exists in the folder.", of)
      : t("{0} of {1} files already exist in the folder.", count, of);
  const answer = await vscode.window.showWarningMessage(question, { modal: true }, replace, keep);
  return answer === undefined ? undefined : answer === replace;
}

/** Asks for the format only; the usual one is active. Undefined when the person leaves. */
export async function askFormat(title: string, usual: FileFormat): Promise<FileFormat | undefined> {
  const answer = await pickOne(formatQuestion(title, usual));
  return answer.kind === "given" ? answer.value : undefined;
}

function formatQuestion(title: string, usual: FileFormat): PickQuestion<FileFormat> {
  const { t } = vscode.l10n;
  const rows = fileFormats.map(formatChoice);
  const active = rows.find(({ value }) => value === usual);
  const question = { title, placeholder: t("Choose the file format"), rows };
  return active === undefined ? question : { ...question, active };
}

/** The row of a format; that of a CSV for spreadsheets states that it changes texts. */
export function formatChoice(format: FileFormat): Choice<FileFormat> {
  const detail = vscode.l10n.t(
    "Adds an apostrophe to text that a spreadsheet would run as a formula",
  );
  const label = formatLabel(format);
  return { value: format, label, ...(format === "spreadsheet.csv" ? { detail } : {}) };
}

function formatLabel(format: FileFormat): string {
  return format === "spreadsheet.csv" ? vscode.l10n.t("CSV for Spreadsheets") : formatNames[format];
}

/** Asks where to save a table, with our own name as the default. Undefined when the person leaves. */
export async function askSaveLocation(
  title: string,
  fileName: string,
  format: FileFormat,
): Promise<vscode.Uri | undefined> {
  const ordered = [format, ...fileFormats.filter((each) => each !== format)];
  const filters = Object.fromEntries(ordered.map((each) => [formatLabel(each), [each]]));
  return askLocation(title, fileName, filters);
}

/**
 * Asks where to save a file, starting in the first workspace folder or the home folder. Undefined when the person
 * leaves.
 */
export async function askLocation(
  title: string,
  fileName: string,
  filters: Record<string, string[]>,
): Promise<vscode.Uri | undefined> {
  const defaultUri = vscode.Uri.joinPath(startFolder(), fileName);
  return vscode.window.showSaveDialog({ title, defaultUri, filters });
}

/** Asks for the folder of several files. Undefined when the person leaves. */
export async function askSaveFolder(title: string): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title,
    defaultUri: startFolder(),
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: vscode.l10n.t("Save Here"),
  });
  return chosen?.[0];
}

/** Skips folders of other schemes, which may be read-only like our own. */
function startFolder(): vscode.Uri {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const onDisk = folders.find(({ uri }) => uri.scheme === "file");
  return onDisk?.uri ?? vscode.Uri.file(os.homedir());
}

/** The extension of a chosen file names no format. */
class UnknownFormatError extends Error {
  override readonly name = "UnknownFormatError";

  constructor(fileName: string) {
    super(vscode.l10n.t("the name {0} does not end in .csv, .json or .parquet", fileName));
  }
}

/** @throws {@link UnknownFormatError} */
export function formatOfLocation(location: vscode.Uri): FileFormat {
  const name = path.posix.basename(location.path);
  // A CSV for spreadsheets has the extension of a CSV, too.
  const [format] = fileFormats
    .filter((each) => name.toLowerCase().endsWith(`.${each}`))
    .sort((a, b) => b.length - a.length);
  if (format === undefined) throw new UnknownFormatError(name);
  return format;
}
