import { type SignalDefinition } from "../service/parseDefinition";
import { type LatestSignal } from "../service/parseLatestSignals";
import { type Day } from "../shared/day";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { dimensionsOf, variantKey } from "./variants";

/** The newest values of one variant. */
export interface NewestValues {
  readonly latest: LatestSignal;
  /** The record says version 0, which its code does not have: it was taken for the highest. */
  readonly isVersionAssumed: boolean;
}

/** The newest values of one signal. */
export interface SignalValues {
  /** By {@link variantKey}. */
  readonly byVariant: ReadonlyMap<string, NewestValues>;
  /** Of all its variants; undefined when it has none. */
  readonly newestDay: Day | undefined;
}

/**
 * The records of one answer by signal. Whatever takes long is a generator that may pause after each record, since an answer
 * may have some 100,000 of them.
 */
export class LatestRecords {
  private readonly byCode = new Map<string, LatestSignal[]>();

  /** Takes records up. Those without a code belong to no signal. */
  *add(records: Iterable<LatestSignal>): Generator<void, void> {
    for (const record of records) {
      yield;
      if (record.code === undefined) continue;
      const known = this.byCode.get(record.code);
      if (known === undefined) this.byCode.set(record.code, [record]);
      else known.push(record);
    }
  }

  /**
   * Finds the newest values of a signal's variants. Tag kinds and fields are compared by their stems. A record may tell more
   * than the variant's own tags (its region beside its country): of the variants whose tags it tells all, it belongs to the
   * one with the most. Of two records for one variant the later production wins.
   *
   * @param versions - All versions of the signal's code that the service lists.
   */
  *valuesOf(signal: SignalDefinition, versions: readonly number[]): Generator<void, SignalValues> {
    const byVariant = new Map<string, NewestValues>();
    let newestDay: Day | undefined;
    const variants = yield* indexOf(signal);
    const isHighest = !versions.includes(0) && versions.every((each) => each <= signal.version);
    for (const latest of this.byCode.get(signal.code) ?? []) {
      yield;
      const isVersionAssumed = latest.version !== signal.version;
      if (isVersionAssumed && !(latest.version === 0 && isHighest)) continue;
      const tags = variants.find(latest.tags);
      if (tags === undefined) continue;
      const key = variantKey(tags);
      const values = { latest, isVersionAssumed };
      const known = byVariant.get(key);
      if (known === undefined || isBetter(values, known)) byVariant.set(key, values);
    }
    for (const { latest } of byVariant.values()) {
      yield;
      newestDay = Math.max(newestDay ?? latest.day, latest.day);
    }
    return { byVariant, newestDay };
  }
}

/** The variant of a signal that a record's fields name; undefined when the signal has none such. */
export function variantOf(signal: SignalDefinition, fields: TagValues): TagValues | undefined {
  const steps = indexOf(signal);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.find(fields);
  }
}

/** Looks a record up without listing the variants, of which a definition can claim more than memory holds. */
class VariantIndex {
  /** @param addresses - The dimensions of each tag, those with the most first. */
  constructor(private readonly addresses: readonly (readonly Dimension[])[]) {}

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

/** May pause after each value of a dimension. */
function* indexOf({ tags }: SignalDefinition): Generator<void, VariantIndex> {
  const addresses: Dimension[][] = [];
  for (const tag of tags) {
    const address: Dimension[] = [];
    for (const { kind, values } of dimensionsOf(tag)) {
      const known = new Set<string>();
      for (const value of values) {
        known.add(value);
        yield;
      }
      address.push({ kind, values: known });
    }
    addresses.push(address);
  }
  return new VariantIndex(addresses.sort((a, b) => b.length - a.length));
}

interface Dimension {
  readonly kind: string;
  readonly values: ReadonlySet<string>;
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

/** The later production wins; of one production, the record that names its version. */
function isBetter(one: NewestValues, other: NewestValues): boolean {
  const [own, others] = [producedAt(one.latest), producedAt(other.latest)];
  return own > others || (own === others && other.isVersionAssumed && !one.isVersionAssumed);
}

function producedAt({ pointInTimeMs }: LatestSignal): number {
  return pointInTimeMs ?? Number.NEGATIVE_INFINITY;
}
