import * as vscode from "vscode";
import { type CodeProblem } from "../code/changedCode";

/** The code below a reference line is not the inserted code any more, so it is not changed. */
export class ForeignCodeError extends Error {
  override readonly name = "ForeignCodeError";

  constructor(readonly problem: CodeProblem) {
    super(
      problem === "unknown-code"
        ? messageFor(problem)
        : `${messageFor(problem)}; ${vscode.l10n.t("nothing was changed. Insert the series again.")}`,
    );
  }
}

function messageFor(problem: CodeProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "no-line":
      return t("the reference line cannot be read");
    case "not-above":
      return t("the reference line is not directly above its own code");
    case "unknown-code":
      return t(
        "the code below the line was not inserted by this extension, so only the line can be changed",
      );
    case "several-paths":
      return t("the code below the reference line names several files");
    case "path-outside":
      return t("the code below the reference line names a file outside the document's folder");
    case "no-as-of":
      return t("the reference line and the code below it have different as-ofs");
    case "other-values":
      return t("the values below the reference line were changed by hand");
  }
}
