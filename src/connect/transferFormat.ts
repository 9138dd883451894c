import * as vscode from "vscode";
import { type WireFormat } from "../shared/wireFormat";

/** The format in which series are requested, from the settings. */
export function transferFormat(): WireFormat {
  const format = vscode.workspace
    .getConfiguration("macroSignals")
    .get<unknown>("network.transferFormat");
  return format === "csv" || format === "json" ? format : "parquet";
}
