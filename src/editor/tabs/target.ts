import * as vscode from "vscode";
import {
  type Form,
  isConnectionId,
  placeOfUri,
  placeUri,
  type Target,
  type SeriesTarget,
  type PanelTarget,
  targetPath,
} from "../../shared/place";
import { type Reference } from "../../shared/reference";
import { referenceOfPath, referencePath } from "../../shared/referencePath";
import { type Slice } from "../../shared/slice";
import { chartPlaceOfUri } from "../../shared/chartPlace";

/**
 * The series or panel that a command was called for: the URI of one of our documents, or an object with it as its
 * target, such as a tree row. Commands can be called with anything, so nothing is trusted; undefined when it is
 * neither.
 */
export function targetOf(argument: unknown): Target | undefined {
  if (argument instanceof vscode.Uri) {
    const place = placeOfUri(argument.toString());
    return place && { connectionId: place.connectionId, reference: place.reference };
  }
  const target = isObject(argument) && "target" in argument ? argument.target : argument;
  if (!isObject(target) || !("connectionId" in target) || !("reference" in target)) {
    return undefined;
  }
  const { connectionId } = target;
  const reference = readBack(target.reference);
  if (typeof connectionId !== "string" || reference === undefined) return undefined;
  return isConnectionId(connectionId) ? { connectionId, reference } : undefined;
}

/**
 * All targets that a command was called for, without duplicates: those of the selected rows when it was called from a
 * menu of one of them, else those of the argument.
 *
 * @param selection - All selected rows including the argument, as the editor passes them second.
 * @param targetsOf - The targets of a row.
 */
function selectedOf<T extends Target>(
  argument: unknown,
  selection: unknown,
  targetsOf: (row: unknown) => readonly T[],
): readonly T[] {
  const isSelected = Array.isArray(selection) && selection.length > 1;
  const rows: readonly unknown[] = isSelected ? selection : [argument];
  return uniqueTargets(rows.flatMap(targetsOf));
}

/** Without duplicates, in the order of the first occurrences. */
export function uniqueTargets<T extends Target>(targets: readonly T[]): readonly T[] {
  return [...new Map(targets.map((target) => [targetPath(target), target])).values()];
}

/** The URI of a series or panel in a form; equal for equal arguments. */
export function targetUri(
  { connectionId, reference }: Target,
  form: Form,
  slice?: Slice,
): vscode.Uri {
  const place = { connectionId, reference, form };
  return vscode.Uri.parse(placeUri(slice === undefined ? place : { ...place, slice }), true);
}

/** The series that a command was called for, as {@link targetOf} reads it; undefined when it is none. */
export function seriesTargetOf(argument: unknown): SeriesTarget | undefined {
  const target = targetOf(argument);
  if (target === undefined || target.reference.family === "panel") return undefined;
  return { connectionId: target.connectionId, reference: target.reference };
}

/** All series that a command was called for: each of a chart of several, else the one of the argument, if any. */
export function seriesTargetsOf(argument: unknown): readonly SeriesTarget[] {
  const chart = argument instanceof vscode.Uri ? chartPlaceOfUri(argument.toString()) : undefined;
  if (chart === undefined) {
    const target = seriesTargetOf(argument);
    return target === undefined ? [] : [target];
  }
  return chart.parts.map(({ connectionId, reference }) => ({ connectionId, reference }));
}

/** All series that a command was called for, without duplicates, as {@link selectedOf} resolves them. */
export function selectedTargetsOf(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  return selectedOf(argument, selection, seriesTargetsOf);
}

/** The panel that a command was called for, as {@link targetOf} reads it; undefined when it is none. */
export function panelTargetOf(argument: unknown): PanelTarget | undefined {
  const target = targetOf(argument);
  if (target?.reference.family !== "panel") return undefined;
  return { connectionId: target.connectionId, reference: target.reference };
}

/** All targets that a document or a row shows: a panel, the series of a chart of several, or a single one. */
export function shownTargetsOf(argument: unknown): readonly Target[] {
  const panel = panelTargetOf(argument);
  return panel === undefined ? seriesTargetsOf(argument) : [panel];
}

/** All panels that a command was called for, without duplicates, as {@link selectedOf} resolves them. */
export function selectedPanelsOf(argument: unknown, selection?: unknown): readonly PanelTarget[] {
  return selectedOf(argument, selection, (row) => {
    const target = panelTargetOf(row);
    return target === undefined ? [] : [target];
  });
}

/** Formats and parses a value: only what the grammar knows survives, whatever else the object holds. */
function readBack(value: unknown): Reference | undefined {
  try {
    return referenceOfPath(referencePath(value as Reference));
  } catch {
    // It lacks mandatory parts of a reference.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
