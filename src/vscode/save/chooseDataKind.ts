import { type Reference, type DataKind } from "../../shared/reference";
import { type ContextState } from "../connection/context";
import * as vscode from "vscode";
import { askKind } from "../connection/askKind";

/** A row's series or panel. */
interface Target {
  readonly reference: Reference;
}

/**
 * The series and panels of rows with the kind to export: rows inherit theirs, and the first time in a workspace that
 * data leave the editor, the person is asked. Empty when they do not answer.
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
 * The kind of exported data. Asked for once in a workspace: a default must not end up in research unnoticed. Undefined
 * when the person does not answer.
 */
export async function chosenKind(
  context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">,
): Promise<DataKind | undefined> {
  const inherited = context.current?.dataKind;
  if (context.isKindChosen && inherited !== undefined) return inherited;
  const answer = await askKind({
    title: vscode.l10n.t("Use SNAP or FIT in this workspace?"),
    placeholder: vscode.l10n.t(
      "Used for everything you open here. Change it at any time with Macro Signals: Set Kind…",
    ),
  });
  if (answer.kind !== "given") return undefined;
  await context.setDataKind(answer.value);
  return answer.value;
}
