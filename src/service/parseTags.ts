import { type Report } from "./listing";
import { fieldOf, isWireRecord, nameOf, valueNameOf, type WireRecord } from "./wireRecord";

/** A dimension and its values for one entity. */
export interface TagDimension {
  /** For example `country_iso`, `sector`. */
  readonly kind: string;
  /** Distinct values. */
  readonly values: readonly string[];
}

/** A dimension that addresses variants, alone or together with others. */
export interface Tag extends TagDimension {
  /** Dimensions of which one value each must accompany one of this tag; empty if it addresses variants alone. */
  readonly subTags: readonly TagDimension[];
}

/** No signal has more ways to address variants; each of them is searched to find one (LIST-04). */
const maxTags = 1_000;

/** No request line could hold more values (LIST-04). */
const maxSubTags = 32;

/** The tags of a signal or a market; none if absent. Invalid ones are reported and left out. */
export function parseTags(wire: unknown, report: Report): readonly Tag[] {
  const records = recordsOf(wire, "tags", report);
  if (records.length > maxTags) report(`has more than ${maxTags} tags`);
  return records.slice(0, maxTags).flatMap(([tag, path]) => {
    const dimension = dimensionOf(tag, path, report);
    if (dimension === undefined) return [];
    const subTags = subTagsOf(fieldOf(tag, "sub_tags"), path, report);
    return subTags === undefined ? [] : [{ ...dimension, subTags }];
  });
}

/** The sub-tags of a tag; undefined, and reported, if one cannot be read: without it the tag would address other variants. */
function subTagsOf(
  wire: unknown,
  path: string,
  report: Report,
): readonly TagDimension[] | undefined {
  if (Array.isArray(wire) && wire.length > maxSubTags) {
    report(`${path} has more than ${maxSubTags} sub-tags`);
    return undefined;
  }
  const subTags = recordsOf(wire, `${path}.sub_tags`, report).flatMap(
    ([subTag, subPath]) => dimensionOf(subTag, subPath, report) ?? [],
  );
  const isWhole = wire === undefined || (Array.isArray(wire) && subTags.length === wire.length);
  return isWhole ? subTags : undefined;
}

function dimensionOf(tag: WireRecord, path: string, report: Report): TagDimension | undefined {
  const kind = nameOf(fieldOf(tag, "kind"));
  const values = fieldOf(tag, "values") ?? [];
  if (kind === undefined || !Array.isArray(values)) {
    report(`${path} has no readable kind and values`);
    return undefined;
  }
  const names = values.map((value: unknown, index) => {
    const name = valueNameOf(value);
    if (name === undefined) report(`${path}.values[${index}] is not a name`);
    return name;
  });
  return { kind, values: [...new Set(names.filter((name) => name !== undefined))] };
}

/** The records of an array with their paths; an absent array is empty. */
function recordsOf(
  wire: unknown,
  path: string,
  report: Report,
): readonly (readonly [WireRecord, string])[] {
  if (wire === undefined || wire === null) return [];
  if (!Array.isArray(wire)) {
    report(`${path} is not an array`);
    return [];
  }
  return wire.flatMap((value: unknown, index) => {
    const entryPath = `${path}[${index}]`;
    if (isWireRecord(value)) return [[value, entryPath] as const];
    report(`${entryPath} is not an object`);
    return [];
  });
}
