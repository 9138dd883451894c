import { latestMessages } from "../messages";
import * as v from "valibot";
import { type Day, isDay } from "../../../shared/day";
import { changeScores } from "../../../shared/changes";
import { maxInstantMs } from "../../../shared/instant";
import { index, int32s } from "../../../shared/messageSchemas";
import { forecastCommands } from "../explorer/protocol";
import { variantCommands } from "../heatmap/protocol";
import { type ChangesPair, mostDetails } from "./protocol";

export const changesPair: v.GenericSchema<unknown, ChangesPair> = v.pipe(
  v.object({ sinceMs: index, toMs: v.pipe(index, v.maxValue(maxInstantMs)) }),
  v.check(({ sinceMs, toMs }) => sinceMs <= toMs),
);

/** Records of the newer answer, or of the older one. */
const either = { generation: index, isOlder: v.boolean() };

export const fromChanges = v.variant("type", [
  ...latestMessages,
  /** The page has loaded. The pair is the one that it showed before; null if there was none. */
  v.object({ type: v.literal("ready"), pair: v.nullable(changesPair) }),
  v.object({ type: v.literal("askSince") }),
  /** Compares with the series as known at the end of a day. A few requests are always allowed. */
  v.object({
    type: v.literal("compareDay"),
    day: v.custom<Day>(isDay),
    mayRequest: v.boolean(),
  }),
  /** Cancels these requests; fetched values remain. */
  v.object({ type: v.literal("stopComparing") }),
  /** Requests the components and attributions of forecasts. */
  v.object({
    type: v.literal("details"),
    generation: index,
    summaries: v.pipe(
      int32s,
      v.check(({ length }) => length <= mostDetails),
    ),
  }),
  v.object({
    type: v.literal("run"),
    command: v.picklist(variantCommands),
    record: index,
    ...either,
  }),
  v.object({
    type: v.literal("runForecast"),
    command: v.picklist([...forecastCommands, "explore"]),
    summary: index,
    ...either,
  }),
  /** Opens the latest values of a signal of {@link SignalChanges}. */
  v.object({ type: v.literal("openSignal"), generation: index, signal: index }),
  v.object({
    type: v.literal("copyMarkdown"),
    generation: index,
    score: v.picklist(changeScores),
  }),
]);
export type FromChanges = Readonly<v.InferOutput<typeof fromChanges>>;
