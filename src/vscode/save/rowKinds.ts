import { type Reference } from "../../shared/reference";
import { type ContextState } from "../connection/context";
import { chosenKind } from "../connection/kindChoice";

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
