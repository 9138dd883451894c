import { type Reference, type DataKind } from "../../shared/reference";
import { type ContextState } from "../connection/context";
import * as vscode from "vscode";
import { askKind } from "../connection/askKind";

/** What rows are of. */
interface Target {
  readonly reference: Reference;
}

/**
 * The series and panels of rows with the kind that the person chooses: rows inherit theirs, and the first time in a workspace that data
 * leave the editor it is asked for. None when the question is left unanswered.
 */
export async function withChosenKind<T extends Target>(
  targets: readonly T[],
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<readonly T[]> {
  const inherited = context.current?.dataKind;
  const inherits = ({ reference }: Target): boolean =>
    reference.family !== "forecast" && reference.dataKind === inherited;
  if (context.isKindChosen || !targets.some(inherits)) return targets;
  const dataKind = await chosenKind(context);
  if (dataKind === undefined) return [];
  return targets.map((target) => {
    const { reference } = target;
    if (reference.family === "forecast" || !inherits(target)) return target;
    return { ...target, reference: { ...reference, dataKind } };
  });
}

/**
 * The kind for data that leave the editor, which is asked for once in a workspace: what was never chosen must not end up in
 * research unnoticed. Undefined when the person leaves the question unanswered.
 */
export async function chosenKind(
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<DataKind | undefined> {
  const inherited = context.current?.dataKind;
  if (context.isKindChosen && inherited !== undefined) return inherited;
  const answer = await askKind({
    title: vscode.l10n.t("Use SNAP or FIT for data you export from this workspace?"),
    placeholder: vscode.l10n.t(
      "Used for everything you open here. Change it at any time with Macro Signals: Set Kind…",
    ),
  });
  if (answer.kind !== "given") return undefined;
  await context.setDataKind(answer.value);
  return answer.value;
}
