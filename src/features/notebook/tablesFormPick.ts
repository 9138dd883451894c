import * as vscode from "vscode";
import { type CodeLanguage } from "./code/languages";
import { type TablesForm, haveOwnNames } from "./code/pieceBlocks";
import { variableName } from "./code/variableName";
import { type PromptAnswer } from "../../editor/prompt/promptAnswer";
import { type Choice, pickOne } from "../../editor/prompt/pickOne";
import { type InsertChoice, wayOfChoice } from "./insertChoice";
import { type InsertSubject } from "./insertSubject";

export interface TablesFormQuestion {
  readonly title: string;
  readonly isNotebook: boolean;
  /** Initially active. */
  readonly last: TablesForm | undefined;
}

/** In the order of the list. */
const tablesForms: readonly TablesForm[] = ["each", "joined", "dictionary"];

/** Whether several series can share a table or dictionary: supported for Python, if their names differ. */
export function hasTablesForms(
  subjects: readonly InsertSubject[],
  choice: InsertChoice,
  language: CodeLanguage | undefined,
): boolean {
  const references = subjects.map(({ target }) => target.reference);
  if (references.length < 2 || references.some(({ family }) => family === "panel")) return false;
  if (wayOfChoice(choice, language).language !== "python") return false;
  return haveOwnNames(references.map((each) => variableName(each, references)));
}

/** Asks in which form to insert several series in Python. */
export async function askTablesForm({
  title,
  isNotebook,
  last,
}: TablesFormQuestion): Promise<PromptAnswer<TablesForm>> {
  const rows = tablesForms.map((form) => ({ value: form, ...labelOf(form, isNotebook) }));
  const active = rows.find(({ value }) => value === last);
  const answer = await pickOne({
    title,
    placeholder: vscode.l10n.t("How should the series be arranged?"),
    rows,
    hasBack: true,
    ...(active === undefined ? {} : { active }),
  });
  return answer.kind === "pressed" ? { kind: "left" } : answer;
}

function labelOf(form: TablesForm, isNotebook: boolean): Omit<Choice<TablesForm>, "value"> {
  const { t } = vscode.l10n;
  switch (form) {
    case "each":
      return {
        label: isNotebook ? t("Separate Cells") : t("Separate Tables"),
        iconPath: new vscode.ThemeIcon("list-flat"),
        detail: t("A separate table for each series"),
      };
    case "joined":
      return {
        label: t("One Joined Table"),
        iconPath: new vscode.ThemeIcon("table"),
        detail: t("Side by side by date, with columns grouped by series"),
      };
    case "dictionary":
      return {
        label: t("Dictionary of Tables"),
        iconPath: new vscode.ThemeIcon("bracket"),
        detail: t("A dictionary from name to table, for loops"),
      };
  }
}

/** The most recent form in this workspace. */
export class RememberedForm {
  private readonly key = "insert.tables";

  constructor(private readonly workspaceState: vscode.Memento) {}

  get last(): TablesForm | undefined {
    const remembered = this.workspaceState.get<unknown>(this.key);
    return tablesForms.find((form) => form === remembered);
  }

  async remember(form: TablesForm): Promise<void> {
    await this.workspaceState.update(this.key, form);
  }
}
