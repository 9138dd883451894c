import * as vscode from "vscode";

/** The port of the embedded sample service in the settings; 0: any free port. */
export function samplePort(): number {
  const port = vscode.workspace.getConfiguration("macroSignals").get<unknown>("sample.port");
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : 0;
}
