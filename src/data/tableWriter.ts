import { type WireFormat } from "../shared/wireFormat";
import { LongParquet } from "./longParquet";
import { type LongLayout, type LongPart } from "./longTable";
import { LongText } from "./longText";

/** What a long table is to be. */
export interface TableSpec {
  readonly format: WireFormat;
  readonly layout: LongLayout;
  /** How many parts there will be. */
  readonly series: number;
  /** Keys and values for the footer of a Parquet file, beside the digests of the series. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Writes a table part by part. Each call gives the bytes that follow those of the calls before. */
export interface TableWriter {
  add(part: LongPart): Promise<Uint8Array[]>;
  end(): Promise<Uint8Array[]>;
}

export function tableWriter({ format, layout, series, metadata }: TableSpec): TableWriter {
  if (format === "parquet") return new LongParquet(layout, metadata, series);
  const text = new LongText(layout, format);
  return {
    add: (part) => Promise.resolve([...text.add(part)]),
    end: () => Promise.resolve([text.end()]),
  };
}
