import {
  float64Column,
  int32Column,
  noText,
  packed,
  type PackedColumns,
  textAt,
  TextsBuilder,
  unpacked,
} from "../shared/columns";
import {
  type LatestSignal,
  type SignalColumns,
  signalColumnTypes,
  tagsBetween,
} from "../shared/latest/latestColumns";

/** The newest values of all variants, as columns; a record becomes an object when it is asked for. */
export class LatestSignals {
  private constructor(
    readonly packed: PackedColumns,
    readonly columns: SignalColumns,
  ) {}

  /** Undefined where the columns are not such. */
  static of(packedColumns: PackedColumns): LatestSignals | undefined {
    const columns = unpacked(signalColumnTypes, packedColumns);
    return columns && new LatestSignals(packedColumns, columns);
  }

  static ofColumns(columns: SignalColumns): LatestSignals {
    const own = packed(signalColumnTypes, columns);
    return new LatestSignals(own, unpacked(signalColumnTypes, own) ?? columns);
  }

  get length(): number {
    return this.columns.codes.length;
  }

  /** Undefined outside of the list. */
  at(index: number): LatestSignal | undefined {
    const { columns } = this;
    const { versions, days, level, momentum, aggregate, tagStarts } = columns;
    const version = versions[index];
    if (version === undefined) return undefined;
    const code = textAt(columns, columns.codes[index]);
    const pointInTimeMs = columns.pointInTimeMs[index] ?? Number.NaN;
    // Cheaper than an object that is spread into another, of which a large answer would leave much behind.
    const record: { -readonly [Field in keyof LatestSignal]: LatestSignal[Field] } = {
      version,
      tags: tagsBetween(columns, tagStarts[index] ?? 0, tagStarts[index + 1] ?? 0),
      day: days[index] ?? 0,
      level: level[index] ?? Number.NaN,
      momentum: momentum[index] ?? Number.NaN,
      aggregate: aggregate[index] ?? Number.NaN,
    };
    if (code !== undefined) record.code = code;
    if (!Number.isNaN(pointInTimeMs)) record.pointInTimeMs = pointInTimeMs;
    return record;
  }

  *[Symbol.iterator](): Generator<LatestSignal, void> {
    for (let index = 0; index < this.length; index++) {
      const record = this.at(index);
      if (record !== undefined) yield record;
    }
  }
}

export class LatestSignalsBuilder {
  private readonly texts = new TextsBuilder();
  private readonly versions = float64Column();
  private readonly level = float64Column();
  private readonly momentum = float64Column();
  private readonly aggregate = float64Column();
  private readonly pointInTimeMs = float64Column();
  private readonly codes = int32Column();
  private readonly days = int32Column();
  private readonly tagStarts = int32Column();
  private readonly tagFields = int32Column();
  private readonly tagValues = int32Column();

  constructor() {
    this.tagStarts.push(0);
  }

  get length(): number {
    return this.codes.length;
  }

  add({ code, version, tags, day, level, momentum, aggregate, pointInTimeMs }: LatestSignal): void {
    this.codes.push(code === undefined ? noText : this.texts.indexOf(code));
    this.versions.push(version);
    this.days.push(day);
    this.level.push(level);
    this.momentum.push(momentum);
    this.aggregate.push(aggregate);
    this.pointInTimeMs.push(pointInTimeMs ?? Number.NaN);
    for (const [field, value] of Object.entries(tags)) {
      this.tagFields.push(this.texts.indexOf(field));
      this.tagValues.push(this.texts.indexOf(value));
    }
    this.tagStarts.push(this.tagFields.length);
  }

  build(): LatestSignals {
    return LatestSignals.ofColumns({
      ...this.texts.columns,
      versions: this.versions.filled,
      level: this.level.filled,
      momentum: this.momentum.filled,
      aggregate: this.aggregate.filled,
      pointInTimeMs: this.pointInTimeMs.filled,
      codes: this.codes.filled,
      days: this.days.filled,
      tagStarts: this.tagStarts.filled,
      tagFields: this.tagFields.filled,
      tagValues: this.tagValues.filled,
    });
  }
}
