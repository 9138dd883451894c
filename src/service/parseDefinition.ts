import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { type Gaps, Reports } from "./listing";
import { parseTags, type Tag } from "./parseTags";
import { fieldOf, isWireRecord, shownNameOf } from "./wireRecord";
import { type SignalId } from "../shared/reference";

/** The variants that one signal offers. Tags and values that could not be read are reported at position 0. */
export interface SignalDefinition extends SignalId, Gaps {
  /** For people; the code if the service has none. */
  readonly name: string;
  readonly tags: readonly Tag[];
}

/**
 * The definition of a signal. Code and version are the requested ones, since they address its series.
 *
 * @throws {@link ContractError} if the answer is not an object, or its tags are not an array.
 */
export function parseDefinition(
  wire: unknown,
  asked: { readonly code: string; readonly version: number },
  facts: RequestFacts,
): SignalDefinition {
  if (!isWireRecord(wire)) throw new ContractError(facts, "$", "is not a signal definition");
  const tags = fieldOf(wire, "tags") ?? [];
  if (!Array.isArray(tags)) throw new ContractError(facts, "$.tags", "is not an array");
  const reports = new Reports();
  return {
    code: asked.code,
    version: asked.version,
    name: shownNameOf(fieldOf(wire, "name")) ?? asked.code,
    tags: parseTags(tags, (reason) => reports.add(0, reason)),
    ...reports.gaps,
  };
}
