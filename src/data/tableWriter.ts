import { LongParquet } from "./longParquet";
import { type LongPart, type TableSpec } from "./longTable";
import { LongText } from "./longText";

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
