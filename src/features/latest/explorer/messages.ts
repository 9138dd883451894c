import { latestMessages } from "../messages";
import * as v from "valibot";
import { index, int32s, integer } from "../../../shared/messageSchemas";
import { forecastCommands } from "./protocol";

/** 2: the page compares at most two forecasts. */
const maxCompared = 2;

export const fromExplorer = v.variant("type", [
  ...latestMessages,
  v.object({ type: v.literal("ready") }),
  /** Requests the components and attributions of at most two summaries. */
  v.object({
    type: v.literal("details"),
    generation: index,
    summaries: v.pipe(
      int32s,
      v.check(({ length }) => length <= maxCompared),
    ),
  }),
  v.object({
    type: v.literal("run"),
    generation: index,
    command: v.picklist(forecastCommands),
    summaries: int32s,
  }),
  /** Runs a command for a signal variant that the attribution of a summary names. */
  v.object({
    type: v.literal("runVariant"),
    generation: index,
    command: v.picklist(forecastCommands),
    summary: index,
    /** Index in the summary's attributions. */
    attribution: index,
  }),
  /** Shows the forecasts that a variant moves; a negative attribution shows all again. */
  v.object({
    type: v.literal("showMoved"),
    generation: index,
    summary: integer,
    attribution: integer,
  }),
]);
export type FromExplorer = Readonly<v.InferOutput<typeof fromExplorer>>;
