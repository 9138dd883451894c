import * as vscode from "vscode";
import { type Reporter } from "./failureReporter";

/** A page that shows a message for a while. */
interface NoticePage {
  post(message: { readonly type: "told"; readonly words: string }): void;
}

/** Copies a text and says so on the page that it is from. */
export async function copyText(text: string, page: NoticePage, reporter: Reporter): Promise<void> {
  try {
    await vscode.env.clipboard.writeText(text);
    page.post({ type: "told", words: vscode.l10n.t("Copied") });
  } catch (error) {
    await reporter.report(error, { attempt: vscode.l10n.t("Could not copy") });
  }
}
