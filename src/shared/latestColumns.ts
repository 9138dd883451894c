import {
  type ColumnTypes,
  noText,
  type PackedColumns,
  textAt,
  type TextColumns,
  textCount,
  unpacked,
} from "./columns";
import { type Day } from "./day";
import { type TagValues } from "./reference";

/** What a record is about. */
export interface RecordSubject {
  /** Absent if the record has none. */
  readonly code?: string;
  /** The variant, by the record's own field names: `country_iso`, `sector_name`, `region_name`. */
  readonly tags: TagValues;
}

/** The newest values of one variant, as a record of the service tells them. */
export interface LatestSignal extends RecordSubject {
  /** As in the record: 0 may mean the newest version. */
  readonly version: number;
  readonly day: Day;
  /** Dimensionless scores; NaN is a missing value. */
  readonly level: number;
  readonly momentum: number;
  readonly aggregate: number;
  /** When the values were produced, milliseconds since 1970-01-01 UTC; absent if the record has none. */
  readonly pointInTimeMs?: number;
}

/** The tags of items: those from one start up to but not including the next. */
export interface TagColumns extends TextColumns {
  /** The texts that are the names and the values of tags. */
  readonly tagFields: Int32Array;
  readonly tagValues: Int32Array;
}

/** Records as columns, so that any number of them costs a few arrays and not an object each. */
export interface SignalColumns extends TagColumns {
  readonly versions: Float64Array;
  /** NaN is no value. */
  readonly level: Float64Array;
  readonly momentum: Float64Array;
  readonly aggregate: Float64Array;
  /** Milliseconds since 1970-01-01 UTC; NaN where a record does not tell it. */
  readonly pointInTimeMs: Float64Array;
  /** For each record, the text that is its code, or none. */
  readonly codes: Int32Array;
  readonly days: Int32Array;
  /** The tags of record `i` are those from `tagStarts[i]` up to but not including `tagStarts[i + 1]`. */
  readonly tagStarts: Int32Array;
}

export const signalColumnTypes: ColumnTypes<SignalColumns> = {
  versions: "float64",
  level: "float64",
  momentum: "float64",
  aggregate: "float64",
  pointInTimeMs: "float64",
  codes: "int32",
  days: "int32",
  tagStarts: "int32",
  tagFields: "int32",
  tagValues: "int32",
  textStarts: "int32",
  textBytes: "uint8",
};

/** What people read for a value of a tag, where that is not the value itself. */
export interface TagLabel {
  /** Indices of texts. */
  readonly field: number;
  readonly value: number;
  readonly label: string;
}

/** Records and what people read for their tags. */
export interface LatestColumns extends SignalColumns {
  readonly labels: readonly TagLabel[];
}

/** What was sent in one piece. @throws RangeError where it is not whole. */
export function labelledColumns(sent: PackedColumns, labels: readonly TagLabel[]): LatestColumns {
  return { ...unpacked(signalColumnTypes, sent), labels };
}

/** The tags from a start up to but not including an end. Own properties, whatever their names are. */
export function tagsBetween(columns: TagColumns, start: number, end: number): TagValues {
  const tags: [string, string][] = [];
  for (let at = start; at < end; at++) {
    const field = textAt(columns, columns.tagFields[at]);
    const value = textAt(columns, columns.tagValues[at]);
    if (field !== undefined && value !== undefined) tags.push([field, value]);
  }
  return Object.fromEntries(tags);
}

/** @param readable - What people read for a value of a field. May pause after each tag. */
export function* tagLabels(
  columns: TagColumns,
  readable: (field: string, value: string) => string,
): Generator<void, readonly TagLabel[]> {
  const { tagFields, tagValues } = columns;
  const labels: TagLabel[] = [];
  const pairs = new TagPairs(textCount(columns));
  for (const [at, field] of tagFields.entries()) {
    yield;
    const value = tagValues[at] ?? noText;
    if (!pairs.isNew(field, value)) continue;
    const text = textAt(columns, value) ?? "";
    const label = readable(textAt(columns, field) ?? "", text);
    if (label !== text) labels.push({ field, value, label });
  }
  return labels;
}

/** The pairs of a field and a value that were met. */
class TagPairs {
  /** For each value, the first field it was met in: most are met in no other. */
  private readonly firstFields: Int32Array;
  private readonly otherFields = new Map<number, Set<number>>();

  constructor(texts: number) {
    this.firstFields = new Int32Array(texts).fill(noText);
  }

  isNew(field: number, value: number): boolean {
    const first = this.firstFields[value];
    if (first === field) return false;
    if (first === noText) {
      this.firstFields[value] = field;
      return true;
    }
    const others = this.otherFields.get(value) ?? new Set();
    if (others.has(field)) return false;
    this.otherFields.set(value, others.add(field));
    return true;
  }
}
