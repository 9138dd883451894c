import { type ChartAction, type FromChart, type ImageFormat } from "../protocol";
import { parseViewState } from "../model/viewState";
import { maxParts } from "../../../shared/composedPlace";
import { instantOfText } from "../../../shared/instant";

/** A picture or a table of what is shown never needs more. */
export const maxBytes = 64 * 1024 * 1024;
/** The most pages of an image; 64 panes, one below the other, need fewer. */
const maxPages = 100;
/** The longest name or search, in characters; the paths of series can be long. */
const longestText = 64 * 1024;
const longestSearch = 1_000;
/** The longest view state, in characters: it may name all parts of a chart. */
const longestState = 256 * 1024;

/** What the page of a chart said, or why it is not listened to. */
export type ParsedMessage =
  | { readonly ok: true; readonly message: FromChart }
  | {
      readonly ok: false;
      readonly problem: string;
      /** A picture or a table for which somebody waits. */
      readonly isTooLarge: boolean;
    };

type Fields = Readonly<Record<string, unknown>>;
type Type = FromChart["type"];

/** Builds each message anew from the fields that it has; undefined where one of them is not what it must be. */
const parsers: Readonly<Record<Type, (fields: Fields) => FromChart | undefined>> = {
  ready: () => ({ type: "ready" }),
  drawn: () => ({ type: "drawn" }),
  keep: ({ state: kept }) => {
    const state = parseViewState(kept);
    return JSON.stringify(state).length <= longestState ? { type: "keep", state } : undefined;
  },
  compare: ({ generation, isKindCompared, vintage }) =>
    isCount(generation) && typeof isKindCompared === "boolean" && isVintage(vintage)
      ? { type: "compare", generation, isKindCompared, vintage }
      : undefined,
  whole: ({ generation }) => (isCount(generation) ? { type: "whole", generation } : undefined),
  do: ({ action }) => (isAction(action) ? { type: "do", action } : undefined),
  retry: ({ id }) => (isText(id) ? { type: "retry", id } : undefined),
  openCached: ({ id }) => (isText(id) ? { type: "openCached", id } : undefined),
  switchKind: ({ kind }) =>
    kind === "SNAP" || kind === "FIT" ? { type: "switchKind", kind } : undefined,
  remove: ({ id }) => (isText(id) ? { type: "remove", id } : undefined),
  openPart: ({ id }) => (isText(id) ? { type: "openPart", id } : undefined),
  search: ({ generation, text }) =>
    isCount(generation) && isText(text, longestSearch)
      ? { type: "search", generation, text }
      : undefined,
  draft: ({ generation, ids }) =>
    isCount(generation) && isIds(ids) ? { type: "draft", generation, ids } : undefined,
  addVariant: ({ id }) => (isText(id) ? { type: "addVariant", id } : undefined),
  compose: ({ ids }) => (isIds(ids) ? { type: "compose", ids } : undefined),
  saveImage: ({ format, pages }) =>
    isImageFormat(format) && isPages(pages) && sizeOf(pages) <= maxBytes
      ? { type: "saveImage", format, pages }
      : undefined,
  saveCsv: ({ text }) => (isText(text, maxBytes) ? { type: "saveCsv", text } : undefined),
  saveStatistics: ({ text }) =>
    isText(text, maxBytes) ? { type: "saveStatistics", text } : undefined,
  copyText: ({ text }) => (isText(text, maxBytes) ? { type: "copyText", text } : undefined),
  failed: ({ message }) => (isText(message) ? { type: "failed", message } : undefined),
};

/**
 * A message of a chart's page. What is unknown, malformed or too large is refused; the problem names the type of the
 * message, never what it holds.
 */
export function parseFromChart(value: unknown): ParsedMessage {
  if (typeof value !== "object" || value === null) return refused("it is not an object");
  const fields = value as Fields;
  const type = fields["type"];
  if (!isType(type)) return refused("its type is not known");
  const message = parsers[type](fields);
  if (message !== undefined) return { ok: true, message };
  return refused(`${type} is malformed or too large`, isTooLarge(type, fields));
}

function refused(problem: string, isTooLarge = false): ParsedMessage {
  return { ok: false, problem, isTooLarge };
}

const textTypes: ReadonlySet<Type> = new Set(["saveCsv", "saveStatistics", "copyText"]);

function isPages(pages: unknown): pages is readonly Uint8Array[] {
  const isFew = Array.isArray(pages) && pages.length > 0 && pages.length <= maxPages;
  return isFew && pages.every((page) => page instanceof Uint8Array);
}

function isTooMany(pages: unknown): boolean {
  return Array.isArray(pages) && pages.length > maxPages;
}

function sizeOf(pages: readonly Uint8Array[]): number {
  return pages.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

function isTooLarge(type: Type, { text, pages }: Fields): boolean {
  if (type === "saveImage") {
    return isTooMany(pages) || (isPages(pages) && sizeOf(pages) > maxBytes);
  }
  return typeof text === "string" && textTypes.has(type) && text.length > maxBytes;
}

function isType(type: unknown): type is Type {
  return typeof type === "string" && Object.hasOwn(parsers, type);
}

const actions: ReadonlySet<unknown> = new Set<ChartAction>([
  "refresh",
  "cancel",
  "openCsv",
  "openJson",
  "showCoverage",
  "forecastsItMoves",
  "insertIntoNotebook",
  "saveAs",
  "saveChart",
  "undoComposition",
  "chooseSeries",
  "setAsOf",
  "compareVintage",
  "compareKindsAsText",
  "showLog",
  "diagnose",
  "enterKey",
]);

function isAction(value: unknown): value is ChartAction {
  return actions.has(value);
}

function isImageFormat(value: unknown): value is ImageFormat {
  return value === "png" || value === "svg";
}

function isVintage(value: unknown): value is string | null {
  if (value === null || value === "latest") return true;
  return typeof value === "string" && instantOfText(value) !== undefined;
}

function isText(value: unknown, longest = longestText): value is string {
  return typeof value === "string" && value.length <= longest;
}

/** At least one: a chart shows something. */
function isIds(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxParts) return false;
  return value.every((id) => isText(id)) && new Set(value).size === value.length;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
