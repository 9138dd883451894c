import { type SignalDefinition } from "../service/parseDefinition";
import { type TagDimension } from "../service/parseTags";
import { textAt } from "../shared/columns";
import { TextsBuilder } from "../shared/columnsBuilder";
import { type TagColumns } from "../shared/latest/latestColumns";
import { type TagValues } from "../shared/reference";
import { tagStem } from "../shared/tagKind";
import { hashOfText, HashTable, none } from "./hashTable";
import { dimensionsOf } from "./variants";

/** A dimension of a tag, and where each of its values stands. */
class Dimension {
  readonly kind: string;
  readonly values: readonly string[];
  private readonly positions: HashTable;

  constructor({ kind, values }: TagDimension) {
    this.kind = kind;
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
  positionOf(value: string): number {
    return this.positions.at(this.placeOf(value));
  }

  private placeOf(value: string): number {
    const { values, positions } = this;
    return positions.placeOf(hashOfText(value), (position) => values[position] === value);
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

/** How well a field fits a dimension. */
const fits = { not: 0, byStem: 1, byName: 2 } as const;
type Fit = (typeof fits)[keyof typeof fits];

/**
 * Finds the variant that tags of columns name. Tag kinds and fields are compared by their stems. A record may tell more than
 * the variant's own tags (its region beside its country): of the variants whose tags it tells all, it belongs to the one
 * with the most.
 */
export class VariantFinder {
  /** Of what was found last: which tag addresses it, and of each dimension where its value stands. */
  address = 0;
  readonly positions: Int32Array;
  /** Of each dimension how the fields fit. */
  private readonly fieldFits = new Map<Dimension, Map<number, Fit>>();

  constructor(
    private readonly index: VariantIndex,
    private readonly columns: TagColumns,
  ) {
    this.positions = new Int32Array(index[0]?.length ?? 0);
    for (const dimension of index.flat()) this.fieldFits.set(dimension, new Map());
  }

  /** Whether the tags from a start up to but not including an end name a variant. */
  find(start: number, end: number): boolean {
    for (const [address, dimensions] of this.index.entries()) {
      let count = 0;
      for (const dimension of dimensions) {
        const position = this.positionOf(dimension, start, end);
        if (position === none) break;
        this.positions[count++] = position;
      }
      if (count < dimensions.length) continue;
      this.take(address, count);
      return true;
    }
    return false;
  }

  /** Finds a variant by its own tags; false when the signal has none such. */
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

  /** What was found last, by the kinds of the definition. */
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

  /** Of a field of the kind's own name, else of one with its stem: a record may tell a code and a name of one dimension. */
  private positionOf(dimension: Dimension, start: number, end: number): number {
    const { tagFields, tagValues } = this.columns;
    let found = none;
    for (let at = start; at < end; at++) {
      const fit = this.fitOf(dimension, tagFields[at] ?? -1);
      if (fit === fits.not || (fit === fits.byStem && found !== none)) continue;
      const value = textAt(this.columns, tagValues[at]);
      const position = value === undefined ? none : dimension.positionOf(value);
      if (position === none) continue;
      if (fit === fits.byName) return position;
      found = position;
    }
    return found;
  }

  private fitOf(dimension: Dimension, field: number): Fit {
    const ofDimension = this.fieldFits.get(dimension);
    const known = ofDimension?.get(field);
    if (known !== undefined) return known;
    const name = textAt(this.columns, field) ?? "";
    const isOfStem = tagStem(name) === tagStem(dimension.kind);
    const fit = name === dimension.kind ? fits.byName : isOfStem ? fits.byStem : fits.not;
    ofDimension?.set(field, fit);
    return fit;
  }
}
