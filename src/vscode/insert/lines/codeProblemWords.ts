import * as vscode from "vscode";
import { type CodeProblem } from "../../../insert/changedCode";

/** Code below a reference line is not what was inserted any more, so nothing of it is changed. */
export class ForeignCodeError extends Error {
  override readonly name = "ForeignCodeError";

  constructor(readonly problem: CodeProblem) {
    super(
      problem === "unknown-code"
        ? wordsOf(problem)
        : `${wordsOf(problem)}; ${vscode.l10n.t("nothing was changed. Insert the series once more.")}`,
    );
  }
}

function wordsOf(problem: CodeProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "no-line":
      return t("the reference line cannot be read");
    case "unknown-code":
      return t("the code below the line is not inserted code, so only the line can change");
    case "several-paths":
      return t("the code below the reference line names several files");
    case "path-outside":
      return t("the code below the reference line names a file outside the folder of its document");
    case "no-as-of":
      return t("the code below the reference line asks as of another time than the line says");
    case "other-values":
      return t("the values below the reference line were changed by hand");
  }
}
