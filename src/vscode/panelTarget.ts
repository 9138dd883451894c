import * as vscode from "vscode";
import { type Form, isConnectionId, placeOfUri, placeUri } from "../shared/place";
import { type PanelRef, type Reference } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";
import { seriesTargetsOf } from "./seriesTarget";

/** What a command is about: one panel of one connection. */
export interface PanelTarget extends Target {
  readonly reference: PanelRef;
}

/** What a tab of one connection shows: a series or a panel. */
export interface Target {
  readonly connectionId: string;
  readonly reference: Reference;
}

/**
 * The panel that a command was called for: the URI of one of its tabs, or whatever carries it as its target, as flows hand it
 * on. Whoever calls a command may pass anything, so nothing is taken on trust; undefined when it is neither.
 */
export function panelTargetOf(argument: unknown): PanelTarget | undefined {
  if (argument instanceof vscode.Uri) {
    const place = placeOfUri(argument.toString());
    if (place?.reference.family !== "panel") return undefined;
    return { connectionId: place.connection, reference: place.reference };
  }
  const target = isObject(argument) && "target" in argument ? argument.target : argument;
  if (!isObject(target) || !("connectionId" in target) || !("reference" in target)) {
    return undefined;
  }
  const { connectionId } = target;
  const reference = panelRefOf(target.reference);
  if (typeof connectionId !== "string" || reference === undefined) return undefined;
  return isConnectionId(connectionId) ? { connectionId, reference } : undefined;
}

/** All that a document shows: a panel, the series of a chart of several, or the one of anything else. */
export function shownTargetsOf(uri: vscode.Uri | undefined): readonly Target[] {
  const panel = panelTargetOf(uri);
  return panel === undefined ? seriesTargetsOf(uri) : [panel];
}

/**
 * All panels that a command was called for, each once: those of the selected rows when a menu of one of them called it, else
 * that of the argument.
 *
 * @param selection - What the editor passes second: all selected rows, the argument among them.
 */
export function selectedPanelsOf(argument: unknown, selection?: unknown): readonly PanelTarget[] {
  const isSelected = Array.isArray(selection) && selection.length > 1;
  const rows: readonly unknown[] = isSelected ? selection : [argument];
  const targets = rows.flatMap((row) => panelTargetOf(row) ?? []);
  const byPath = new Map(targets.map((target) => [panelPath(target), target]));
  return [...byPath.values()];
}

/** The URI of a panel or series in some form; the same for equal arguments. */
export function panelUri(
  { connectionId, reference }: Target,
  form: Form,
  slice?: Slice,
): vscode.Uri {
  const place = { connection: connectionId, reference, form };
  return vscode.Uri.parse(placeUri(slice === undefined ? place : { ...place, slice }), true);
}

/** One text for a panel or series of a connection. */
export function panelPath({ connectionId, reference }: Target): string {
  return `${connectionId}/${referencePath(reference)}`;
}

/** Written and read back: only what the grammar knows survives, whatever else the object was or turns into. */
function panelRefOf(value: unknown): PanelRef | undefined {
  try {
    const reference = referenceOfPath(referencePath(value as PanelRef));
    return reference?.family === "panel" ? reference : undefined;
  } catch {
    // It lacks what every reference has.
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
