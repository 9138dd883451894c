import { type RequestFacts } from "./answer";
import { ContractError } from "./errors";
import { type Unreadable } from "./listing";
import { parseTags, type Tag } from "./parseTags";
import { fieldOf, isWireRecord, nameOf } from "./wireRecord";

/** The variants that one signal offers. */
export interface SignalDefinition {
  readonly code: string;
  readonly version: number;
  /** For people; the code if the service has none. */
  readonly name: string;
  readonly tags: readonly Tag[];
  /** Tags and tag values that were invalid; their position is always 0. */
  readonly unreadable: readonly Unreadable[];
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
  const unreadable: Unreadable[] = [];
  return {
    code: asked.code,
    version: asked.version,
    name: nameOf(fieldOf(wire, "name")) ?? asked.code,
    tags: parseTags(tags, (reason) => unreadable.push({ position: 0, reason })),
    unreadable,
  };
}
