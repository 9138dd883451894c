import * as vscode from "vscode";
import { type TableContent } from "../../../data/table/content";
import { placeOfUri, wideColumnOf, type Target } from "../../../shared/place";
import { type FileFormat } from "../../../shared/wireFormat";
import { type WindowContext } from "../../../connect/context";
import { activeDocuments } from "../../../editor/tabs/documentTabs";
import { mayUseNewest } from "../../../editor/prompt/mayUseNewest";
import { reportNoDocument } from "../../../editor/tabs/openSeries";
import { withChosenKind } from "../../../connect/chooseDataKind";
import { askFormat, askPanelShape, askShape } from "../../../editor/files/saveQuestions";
import { type SaveParts, type SaveRequest, saveTable, type SavedForm } from "./saveTable";
import { saveTitles } from "./saveText";
import { panelTargetOf, seriesTargetOf, shownTargetsOf } from "../../../editor/tabs/target";
import { type Slice } from "../../../shared/slice";

/** The dependencies of saving rows, which inherit the kind of the context. */
export interface SaveAsParts extends SaveParts {
  readonly context: WindowContext;
}

/** How something is shown and thus saved; the missing parts are asked for. */
interface Shown extends Partial<SavedForm> {
  readonly slice?: Slice | undefined;
}

/**
 * Asks where to save, and saves a document or a row's series or panel; without an argument, the active document. The
 * editor's own Save As would start inside the read-only file system. All series of a chart become one table. A text is
 * saved as it is shown; otherwise the person chooses the form. Failures are reported.
 *
 * @param format - Asked for unless it is given.
 */
export async function saveAs(
  parts: SaveAsParts,
  argument: unknown,
  format?: FileFormat,
): Promise<void> {
  const given = argument ?? activeDocuments().at(-1);
  const targets = shownTargetsOf(given);
  if (targets.length === 0) {
    await reportNoDocument();
    return;
  }
  const shown = given instanceof vscode.Uri ? shownIn(given) : {};
  const isRow = !(given instanceof vscode.Uri);
  const chosen = isRow ? await withChosenKind(targets, parts.context) : targets;
  await saveChosen(parts, chosen, format === undefined ? shown : { ...shown, format });
}

/**
 * Saves the targets of selected rows: all series as one table, and all panels as another. With both, the panels follow
 * the series.
 */
export async function saveTargets(parts: SaveAsParts, targets: readonly Target[]): Promise<void> {
  const chosen = await withChosenKind(targets, parts.context);
  await saveChosen(parts, chosen, {});
}

async function saveChosen(
  parts: SaveParts,
  targets: readonly Target[],
  shown: Shown,
): Promise<void> {
  const references = targets.map(({ reference }) => reference);
  if (!(await mayUseNewest(references, parts.services.gate))) return;
  for (const content of contentsOf(targets)) await saveContent(parts, content, shown);
}

function contentsOf(targets: readonly Target[]): readonly TableContent[] {
  const panels = targets.map(panelTargetOf).filter((each) => each !== undefined);
  const series = targets.map(seriesTargetOf).filter((each) => each !== undefined);
  const [panel, ...otherPanels] = panels;
  const [one, ...others] = series;
  return [
    ...(panel === undefined
      ? []
      : otherPanels.length === 0
        ? [{ kind: "panel", member: panel } as const]
        : [{ kind: "join", members: panels } as const]),
    ...(one === undefined
      ? []
      : others.length === 0
        ? [{ kind: "series", member: one } as const]
        : [{ kind: "set", members: series } as const]),
  ];
}

async function saveContent(parts: SaveParts, content: TableContent, shown: Shown): Promise<void> {
  const titles = await saveTitles(content, parts.services);
  const request = await requestOf(content, titles.question, shown);
  if (request !== undefined) await saveTable(parts, request, titles);
}

/** Asks for the remaining choices; undefined when the person leaves. */
async function requestOf(
  content: TableContent,
  question: string,
  { slice, format, layout }: Shown,
): Promise<SaveRequest | undefined> {
  switch (content.kind) {
    case "series": {
      const chosen = format ?? (await askFormat(question, "csv"));
      if (chosen === undefined) return undefined;
      return { content, slice, format: chosen, layout: { kind: "long" } };
    }
    case "panel": {
      if (format !== undefined && layout !== undefined) return { content, slice, format, layout };
      const shape = await askPanelShape(question, format);
      return shape && { content, slice, format: shape.format, layout: { kind: shape.kind } };
    }
    case "set": {
      const shape = await askShape(question);
      return shape && { content, format: shape.format, layout: { kind: shape.kind } };
    }
    case "join": {
      const chosen = await askFormat(question, "parquet");
      if (chosen === undefined) return undefined;
      return { content, format: chosen, layout: { kind: "long" } };
    }
  }
}

/** How a document is shown: a panel text with a single column is wide. */
function shownIn(uri: vscode.Uri): Shown {
  const place = placeOfUri(uri.toString());
  if (place === undefined) return {};
  const { slice, form, reference } = place;
  if (form === "chart") return reference.family === "panel" ? { slice } : {};
  const column = wideColumnOf(place);
  const layout =
    column === undefined ? { kind: "long" as const } : { kind: "wide" as const, column };
  return { slice, format: form, layout };
}
