import * as vscode from "vscode";
import { chartPlaceOfUri } from "../shared/chartPlace";
import { type Form, isConnectionId, placeOfUri, placeUri } from "../shared/place";
import { type SeriesRef } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";

/** What a command is about: one series of one connection. Rows of the trees carry it. */
export interface SeriesTarget {
  readonly connectionId: string;
  readonly reference: SeriesRef;
}

/**
 * The series that a command was called for: a row of a tree, or the URI of one of our documents. Whoever calls a command may
 * pass anything, so nothing is taken on trust; undefined when it is neither.
 */
export function seriesTargetOf(argument: unknown): SeriesTarget | undefined {
  if (argument instanceof vscode.Uri) {
    const place = placeOfUri(argument.toString());
    if (place === undefined || place.reference.family === "panel") return undefined;
    return { connectionId: place.connection, reference: place.reference };
  }
  const target = isObject(argument) && "target" in argument ? argument.target : argument;
  if (!isObject(target) || !("connectionId" in target) || !("reference" in target)) {
    return undefined;
  }
  const { connectionId } = target;
  const reference = seriesRefOf(target.reference);
  if (typeof connectionId !== "string" || reference === undefined) return undefined;
  return isConnectionId(connectionId) ? { connectionId, reference } : undefined;
}

/** All series that a command was called for: of a chart of several each, of anything else the one it names or none. */
export function seriesTargetsOf(argument: unknown): readonly SeriesTarget[] {
  const chart = argument instanceof vscode.Uri ? chartPlaceOfUri(argument.toString()) : undefined;
  if (chart === undefined) {
    const target = seriesTargetOf(argument);
    return target === undefined ? [] : [target];
  }
  return chart.parts.map(({ connection, reference }) => ({ connectionId: connection, reference }));
}

/**
 * All series that a command was called for, each once: those of the selected rows when a menu of one of them called it, else
 * those of the argument.
 *
 * @param selection - What the editor passes second: all selected rows, the argument among them.
 */
export function selectedTargetsOf(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  const isSelected = Array.isArray(selection) && selection.length > 1;
  const rows: readonly unknown[] = isSelected ? selection : [argument];
  const targets = rows.flatMap((row) => seriesTargetsOf(row));
  const byPath = new Map(targets.map((target) => [pathOf(target), target]));
  return [...byPath.values()];
}

/** The URI of a series in some form; the same for equal arguments. */
export function seriesUri(
  { connectionId, reference }: SeriesTarget,
  form: Form,
  slice?: Slice,
): vscode.Uri {
  const place = { connection: connectionId, reference, form };
  return vscode.Uri.parse(placeUri(slice === undefined ? place : { ...place, slice }), true);
}

function pathOf({ connectionId, reference }: SeriesTarget): string {
  return `${connectionId}/${referencePath(reference)}`;
}

/** Written and read back: only what the grammar knows survives, whatever else the object was or turns into. */
function seriesRefOf(value: unknown): SeriesRef | undefined {
  try {
    const reference = referenceOfPath(referencePath(value as SeriesRef));
    return reference?.family === "panel" ? undefined : reference;
  } catch {
    // It lacks what every reference has.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
