import { type SeriesTarget, selectedTargetsOf } from "../seriesTarget";
import { activeDocuments } from "./documentTabs";

/**
 * The series that a command was called for, each once: those of the selected rows, of the argument, or without one of the
 * active document. None when there is none.
 */
export function calledFor(argument: unknown, selection?: unknown): readonly SeriesTarget[] {
  return selectedTargetsOf(argument ?? activeDocuments().at(-1), selection);
}
