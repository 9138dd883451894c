import { type SignalDefinition } from "../service/parseDefinition";
import { type TagDimension } from "../service/parseTags";
import { noText, textAt, textCount } from "../shared/columns";
import { TextsBuilder } from "../shared/columnsBuilder";
import { type TagColumns } from "../shared/latestColumns";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { hashOfText, HashTable, none } from "./hashTable";
import { dimensionsOf } from "./variants";

/** A dimension of a tag, and where each of its values stands. */
class Dimension {
  readonly kind: string;
  readonly stem: string;
  readonly values: readonly string[];
  private readonly positions: HashTable;

  constructor({ kind, values }: TagDimension) {
    this.kind = kind;
    this.stem = tagStem(kind);
    this.values = values;
    this.positions = new HashTable(values.length);
  }

  /** Must be called once. May pause after each value. */
  *read(): Generator<void, void> {
    for (const [position, value] of this.values.entries()) {
      const place = this.placeOf(value);
      if (this.positions.at(place) === none) this.positions.set(place, position);
      yield;
    }
  }

  /** {@link none} for what is no value. */
  positionOf(value: string, hash = hashOfText(value)): number {
    return this.positions.at(this.placeOf(value, hash));
  }

  private placeOf(value: string, hash = hashOfText(value)): number {
    const { values, positions } = this;
    return positions.placeOf(hash, (position) => values[position] === value);
  }
}

/** The dimensions of each tag of a signal, those with the most first. */
export type VariantIndex = readonly (readonly Dimension[])[];

/**
 * What looks up the variants of a signal without listing them: a definition can claim more of them than memory holds. May
 * pause after each value of a dimension.
 */
export function* variantIndex({ tags }: SignalDefinition): Generator<void, VariantIndex> {
  const addresses: Dimension[][] = [];
  for (const tag of tags) {
    const address: Dimension[] = [];
    for (const each of dimensionsOf(tag)) {
      yield;
      const dimension = new Dimension(each);
      yield* dimension.read();
      address.push(dimension);
    }
    addresses.push(address);
  }
  return addresses.sort((a, b) => b.length - a.length);
}

/** The variant that a record's fields name; undefined when the signal has none such. */
export function variantAmong(index: VariantIndex, fields: TagValues): TagValues | undefined {
  const texts = new TextsBuilder();
  const pairs = Object.entries(fields);
  const tagFields = Int32Array.from(pairs, ([field]) => texts.indexOf(field));
  const tagValues = Int32Array.from(pairs, ([, value]) => texts.indexOf(value));
  const finder = new VariantFinder(index, { ...texts.columns, tagFields, tagValues });
  return finder.find(0, pairs.length) ? finder.variant : undefined;
}

/** A tag that a record has. */
interface FoundTag {
  readonly value: string;
  readonly hash: number;
}

/**
 * Finds the variant that the tags of a record name. Tag kinds and fields are compared by their stems. A record may have
 * more tags than its variant (a region beside the country): it belongs to the variant with the most tags among those whose
 * tags it has all.
 */
export class VariantFinder {
  /** For the variant found last: the index of the tag that addresses it, and the position of its value in each dimension. */
  address = 0;
  readonly positions: Int32Array;
  /** The tag kinds of the dimensions by their stems. */
  private readonly kindsOfStem = new Map<string, Set<string>>();
  /** The kinds that each field may belong to; `isOfNone` marks fields that belong to none. */
  private readonly kindsOfField = new Map<number, ReadonlySet<string>>();
  private readonly isOfNone: Uint8Array;
  /** The tags of a record that may belong to each kind, the best match first. */
  private readonly found = new Map<string, FoundTag[]>();

  constructor(
    private readonly index: VariantIndex,
    private readonly columns: TagColumns,
  ) {
    this.positions = new Int32Array(index[0]?.length ?? 0);
    this.isOfNone = new Uint8Array(textCount(columns));
    for (const { kind, stem } of index.flat()) {
      const kinds = this.kindsOfStem.get(stem) ?? new Set();
      this.kindsOfStem.set(stem, kinds.add(kind));
    }
  }

  /** Whether the tags from a start up to but not including an end name a variant. */
  find(start: number, end: number): boolean {
    this.findTags(start, end);
    for (const [address, dimensions] of this.index.entries()) {
      let count = 0;
      for (const dimension of dimensions) {
        const position = this.positionOf(dimension);
        if (position === none) break;
        this.positions[count++] = position;
      }
      if (count < dimensions.length) continue;
      this.take(address, count);
      return true;
    }
    return false;
  }

  /** Finds a variant by its own tags; false if the signal has no such variant. */
  findOwn(tags: TagValues): boolean {
    const kinds = Object.keys(tags).length;
    const address = this.index.findIndex(
      (dimensions) =>
        dimensions.length === kinds &&
        dimensions.every((dimension, at) => {
          const { kind } = dimension;
          const value = Object.hasOwn(tags, kind) ? tags[kind] : undefined;
          const position = value === undefined ? none : dimension.positionOf(value);
          this.positions[at] = position;
          return position !== none;
        }),
    );
    this.take(address, kinds);
    return address !== none;
  }

  /** The variant found last, with the tag kinds of the definition. */
  get variant(): TagValues {
    const dimensions = this.index[this.address] ?? [];
    return Object.fromEntries(
      dimensions.map(({ kind, values }, at) => [kind, values[this.positions[at] ?? 0] ?? ""]),
    );
  }

  private take(address: number, dimensions: number): void {
    this.address = address;
    this.positions.fill(0, dimensions);
  }

  /**
   * Puts the field with the kind's own name before those with its stem: a record may have both a code and a name for one
   * dimension.
   */
  private findTags(start: number, end: number): void {
    const { tagFields, tagValues } = this.columns;
    this.found.clear();
    for (let at = start; at < end; at++) {
      const field = tagFields[at] ?? noText;
      const kinds = this.kindsOf(field);
      if (kinds.size === 0) continue;
      const name = textAt(this.columns, field);
      const value = textAt(this.columns, tagValues[at]) ?? "";
      const tag = { value, hash: hashOfText(value) };
      for (const kind of kinds) {
        const tags = this.found.get(kind) ?? [];
        if (kind === name) tags.unshift(tag);
        else tags.push(tag);
        this.found.set(kind, tags);
      }
    }
  }

  private kindsOf(field: number): ReadonlySet<string> {
    if (this.isOfNone[field] === 1) return noKinds;
    const known = this.kindsOfField.get(field);
    if (known !== undefined) return known;
    const kinds = this.kindsOfStem.get(tagStem(textAt(this.columns, field) ?? "")) ?? noKinds;
    if (kinds.size === 0) this.isOfNone[field] = 1;
    else this.kindsOfField.set(field, kinds);
    return kinds;
  }

  private positionOf(dimension: Dimension): number {
    for (const { value, hash } of this.found.get(dimension.kind) ?? []) {
      const position = dimension.positionOf(value, hash);
      if (position !== none) return position;
    }
    return none;
  }
}

const noKinds: ReadonlySet<string> = new Set();
