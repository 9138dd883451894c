import { type Data, type Table, tableToIPC } from "apache-arrow";
import {
  Compression,
  Table as ModuleTable,
  type RecordBatch,
  type WriterProperties,
  WriterPropertiesBuilder,
  transformParquetStream,
} from "parquet-wasm";
import {
  type NamedData,
  arrowTable,
  columnData,
  constantData,
  constantInstant,
  dayData,
  missingData,
} from "../arrowData";
import { endOfDay } from "../../shared/instant";
import { type Coordinate } from "../coordinates";
import { withMetadata } from "../footerMetadata";
import { buffersOf, dateColumn } from "../frame";
import { freeMemory } from "../../shared/freeMemory";
import { asOfColumn, type LongLayout, type LongPart, columnsIn } from "./long";
import { valuesDigest } from "../valuesDigest";

/** Rows per call into the module, each of which passes the schema again. */
const rowsPerPush = 16_384;
/** Large enough that readers seldom change row groups, small enough to need little memory. */
const rowsPerGroup = 131_072;

/** The value digests of the series, as a JSON array in order. */
const digestsKey = "macro-signals.values_digests";

/**
 * Writes a long table as a Parquet file, part by part: the as-of as TIMESTAMP(MILLIS) in UTC, `Date` as DATE, the
 * coordinates as UTF-8 or INT64, and the columns as in the file of a single series. Memory is bounded by one row group and the next push.
 */
export class LongParquet {
  private readonly batches = new TransformStream<RecordBatch, RecordBatch>();
  private readonly input = this.batches.writable.getWriter();
  private readonly digests: string[] = [];
  private readonly drained: Promise<void>;
  private chunks: Uint8Array[] = [];
  private readonly waiting: Table[] = [];
  private readonly taken: ArrayBufferLike[] = [];
  private waitingRows = 0;
  /** By column, from the previous part: the next one often has the same. */
  private readonly before = new Map<string, Repeated>();

  constructor(private readonly layout: LongLayout) {
    this.drained = this.drain(transformParquetStream(this.batches.readable, propertiesOf(layout)));
    // A failure is reported where the next part is awaited.
    this.drained.catch(() => undefined);
  }

  /**
   * Adds a part, and frees its numbers once they are written.
   *
   * @returns The bytes of the file that are now complete.
   */
  async add(part: LongPart): Promise<Uint8Array[]> {
    this.digests.push(valuesDigest(part.frame));
    this.waiting.push(arrowTable(this.columnsOf(part)));
    this.taken.push(...buffersOf(part.frame));
    this.waitingRows += part.frame.days.length;
    if (this.waitingRows >= rowsPerPush) await this.push();
    return this.chunks.splice(0);
  }

  /**
   * The last bytes of the file.
   *
   * @param metadata - For its footer, in addition to the digests of the series.
   */
  async end(metadata: Readonly<Record<string, string>>): Promise<Uint8Array[]> {
    // The module takes the schema from the first rows, even if there are none.
    if (this.digests.length === 0) this.waiting.push(arrowTable(this.columnsOf(noRows)));
    await this.push();
    await Promise.race([this.input.close(), this.drained]);
    await this.drained;
    const bytes = Buffer.concat(this.chunks.splice(0));
    return [withMetadata(bytes, { ...metadata, [digestsKey]: JSON.stringify(this.digests) })];
  }

  private async push(): Promise<void> {
    const batches = toBatches(this.waiting.splice(0));
    freeMemory(...this.taken.splice(0));
    for (const batch of batches) {
      await Promise.race([this.input.write(batch), this.drained]);
    }
    this.waitingRows = 0;
  }

  private async drain(output: Promise<ReadableStream>): Promise<void> {
    const chunks: AsyncIterable<Uint8Array> = await output;
    for await (const chunk of chunks) this.chunks.push(chunk);
  }

  private columnsOf({ asOf, coordinates, frame }: LongPart): NamedData[] {
    const rows = frame.days.length;
    const columns = columnsIn(this.layout, frame);
    return [
      ...(asOf === undefined || this.layout.hasAsOf !== true
        ? []
        : [this.repeated(asOfColumn, asOf, rows, () => constantInstant(asOf, rows))]),
      { name: dateColumn, data: dayData(frame.days) },
      ...this.layout.coordinates.map(({ name, type }, at) => {
        const value = coordinates[at] ?? null;
        return this.repeated(name, value, rows, () => constantData(value, type, rows));
      }),
      ...this.layout.columns.map(({ name, type }, at) => {
        const column = columns[at];
        return {
          name,
          data: column === undefined ? missingData(type, rows) : columnData(column),
        };
      }),
    ];
  }

  private repeated(name: string, value: Coordinate, rows: number, make: () => Data): NamedData {
    const before = this.before.get(name);
    if (before?.value === value && before.data.length === rows) return { name, data: before.data };
    const data = make();
    this.before.set(name, { value, data });
    return { name, data };
  }
}

const noRows: LongPart = {
  asOf: endOfDay(0),
  coordinates: [],
  frame: { days: new Int32Array(), columns: [] },
};

/** A value repeated over a number of rows. */
interface Repeated {
  readonly value: Coordinate;
  readonly data: Data;
}

/** The tables' memory belongs to the module; what a batch shares of it lives as long as the batch. */
function toBatches([first, ...others]: readonly Table[]): RecordBatch[] {
  if (first === undefined) return [];
  const stream = tableToIPC(first.concat(...others), "stream");
  const held = ModuleTable.fromIPCStream(stream);
  freeMemory(stream.buffer);
  const batches = held.recordBatches();
  held.free();
  return batches;
}

/** Scores seldom repeat, so a dictionary of them would waste time and space. */
function propertiesOf({ columns }: LongLayout): WriterProperties {
  const builder = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setMaxRowGroupSize(rowsPerGroup);
  return columns
    .filter(({ type }) => type === "number")
    .reduce((made, { name }) => made.setColumnDictionaryEnabled(name, false), builder)
    .build();
}
