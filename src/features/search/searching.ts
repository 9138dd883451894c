import type * as vscode from "vscode";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { type Log } from "../../shared/log";
import { type HedgingChoice } from "../browse/hedgingChoice";
import { type Charts } from "../chart/host/chartEditors";
import { type LatestEditors } from "../latest/latestEditors";
import { type RecentlyOpened } from "./recentlyOpened";

/** The dependencies of searching. */
export interface Searching extends ConnectionDependencies {
  readonly hedging: HedgingChoice;
  readonly charts: Charts;
  readonly latest: LatestEditors;
  readonly recent: RecentlyOpened;
  readonly log: Log;
  readonly extension: vscode.Extension<unknown>;
}
