/** How the body of a series travels, and what a series can be saved as. */
export type WireFormat = (typeof wireFormats)[number];

export const wireFormats = ["parquet", "csv", "json"] as const;

/** As people call them. */
export const formatNames: Readonly<Record<WireFormat, string>> = {
  csv: "CSV",
  json: "JSON",
  parquet: "Parquet",
};
