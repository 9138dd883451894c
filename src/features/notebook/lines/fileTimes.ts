import * as vscode from "vscode";
import { pathIn } from "../code/changedCode";
import { otherTimeOfFile } from "../code/fileOfLine";
import { type FoundReference } from "../code/foundReferences";
import { type Instant } from "../../../shared/instant";
import { type ReferenceLine } from "../../../shared/referenceLine";
import { languageOf } from "./lineCode";
import { type LineItem } from "./lineItems";
import { lineName } from "./lineSubject";
import { asOfText } from "../../../editor/text/dateText";

/**
 * Items for lines whose code reads a file of another as-of than the line's, by row. File names show it: no file is
 * read.
 */
export function otherFileItems(
  document: vscode.TextDocument,
  found: readonly FoundReference[],
): ReadonlyMap<number, LineItem> {
  const lines = document.getText().split(/\r\n|\r|\n/);
  const items = new Map<number, LineItem>();
  for (const { line, row, endRow } of found) {
    if (line === undefined) continue;
    const block = { lines, row, endRow, language: languageOf(document, lines[row]) };
    const path = pathIn(block, line);
    const time = path.ok ? otherTimeOfFile(path.relativePath, line) : undefined;
    if (time !== undefined) items.set(row, itemOf(line, time));
  }
  return items;
}

function itemOf(line: ReferenceLine, time: Instant): LineItem {
  const { t } = vscode.l10n;
  const { reference } = line;
  const said = reference.family !== "forecast" ? asOfText(reference.asOf) : "";
  const words = t("the line says as of {0}, the file {1}", said, asOfText(time));
  const tooltip = t("One of them was changed by hand. Refresh makes them agree.");
  return { text: `$(warning) ${lineName(line)} · ${words}`, tooltip };
}
