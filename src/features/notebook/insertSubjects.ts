import * as vscode from "vscode";
import { placeOfUri } from "../../shared/place";
import { type WindowContext } from "../../connect/context";
import { withChosenKind as targetsWithChosenKind } from "../../connect/chooseDataKind";
import { type InsertSubject } from "./insertSubject";
import { selectedTargetsOf, selectedPanelsOf } from "../../editor/tabs/target";

/** The series and panels that a command was called for. */
export interface SelectedSubjects {
  readonly subjects: readonly InsertSubject[];
  /** Whether they are rows, which inherit the kind, rather than documents, which have their own. */
  readonly inheritKind: boolean;
}

/**
 * The series and panels that a command was called for: those of the selected rows, or of a chart or document with its
 * slice.
 *
 * @param argument - A row of a tree or the URI of one of our documents; other callers may pass anything.
 * @param selection - All selected rows, including the argument.
 */
export function seriesInSelection(argument: unknown, selection?: unknown): SelectedSubjects {
  const place = argument instanceof vscode.Uri ? placeOfUri(argument.toString()) : undefined;
  const part = place?.slice === undefined ? {} : { slice: place.slice };
  const targets = [
    ...selectedTargetsOf(argument, selection),
    ...selectedPanelsOf(argument, selection),
  ];
  return {
    subjects: targets.map((target) => ({ target, ...part })),
    inheritKind: !(argument instanceof vscode.Uri),
  };
}

/**
 * The series with the kind that the person chooses when data first leave the editor in a workspace. Undefined when they
 * do not answer.
 */
export async function subjectsWithChosenKind(
  { subjects, inheritKind }: SelectedSubjects,
  context: WindowContext,
): Promise<readonly InsertSubject[] | undefined> {
  if (!inheritKind) return subjects;
  const targets = subjects.map(({ target }) => target);
  const chosen = await targetsWithChosenKind(targets, context);
  if (chosen.length === 0) return undefined;
  return subjects.map((subject, index) => {
    const target = chosen[index] ?? subject.target;
    return { ...subject, target };
  });
}
