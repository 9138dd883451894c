/** The format of a series' body on the wire. */
export type WireFormat = (typeof wireFormats)[number];

export const wireFormats = ["parquet", "csv", "json"] as const;

/** The format in which a series is saved, by file extension. `spreadsheet.csv` is only written, never read. */
export type FileFormat = WireFormat | "spreadsheet.csv";

/** The names that people see. */
export const formatNames: Readonly<Record<WireFormat, string>> = {
  csv: "CSV",
  json: "JSON",
  parquet: "Parquet",
};
