import * as vscode from "vscode";
import { plainLabel } from "../../../shared/plainText";
import { type WireFormat, formatNames } from "../../../shared/wireFormat";
import { type Choice, pickOne } from "../../prompt/pickOne";
import { formats } from "../saveLocation";

/** What several series become: one below the other, one column of each side by side, or each a file of its own. */
export type SaveShape =
  | { readonly kind: "long" }
  | { readonly kind: "wide" }
  | { readonly kind: "files"; readonly format: WireFormat };

/** Asks what several series shall become. Undefined when nothing. */
export async function askShape(count: number): Promise<SaveShape | undefined> {
  const { t } = vscode.l10n;
  const rows: Choice<SaveShape["kind"]>[] = [
    ...tableRows(),
    {
      value: "files",
      label: t("One File per Series"),
      detail: t("In one folder, with the same names as files saved alone"),
    },
  ];
  const title = t("Save {0} Series", count);
  for (;;) {
    const placeholder = t("How should they be combined?");
    const answer = await pickOne({ title, placeholder, rows });
    if (answer.kind !== "given") return undefined;
    if (answer.value !== "files") return { kind: answer.value };
    const format = await askFormat(title);
    if (format === undefined) return undefined;
    if (format !== "back") return { kind: "files", format };
  }
}

/** Asks what a panel shall become. Undefined when nothing. */
export async function askPanelShape(
  title: string,
): Promise<{ readonly kind: "long" | "wide" } | undefined> {
  const { t } = vscode.l10n;
  const answer = await pickOne<"long" | "wide">({
    title,
    placeholder: t("Choose the layout"),
    rows: tableRows(),
  });
  return answer.kind === "given" ? { kind: answer.value } : undefined;
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
      detail: t("One column of each series, side by side"),
    },
  ];
}

/** The column of a wide table, asked for where there are several. Undefined when none. */
export async function askColumn(names: readonly string[]): Promise<string | undefined> {
  if (names.length < 2) return names[0];
  const answer = await pickOne({
    title: vscode.l10n.t("Column of the Wide Table"),
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

async function askFormat(title: string): Promise<WireFormat | "back" | undefined> {
  const rows = formats.map((format) => ({ value: format, label: formatNames[format] }));
  const placeholder = vscode.l10n.t("Choose the file format");
  const answer = await pickOne({ title, placeholder, rows, hasBack: true });
  if (answer.kind === "back") return "back";
  return answer.kind === "given" ? answer.value : undefined;
}
