import { LongParquet } from "./longParquet";
import { type LongPart, type LongSpec } from "./long";
import { LongText } from "./longText";

/** Writes a table part by part. Each call returns the next bytes, in memory that nothing else uses. */
export interface TableWriter {
  /** Takes over the numbers of the part, and frees them once they are written. */
  add(part: LongPart): Promise<Uint8Array[]>;
  /** @param metadata - Keys and values for the footer of a Parquet file, in addition to the digests of the series. */
  end(metadata: Readonly<Record<string, string>>): Promise<Uint8Array[]>;
}

export function tableWriter({ format, layout }: LongSpec): TableWriter {
  if (format === "parquet") return new LongParquet(layout);
  const text = new LongText(layout, format);
  return {
    add: (part) => Promise.resolve([...text.add(part)]),
    end: () => Promise.resolve([text.end()]),
  };
}
