import { type SignalDefinition } from "../../src/service/parseDefinition";
import { type Tag, type TagDimension } from "../../src/service/parseTags";

export function sub(kind: string, values: readonly string[]): TagDimension {
  return { kind, values };
}

export function tag(
  kind: string,
  values: readonly string[],
  ...subTags: readonly TagDimension[]
): Tag {
  return { kind, values, subTags };
}

export function definition(
  code: string,
  version: number,
  ...tags: readonly Tag[]
): SignalDefinition {
  return { code, version, name: code, tags, unreadable: [] };
}
