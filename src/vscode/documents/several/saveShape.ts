import * as vscode from "vscode";
import { plainLabel } from "../../../shared/plainText";
import { type FileFormat } from "../../../shared/wireFormat";
import { type Choice, type PickQuestion, pickOne } from "../../prompt/pickOne";
import { fileFormats, formatLabel } from "../saveLocation";

/** What is written: series one below the other, one column of each side by side, or each a file of its own. */
export interface SaveShape<Kind extends string = "long" | "wide" | "files"> {
  readonly kind: Kind;
  readonly format: FileFormat;
}

/** Asks what several series shall become. Undefined when nothing. */
export async function askShape(count: number): Promise<SaveShape | undefined> {
  const { t } = vscode.l10n;
  const rows: readonly Choice<SaveShape["kind"]>[] = [
    ...tableRows(),
    {
      value: "files",
      label: t("One File per Series"),
      detail: t("In one folder, with the same names as files saved alone"),
    },
  ];
  const placeholder = t("How should they be combined?");
  return askKindAndFormat({ title: t("Save {0} Series", count), placeholder, rows }, "csv");
}

/**
 * Asks what a panel shall become. Undefined when nothing.
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
  for (;;) {
    const answer = await pickOne(request);
    if (answer.kind !== "given") return undefined;
    const format = await pickOne({ ...formatQuestion(request.title, usual), hasBack: true });
    if (format.kind === "given") return { kind: answer.value, format: format.value };
    if (format.kind !== "back") return undefined;
  }
}

/** What several series and a panel alike may become. */
function tableRows(): Choice<"long" | "wide">[] {
  const { t } = vscode.l10n;
  return [
    {
      value: "long",
      label: t("One Long Table"),
      detail: t("All columns, with the series stacked and labelled"),
    },
    {
      value: "wide",
      label: t("One Wide Table"),
      detail: t("One column per series, side by side"),
    },
  ];
}

/** The column of a wide table, asked for where there are several. Undefined when none. */
export async function askColumn(names: readonly string[]): Promise<string | undefined> {
  if (names.length < 2) return names[0];
  const answer = await pickOne({
    title: vscode.l10n.t("Column for the Wide Table"),
    placeholder: vscode.l10n.t("Choose the column to save for each series"),
    rows: names.map((name) => ({ value: name, label: plainLabel(name) })),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** Whether files that are there already are to be replaced. Undefined when nothing is to be saved. */
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

/** Asks for the format alone; the usual one is active. Undefined when none. */
export async function askFormat(title: string, usual: FileFormat): Promise<FileFormat | undefined> {
  const answer = await pickOne(formatQuestion(title, usual));
  return answer.kind === "given" ? answer.value : undefined;
}

function formatQuestion(title: string, usual: FileFormat): PickQuestion<FileFormat> {
  const { t } = vscode.l10n;
  const detail = t("Adds an apostrophe to text that a spreadsheet would run as a formula");
  const rows = fileFormats.map((format) => ({
    value: format,
    label: formatLabel(format),
    ...(format === "spreadsheet.csv" ? { detail } : {}),
  }));
  const active = rows.find(({ value }) => value === usual);
  const question = { title, placeholder: t("Choose the file format"), rows };
  return active === undefined ? question : { ...question, active };
}
