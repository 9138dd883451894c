import * as vscode from "vscode";

/**
 * What other programs are let in with where they can find the embedded sample service, at a port that somebody chose. The
 * extension's own key stays random.
 */
export const knownSampleKey = "sample";

/** The port of the embedded sample service in the settings; 0: any that is free. */
export function samplePort(): number {
  const port = vscode.workspace.getConfiguration("macroSignals").get<unknown>("sample.port");
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : 0;
}
