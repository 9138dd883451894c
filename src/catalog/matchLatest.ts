import { type SignalDefinition } from "../service/parseDefinition";
import { type LatestSignal } from "../service/parseLatestSignals";
import { type TagDimension } from "../service/parseTags";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { dimensionsOf, variantKey } from "./variants";

/** The newest values of one variant. */
export interface MatchedLatest {
  readonly signal: SignalDefinition;
  readonly tags: TagValues;
  readonly latest: LatestSignal;
  /** The record says version 0, which its code does not have: it was taken for the highest. */
  readonly isVersionAssumed: boolean;
}

export interface LatestMatches {
  /** One for each variant that has a record. */
  readonly matched: readonly MatchedLatest[];
  /** Records without a code, of signals or variants that the definitions do not have. For tables, never for the tree. */
  readonly unmatched: readonly LatestSignal[];
}

/**
 * Puts the records of the latest signals to the variants of some definitions. Tag kinds and fields are compared by their
 * stems. A record may tell more than the variant's own tags (its region beside its country): of the variants whose tags it
 * tells all, it belongs to the one with the most. Of two records for one variant the later production wins.
 */
export function matchLatest(
  records: Iterable<LatestSignal>,
  definitions: Iterable<SignalDefinition>,
): LatestMatches {
  const index = new SignalIndex(definitions);
  const matched = new Map<string, MatchedLatest>();
  const unmatched: LatestSignal[] = [];
  for (const latest of records) {
    const match = index.match(latest);
    if (match === undefined) {
      unmatched.push(latest);
      continue;
    }
    const { code, version } = match.signal;
    const key = JSON.stringify([code, version, variantKey(match.tags)]);
    const known = matched.get(key);
    if (known === undefined || isBetter(match, known)) matched.set(key, match);
  }
  return { matched: [...matched.values()], unmatched };
}

/** The versions of each code, and their variants by the stems of their tags. */
class SignalIndex {
  private readonly versions = new Map<string, SignalDefinition[]>();
  private readonly variants = new Map<SignalDefinition, VariantIndex>();

  constructor(definitions: Iterable<SignalDefinition>) {
    for (const definition of definitions) {
      const versions = this.versions.get(definition.code) ?? [];
      this.versions.set(definition.code, [...versions, definition]);
    }
  }

  match(latest: LatestSignal): MatchedLatest | undefined {
    const versions = latest.code === undefined ? undefined : this.versions.get(latest.code);
    const exact = versions?.find(({ version }) => version === latest.version);
    const assumed = latest.version === 0 ? highestOf(versions ?? []) : undefined;
    const signal = exact ?? assumed;
    if (signal === undefined) return undefined;
    const tags = this.variantsOf(signal).find(latest.tags);
    return tags && { signal, tags, latest, isVersionAssumed: exact === undefined };
  }

  /** Made when the first record of the signal comes: a listing may name many signals that have none. */
  private variantsOf(signal: SignalDefinition): VariantIndex {
    const known = this.variants.get(signal) ?? new VariantIndex(signal);
    this.variants.set(signal, known);
    return known;
  }
}

/** Looks a record up without listing the variants, of which a definition can claim more than memory holds. */
class VariantIndex {
  /** The dimensions of each tag, those with the most first. */
  private readonly addresses: readonly (readonly Dimension[])[];

  constructor({ tags }: SignalDefinition) {
    this.addresses = tags
      .map((tag) => dimensionsOf(tag).map(toDimension))
      .sort((a, b) => b.length - a.length);
  }

  find(fields: TagValues): TagValues | undefined {
    for (const address of this.addresses) {
      const pairs = address.map((dimension) => [dimension.kind, valueFor(dimension, fields)]);
      if (pairs.every((pair): pair is [string, string] => pair[1] !== undefined)) {
        return Object.fromEntries(pairs);
      }
    }
    return undefined;
  }
}

interface Dimension {
  readonly kind: string;
  readonly values: ReadonlySet<string>;
}

function toDimension({ kind, values }: TagDimension): Dimension {
  return { kind, values: new Set(values) };
}

/** Of a field of the kind's own name, else of one with its stem: a record may tell a code and a name of one dimension. */
function valueFor({ kind, values }: Dimension, fields: TagValues): string | undefined {
  const own = Object.hasOwn(fields, kind) ? fields[kind] : undefined;
  if (own !== undefined && values.has(own)) return own;
  const stem = tagStem(kind);
  const found = Object.entries(fields).find(
    ([field, value]) => tagStem(field) === stem && values.has(value),
  );
  return found?.[1];
}

function highestOf(versions: readonly SignalDefinition[]): SignalDefinition | undefined {
  return versions.toSorted((a, b) => b.version - a.version)[0];
}

/** The later production wins; of one production, the record that names its version. */
function isBetter(one: MatchedLatest, other: MatchedLatest): boolean {
  const [own, others] = [producedAt(one.latest), producedAt(other.latest)];
  return own > others || (own === others && other.isVersionAssumed && !one.isVersionAssumed);
}

function producedAt({ pointInTimeMs }: LatestSignal): number {
  return pointInTimeMs ?? Number.NEGATIVE_INFINITY;
}
