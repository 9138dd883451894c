import * as vscode from "vscode";
import { withMembers } from "./withMembers";

/** The extension as it is installed, with another manifest. */
export function thisExtension(packageJSON: object = {}): vscode.Extension<unknown> {
  const [any] = vscode.extensions.all;
  if (any === undefined) throw new Error("there is no extension");
  return withMembers(any, { id: "macro-signals", packageJSON });
}
