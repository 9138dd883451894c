/** How the body of a series travels, and what a series can be saved as. */
export type WireFormat = "parquet" | "csv" | "json";
