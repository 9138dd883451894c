import { type PanelRef } from "../shared/reference";
import { seriesTargetsOf } from "./seriesTarget";
import { selectedOf, type Target, targetOf } from "./target";

/** What a command is about: one panel of one connection. */
export interface PanelTarget extends Target {
  readonly reference: PanelRef;
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
