import * as vscode from "vscode";
import { type Reference, type DataKind } from "../shared/reference";
import { askKind } from "./askKind";
import { type WindowContext } from "./context";

/** A row's series or panel. */
interface Target {
  readonly reference: Reference;
}

/**
 * The series and panels of rows with the kind to export. The references of rows inherit the kind of new charts; here it
 * is replaced by the kind of exports. The first time that data leave the editor in a workspace, the user is asked for it.
 * Empty if the user does not answer.
 */
export async function withChosenKind<T extends Target>(
  targets: readonly T[],
  context: WindowContext,
): Promise<readonly T[]> {
  const inherited = context.current?.dataKind;
  const inherits = ({ reference }: Target): boolean =>
    reference.family !== "forecast" && reference.dataKind === inherited;
  if (inherited === undefined || !targets.some(inherits)) return targets;
  const dataKind = context.exportKind ?? (await askedKind(context, inherited));
  if (dataKind === undefined) return [];
  return targets.map((target) => {
    const { reference } = target;
    if (reference.family === "forecast" || !inherits(target)) return target;
    return { ...target, reference: { ...reference, dataKind } };
  });
}

/** Asks for the kind of exports and stores it. Undefined if the user does not answer. */
async function askedKind(
  context: WindowContext,
  ofCharts: DataKind,
): Promise<DataKind | undefined> {
  const answer = await askKind({
    title: vscode.l10n.t("SNAP or FIT for Inserted, Copied and Saved Data?"),
    placeholder: vscode.l10n.t(
      "Asked once; new charts stay {0}. To change: Change Defaults for New Series…",
      ofCharts,
    ),
  });
  if (answer.kind !== "given") return undefined;
  await context.setExportKind(answer.value);
  return answer.value;
}
