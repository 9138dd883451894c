import { type SignalDefinition } from "../service/parseDefinition";
import { type TagValues } from "../shared/reference";
import { variantsOf } from "./variants";

/** One variant of one signal. */
export interface SignalVariant {
  readonly signal: SignalDefinition;
  readonly tags: TagValues;
}

/** Variants by tag kind, then by tag value, each in the order of the definitions. */
export type TagGroups = ReadonlyMap<string, ReadonlyMap<string, readonly SignalVariant[]>>;

/** All variants of all signals under each of their tags; a variant with two tags is under both kinds. */
export function groupByTag(definitions: Iterable<SignalDefinition>): TagGroups {
  const groups = new Map<string, Map<string, SignalVariant[]>>();
  for (const signal of definitions) {
    for (const tags of variantsOf(signal.tags)) {
      for (const [kind, value] of Object.entries(tags)) {
        const values = entryOf(groups, kind, () => new Map<string, SignalVariant[]>());
        entryOf(values, value, () => []).push({ signal, tags });
      }
    }
  }
  return groups;
}

function entryOf<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}
