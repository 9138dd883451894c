import * as vscode from "vscode";
import { type UnsayableError } from "./code/requestParts";

/** No code can be generated for a series. */
export class NoCodeError extends Error {
  override readonly name = "NoCodeError";
}

/** Explains why no code can request a series. */
export function unwritableText({ kind, what }: UnsayableError): string {
  const { t } = vscode.l10n;
  switch (kind) {
    case "panel":
      return t("a live request cannot return several series; insert them as a file or as values");
    case "empty-part":
      return t("a series with an empty name cannot be requested; insert it as a file or as values");
    case "tag-kind":
      return t(
        "the tag {0} cannot be requested; insert the series as a file or as values",
        JSON.stringify(what),
      );
  }
}
