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
} from "../shared/place";
import { type Reference } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";
import { chartPlaceOfUri } from "../shared/chartPlace";

/**
 * The series or panel that a command was called for: the URI of one of our documents, or whatever carries it as its target,
 * as rows of the trees and flows do. Whoever calls a command may pass anything, so nothing is taken on trust; undefined when
 * it is neither.
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
 * All that a command was called for, each once: what the selected rows carry when a menu of one of them called it, else what
 * the argument does.
 *
 * @param selection - What the editor passes second: all selected rows, the argument among them.
 * @param targetsOf - What a row carries.
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

/** Each once, in the order of the first. */
export function uniqueTargets<T extends Target>(targets: readonly T[]): readonly T[] {
  return [...new Map(targets.map((target) => [targetPath(target), target])).values()];
}

/** The URI of a series or panel in some form; the same for equal arguments. */
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

/** All series that a command was called for: of a chart of several each, of anything else the one it names or none. */
export function seriesTargetsOf(argument: unknown): readonly SeriesTarget[] {
  const chart = argument instanceof vscode.Uri ? chartPlaceOfUri(argument.toString()) : undefined;
  if (chart === undefined) {
    const target = seriesTargetOf(argument);
    return target === undefined ? [] : [target];
  }
  return chart.parts.map(({ connectionId, reference }) => ({ connectionId, reference }));
}

/** All series that a command was called for, each once, as {@link selectedOf} takes them. */
export function selectedTargetsOf(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  return selectedOf(argument, selection, seriesTargetsOf);
}

/** The panel that a command was called for, as {@link targetOf} reads it; undefined when it is none. */
export function panelTargetOf(argument: unknown): PanelTarget | undefined {
  const target = targetOf(argument);
  if (target?.reference.family !== "panel") return undefined;
  return { connectionId: target.connectionId, reference: target.reference };
}

/** All that a document or a row shows: a panel, the series of a chart of several, or the one of anything else. */
export function shownTargetsOf(argument: unknown): readonly Target[] {
  const panel = panelTargetOf(argument);
  return panel === undefined ? seriesTargetsOf(argument) : [panel];
}

/** All panels that a command was called for, each once, as {@link selectedOf} takes them. */
export function selectedPanelsOf(argument: unknown, selection?: unknown): readonly PanelTarget[] {
  return selectedOf(argument, selection, (row) => {
    const target = panelTargetOf(row);
    return target === undefined ? [] : [target];
  });
}

/** Written and read back: only what the grammar knows survives, whatever else the object was or turns into. */
function readBack(value: unknown): Reference | undefined {
  try {
    return referenceOfPath(referencePath(value as Reference));
  } catch {
    // It lacks what every reference has.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
