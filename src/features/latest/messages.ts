import * as v from "valibot";
import { tableText, text } from "../../shared/messageSchemas";
import { exportForms } from "../../shared/pageProtocol";

/** The actions that every page of latest values can request. */
export const latestActions = [
  "refresh",
  "openCsv",
  "openJson",
  "showLog",
  "setAsOf",
  /** Shows the archived answer, or the newest answer again. */
  "showArchived",
  "showNewest",
  "diagnose",
  "enterKey",
] as const;
export type LatestAction = (typeof latestActions)[number];

/** The messages that every page of latest values sends, besides `ready`. */
export const latestMessages = [
  v.object({ type: v.literal("do"), action: v.picklist(latestActions) }),
  v.object({ type: v.literal("copyText"), text: tableText }),
  v.object({ type: v.literal("save"), form: v.picklist(exportForms), text: tableText }),
  v.object({ type: v.literal("failed"), message: text }),
] as const;
