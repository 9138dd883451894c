import * as vscode from "vscode";
import { chartPlaceOfUri } from "../shared/chartPlace";
import { type SeriesRef } from "../shared/reference";
import { selectedOf, type Target, targetOf } from "./target";

/** What a command is about: one series of one connection. Rows of the trees carry it. */
export interface SeriesTarget extends Target {
  readonly reference: SeriesRef;
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
  return chart.parts.map(({ connection, reference }) => ({ connectionId: connection, reference }));
}

/** All series that a command was called for, each once, as {@link selectedOf} takes them. */
export function selectedTargetsOf(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  return selectedOf(argument, selection, seriesTargetsOf);
}
