import * as vscode from "vscode";
import { type Choice, pickOne } from "../prompt/pickOne";
import { showRendered } from "../virtualDocuments";
import { type GuidePage, guidePages } from "./guidePages";

/**
 * Opens a page of the guide.
 *
 * @param name - The name of a page; for anything else, the person chooses one.
 */
export async function openGuide(
  { extensionUri }: vscode.Extension<unknown>,
  name?: unknown,
): Promise<void> {
  const pages = await guidePages(vscode.Uri.joinPath(extensionUri, "media", "guide").fsPath);
  const page = pages.find((each) => each.name === name) ?? (await askPage(pages));
  if (page !== undefined) await showRendered(vscode.Uri.file(page.file));
}

async function askPage(pages: readonly GuidePage[]): Promise<GuidePage | undefined> {
  const answer = await pickOne({
    title: vscode.l10n.t("Guide"),
    placeholder: vscode.l10n.t("Choose a page to open"),
    rows: pages.map((page): Choice<GuidePage> => ({
      value: page,
      label: page.title,
      detail: page.about,
    })),
  });
  return answer.kind === "given" ? answer.value : undefined;
}
