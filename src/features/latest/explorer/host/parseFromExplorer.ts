import { forecastCommands, type FromExplorer } from "../protocol";
import { commonParsers, oneOf, parsedWith, type Parsers } from "../../heatmap/host/parseFromLatest";

/** More are never compared. */
const maxCompared = 2;

const parsers: Parsers<FromExplorer> = {
  ...commonParsers,
  details: ({ generation, summaries }) =>
    isIndex(generation) && summaries instanceof Int32Array && summaries.length <= maxCompared
      ? { type: "details", generation, summaries }
      : undefined,
  run: ({ generation, command: asked, summaries }) => {
    const command = oneOf(forecastCommands, asked);
    return command !== undefined && isIndex(generation) && summaries instanceof Int32Array
      ? { type: "run", generation, command, summaries }
      : undefined;
  },
  runVariant: ({ generation, command: asked, summary, attribution }) => {
    const command = oneOf(forecastCommands, asked);
    const isWhole = isIndex(generation) && isIndex(summary) && isIndex(attribution);
    return command !== undefined && isWhole
      ? { type: "runVariant", generation, command, summary, attribution }
      : undefined;
  },
  showMoved: ({ generation, summary, attribution }) =>
    isIndex(generation) && isInteger(summary) && isInteger(attribution)
      ? { type: "showMoved", generation, summary, attribution }
      : undefined,
};

/** A message of the page of the forecast explorer; undefined for whatever is unknown, malformed or too large. */
export function parseFromExplorer(value: unknown): FromExplorer | undefined {
  return parsedWith<FromExplorer>(parsers, value);
}

function isIndex(value: unknown): value is number {
  return isInteger(value) && value >= 0;
}

function isInteger(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value);
}
