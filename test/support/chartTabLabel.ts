import * as vscode from "vscode";
import { type AnyChartPlace, chartUri } from "../../src/shared/chartPlace";

/** What the tab of a chart is called: its title, or in editors whose tabs ignore titles the name of its file. */
export function chartTabLabel(place: AnyChartPlace, title: string): string {
  const [, minor = "0"] = vscode.version.split(".");
  const file = vscode.Uri.parse(chartUri(place), true).path.split("/").at(-1) ?? "";
  return Number(minor) > oldestMinor ? title : file;
}

/** Of the oldest editor in which the tests run. */
const oldestMinor = 103;
