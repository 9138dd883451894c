import * as vscode from "vscode";
import { type WireFormat } from "../../shared/wireFormat";

/** How series travel, as the settings say. */
export function transferFormat(): WireFormat {
  const format = vscode.workspace
    .getConfiguration("macroSignals")
    .get<unknown>("network.transferFormat");
  return format === "csv" || format === "json" ? format : "parquet";
}
