import { toCsv } from "../data/csvWriter";
import { type Frame } from "../data/frame";
import { toJson } from "../data/jsonWriter";
import { toParquet } from "../data/parquetWriter";
import { type WireFormat } from "../shared/wireFormat";
import { type Answer, parquetType } from "./answer";

const contentTypes: Readonly<Record<WireFormat, string>> = {
  parquet: parquetType,
  csv: "text/csv; charset=utf-8",
  json: "application/json",
};

/** The series in the format that was asked for. */
export async function encodeSeries(frame: Frame, format: WireFormat): Promise<Answer> {
  return { status: 200, contentType: contentTypes[format], body: await bytesOf(frame, format) };
}

function bytesOf(frame: Frame, format: WireFormat): Uint8Array | Promise<Uint8Array> {
  switch (format) {
    case "parquet":
      return toParquet(frame);
    case "csv":
      return toCsv(frame);
    case "json":
      return toJson(frame);
  }
}
