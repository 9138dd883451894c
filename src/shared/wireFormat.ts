/** The format of a series' body on the wire. */
export type WireFormat = (typeof wireFormats)[number];

export const wireFormats = ["parquet", "csv", "json"] as const;

/** The format in which a series is saved, by file extension. */
export type FileFormat = (typeof fileFormats)[number];

/** In the order in which they are offered. `spreadsheet.csv` is only written, never read. */
export const fileFormats = ["csv", "json", "parquet", "spreadsheet.csv"] as const;

/** The names that people see. */
export const formatNames: Readonly<Record<WireFormat, string>> = {
  csv: "CSV",
  json: "JSON",
  parquet: "Parquet",
};
