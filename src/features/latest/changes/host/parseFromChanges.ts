import { changeScores } from "../../../../shared/changes";
import { type ChangesPair, type FromChanges, mostDetails } from "../protocol";
import { isDay } from "../../../../shared/day";
import { maxInstantMs } from "../../../../shared/instant";
import { forecastCommands } from "../../explorer/protocol";
import { variantCommands } from "../../heatmap/protocol";
import {
  commonParsers,
  type Fields,
  oneOf,
  parsedWith,
  type Parsers,
} from "../../heatmap/host/parseFromLatest";

const parsers: Parsers<FromChanges> = {
  ...commonParsers,
  ready: ({ pair }) => {
    const known = pair === null ? null : pairOf(pair);
    return known === undefined ? undefined : { type: "ready", pair: known };
  },
  askSince: () => ({ type: "askSince" }),
  compareDay: ({ day, mayRequest }) =>
    isDay(day) && typeof mayRequest === "boolean"
      ? { type: "compareDay", day, mayRequest }
      : undefined,
  stopComparing: () => ({ type: "stopComparing" }),
  details: ({ generation, summaries }) =>
    isIndex(generation) && summaries instanceof Int32Array && summaries.length <= mostDetails
      ? { type: "details", generation, summaries }
      : undefined,
  run: ({ generation, command: asked, record, isOlder }) => {
    const command = oneOf(variantCommands, asked);
    const isWhole = isIndex(generation) && isIndex(record) && typeof isOlder === "boolean";
    return command !== undefined && isWhole
      ? { type: "run", generation, command, record, isOlder }
      : undefined;
  },
  runForecast: ({ generation, command: asked, summary, isOlder }) => {
    const command = oneOf([...forecastCommands, "explore"] as const, asked);
    const isWhole = isIndex(generation) && isIndex(summary) && typeof isOlder === "boolean";
    return command !== undefined && isWhole
      ? { type: "runForecast", generation, command, summary, isOlder }
      : undefined;
  },
  openSignal: ({ generation, signal }) =>
    isIndex(generation) && isIndex(signal) ? { type: "openSignal", generation, signal } : undefined,
  copyMarkdown: ({ generation, score: asked }) => {
    const score = oneOf(changeScores, asked);
    return score !== undefined && isIndex(generation)
      ? { type: "copyMarkdown", generation, score }
      : undefined;
  },
};

/** A message of the What Changed page; undefined if it is unknown, malformed or too large. */
export function parseFromChanges(value: unknown): FromChanges | undefined {
  return parsedWith<FromChanges>(parsers, value);
}

/** Undefined if it is not a pair. */
export function pairOf(value: unknown): ChangesPair | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { sinceMs, toMs } = value as Fields;
  const isPair = isIndex(sinceMs) && isIndex(toMs) && sinceMs <= toMs && toMs <= maxInstantMs;
  return isPair ? { sinceMs, toMs } : undefined;
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
