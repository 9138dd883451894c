/** How the body of a series travels. */
export type WireFormat = (typeof wireFormats)[number];

export const wireFormats = ["parquet", "csv", "json"] as const;

/** What a series can be saved as, by the ending of the file. `spreadsheet.csv` is written and never read. */
export type FileFormat = WireFormat | "spreadsheet.csv";

/** As people call them. */
export const formatNames: Readonly<Record<WireFormat, string>> = {
  csv: "CSV",
  json: "JSON",
  parquet: "Parquet",
};
