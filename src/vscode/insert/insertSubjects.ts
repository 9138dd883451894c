import * as vscode from "vscode";
import { chartPlaceOfUri } from "../../shared/chartPlace";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { type Slice } from "../../shared/slice";
import { type ContextState } from "../connection/context";
import { chosenKind } from "../connection/kindChoice";
import { selectedTargetsOf } from "../seriesTarget";
import { type InsertSubject } from "./insertSubject";

/** Series that a command was called for. */
export interface CalledFor {
  readonly subjects: readonly InsertSubject[];
  /** Whether they are rows, which inherit the kind, and not documents, which have their own. */
  readonly inheritKind: boolean;
}

/**
 * All series that a command was called for: the selected rows', a chart's, a document's with its slice.
 *
 * @param argument - A row of a tree, or the URI of one of our documents; anything at all from anyone else.
 * @param selection - All selected rows, the argument among them.
 */
export function calledFor(argument: unknown, selection?: unknown): CalledFor {
  const slice = argument instanceof vscode.Uri ? sliceOf(argument) : undefined;
  const part = slice === undefined ? {} : { slice };
  const targets = selectedTargetsOf(argument, selection);
  return {
    subjects: targets.map((target) => ({ target, ...part })),
    inheritKind: !(argument instanceof vscode.Uri),
  };
}

/**
 * The series with the kind that the person chooses, the first time in a workspace that data leave it. Undefined when the
 * question is left unanswered.
 */
export async function withChosenKind(
  { subjects, inheritKind }: CalledFor,
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<readonly InsertSubject[] | undefined> {
  const inherited = context.current?.dataKind;
  const inherits = ({ target: { reference } }: InsertSubject): boolean =>
    reference.family === "signal" && reference.dataKind === inherited;
  if (!inheritKind || context.isKindChosen || !subjects.some(inherits)) return subjects;
  const dataKind = await chosenKind(context);
  if (dataKind === undefined) return undefined;
  return subjects.map((subject) => {
    const { reference } = subject.target;
    if (!inherits(subject) || reference.family === "forecast") return subject;
    return { ...subject, target: { ...subject.target, reference: { ...reference, dataKind } } };
  });
}

function sliceOf(uri: vscode.Uri): Slice | undefined {
  const text = uri.toString();
  return documentPlaceOfUri(text)?.slice ?? chartPlaceOfUri(text)?.slice;
}
