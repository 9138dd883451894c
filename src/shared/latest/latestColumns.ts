import { type Day } from "../day";
import { type TagValues } from "../reference";

/** The newest values of one variant, as a record of the service tells them. */
export interface LatestRecord {
  /** Absent when the record does not tell it. */
  readonly code?: string;
  readonly version: number;
  /** By the record's own field names. */
  readonly tags: TagValues;
  readonly day: Day;
  /** NaN is no value. */
  readonly level: number;
  readonly momentum: number;
  readonly aggregate: number;
  /** Milliseconds since 1970-01-01 UTC; absent when the record does not tell it. */
  readonly pointInTimeMs?: number;
}

/** Stands in an index of {@link LatestColumns.texts} where a record has no text. */
export const noText = -1;

/** Records as columns, so that any number of them costs a page a few arrays and not an object each. */
export interface LatestColumns {
  /** Every text of the records, once. */
  readonly texts: readonly string[];
  /** Of each record the text that is its code, or {@link noText}. */
  readonly codes: Int32Array;
  readonly versions: Float64Array;
  readonly days: Int32Array;
  /** NaN is no value. */
  readonly level: Float64Array;
  readonly momentum: Float64Array;
  readonly aggregate: Float64Array;
  /** Milliseconds since 1970-01-01 UTC; NaN where a record does not tell it. */
  readonly pointInTimeMs: Float64Array;
  /** The tags of record `i` are those from `tagStarts[i]` up to but not including `tagStarts[i + 1]`. */
  readonly tagStarts: Int32Array;
  /** The texts that are the names and the values of tags. */
  readonly tagFields: Int32Array;
  readonly tagValues: Int32Array;
  /** What people read for a value of a field, where that is not the value itself. */
  readonly labels: readonly TagLabel[];
}

export interface TagLabel {
  /** Indices of {@link LatestColumns.texts}. */
  readonly field: number;
  readonly value: number;
  readonly label: string;
}

/** Takes records one by one, so that whoever has many can pause between them. */
export class LatestColumnsBuilder {
  private readonly texts: string[] = [];
  private readonly indices = new Map<string, number>();
  private readonly seen = new Set<string>();
  private readonly labels: TagLabel[] = [];
  private readonly tagFields: number[] = [];
  private readonly tagValues: number[] = [];
  private readonly columns;
  private next = 0;

  /**
   * @param count - How many records there are.
   * @param readable - What people read for a value of a field.
   */
  constructor(
    count: number,
    private readonly readable: (field: string, value: string) => string,
  ) {
    this.columns = {
      codes: new Int32Array(count).fill(noText),
      versions: new Float64Array(count),
      days: new Int32Array(count),
      level: new Float64Array(count),
      momentum: new Float64Array(count),
      aggregate: new Float64Array(count),
      pointInTimeMs: new Float64Array(count).fill(Number.NaN),
      tagStarts: new Int32Array(count + 1),
    };
  }

  add({ code, version, tags, day, pointInTimeMs, ...scores }: LatestRecord): void {
    const { columns, next } = this;
    if (code !== undefined) columns.codes[next] = this.indexOf(code);
    columns.versions[next] = version;
    columns.days[next] = day;
    columns.level[next] = scores.level;
    columns.momentum[next] = scores.momentum;
    columns.aggregate[next] = scores.aggregate;
    if (pointInTimeMs !== undefined) columns.pointInTimeMs[next] = pointInTimeMs;
    for (const [field, value] of Object.entries(tags)) this.addTag(field, value);
    this.next += 1;
    columns.tagStarts[this.next] = this.tagFields.length;
  }

  build(): LatestColumns {
    const { texts, labels } = this;
    const tagFields = Int32Array.from(this.tagFields);
    const tagValues = Int32Array.from(this.tagValues);
    return { ...this.columns, texts, tagFields, tagValues, labels };
  }

  private addTag(fieldName: string, valueName: string): void {
    const [field, value] = [this.indexOf(fieldName), this.indexOf(valueName)];
    this.tagFields.push(field);
    this.tagValues.push(value);
    const pair = `${field} ${value}`;
    if (this.seen.has(pair)) return;
    this.seen.add(pair);
    const label = this.readable(fieldName, valueName);
    if (label !== valueName) this.labels.push({ field, value, label });
  }

  private indexOf(text: string): number {
    const known = this.indices.get(text);
    if (known !== undefined) return known;
    const index = this.texts.push(text) - 1;
    this.indices.set(text, index);
    return index;
  }
}

export function latestColumnsOf(
  records: readonly LatestRecord[],
  readable: (field: string, value: string) => string = (_field, value) => value,
): LatestColumns {
  const builder = new LatestColumnsBuilder(records.length, readable);
  for (const record of records) builder.add(record);
  return builder.build();
}
