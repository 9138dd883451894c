import { noText, type PackedColumns, textAt, unpacked } from "../shared/columns";
import { ColumnsBuilder } from "../shared/columnsBuilder";
import { maxDay, minDay } from "../shared/day";
import { maxInstantMs } from "../shared/instant";
import {
  type LatestSignal,
  type SignalColumns,
  signalColumnTypes,
  tagsBetween,
} from "../shared/latestColumns";
import { all, areTags, areTexts, areValues } from "./columnChecks";
import { versionOf } from "./wireRecord";

/** The newest values of all variants, as columns; a record becomes an object when it is asked for. */
export class LatestSignals {
  readonly columns: SignalColumns;

  /** @throws RangeError where they are other columns. */
  constructor(readonly packed: PackedColumns) {
    this.columns = unpacked(signalColumnTypes, packed);
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
    // Not spread together from several objects: of a large answer these would be much garbage.
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

  /** Whether the columns could have been built from an answer; {@link at} relies on it. May pause. */
  *areSound(): Generator<void, boolean> {
    const { columns, length } = this;
    const { versions, level, momentum, aggregate, pointInTimeMs, codes, days } = columns;
    const scores = [level, momentum, aggregate];
    const ofRecords = [versions, ...scores, pointInTimeMs, days];
    if (ofRecords.some((column) => column.length !== length)) return false;
    for (const score of scores) if (!(yield* areValues(score))) return false;
    return (
      (yield* areTags(columns, length)) &&
      (yield* areTexts(codes, columns, noText)) &&
      (yield* all(versions, (version) => versionOf(version) !== undefined)) &&
      (yield* all(days, (day) => day >= minDay && day <= maxDay)) &&
      (yield* all(pointInTimeMs, (ms) => Number.isNaN(ms) || Math.abs(ms) <= maxInstantMs))
    );
  }

  *[Symbol.iterator](): Generator<LatestSignal, void> {
    for (let index = 0; index < this.length; index++) {
      const record = this.at(index);
      if (record !== undefined) yield record;
    }
  }
}

export class LatestSignalsBuilder {
  private readonly builder = new ColumnsBuilder(signalColumnTypes);

  constructor() {
    this.builder.columns.tagStarts.push(0);
  }

  get length(): number {
    return this.builder.columns.codes.length;
  }

  add({
    code,
    version,
    tags,
    day,
    level,
    momentum,
    aggregate,
    pointInTimeMs,
  }: LatestSignal): undefined {
    const { columns, texts } = this.builder;
    columns.codes.push(code === undefined ? noText : texts.indexOf(code));
    columns.versions.push(version);
    columns.days.push(day);
    columns.level.push(level);
    columns.momentum.push(momentum);
    columns.aggregate.push(aggregate);
    columns.pointInTimeMs.push(pointInTimeMs ?? Number.NaN);
    for (const [field, value] of Object.entries(tags)) {
      columns.tagFields.push(texts.indexOf(field));
      columns.tagValues.push(texts.indexOf(value));
    }
    columns.tagStarts.push(columns.tagFields.length);
  }

  build(): LatestSignals {
    return new LatestSignals(this.builder.packed());
  }
}
