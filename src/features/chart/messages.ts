import * as v from "valibot";
import { maxParts } from "../../shared/composedPlace";
import { instantOfText } from "../../shared/instant";
import { index, maxBytes, tableText, text, tooLarge } from "../../shared/messageSchemas";
import { parseViewState } from "./model/viewState";
import { chartActions, imageFormats } from "./protocol";

/** 100: 64 panes, one below the other, need fewer pages. */
const maxPages = 100;
const longestSearch = 1_000;
/** The longest view state, in characters: it may name all parts of a chart. */
const longestState = 256 * 1024;

/** Ids of parts: at least one, because a chart shows something. */
const ids = v.pipe(
  v.array(text),
  v.minLength(1),
  v.maxLength(maxParts),
  v.check((all) => new Set(all).size === all.length),
  v.readonly(),
);

const vintage = v.union([
  v.literal("latest"),
  v.pipe(
    v.string(),
    v.check((each) => instantOfText(each) !== undefined),
  ),
]);

const viewState = v.pipe(
  v.unknown(),
  v.transform(parseViewState),
  v.check((state) => JSON.stringify(state).length <= longestState),
);

const imagePages = v.pipe(
  v.array(v.instance(Uint8Array)),
  v.minLength(1),
  v.maxLength(maxPages, tooLarge),
  v.check((pages) => pages.reduce((sum, page) => sum + page.length, 0) <= maxBytes, tooLarge),
  v.readonly(),
);

export const fromChart = v.variant("type", [
  /** The document has loaded and is waiting for its program: no earlier message has reached it. */
  v.object({ type: v.literal("ready") }),
  /** The first picture has been painted, with nothing still loading. */
  v.object({ type: v.literal("drawn") }),
  /** The view as the user left it; the editor passes it on when the tab moves to another place. */
  v.object({ type: v.literal("keep"), state: viewState }),
  /** Sent after each `show`, and after each change of the comparison. */
  v.object({
    type: v.literal("compare"),
    generation: index,
    /** Whether the other kind of the first signal is wanted. */
    isKindCompared: v.boolean(),
    /** The other vintage of the first signal that is wanted, as `SeriesIdentity.asOf`. */
    vintage: v.nullable(vintage),
  }),
  /** Requests the columns that the view saved last shows and the page lacks. */
  v.object({ type: v.literal("columns"), generation: index }),
  v.object({ type: v.literal("do"), action: v.picklist(chartActions) }),
  v.object({ type: v.literal("retry"), id: text }),
  /** Opens the cached vintage that is offered in place of a failed part. */
  v.object({ type: v.literal("openCached"), id: text }),
  /** Shows all signals of the chart in one kind. */
  v.object({ type: v.literal("switchKind"), kind: v.picklist(["SNAP", "FIT"]) }),
  v.object({ type: v.literal("remove"), id: text }),
  /** Opens the chart of one part. */
  v.object({ type: v.literal("openPart"), id: text }),
  v.object({
    type: v.literal("search"),
    generation: index,
    text: v.pipe(v.string(), v.maxLength(longestSearch)),
  }),
  /** Shows a chart of these series in the same page, as a draft. */
  v.object({ type: v.literal("draft"), generation: index, ids }),
  /** Opens the chart of these series in the same tab. */
  v.object({ type: v.literal("compose"), ids }),
  /** Adds a variant of a panel to the most recently used chart of series. */
  v.object({ type: v.literal("addVariant"), id: text }),
  /** One image, or one per page if the chart is too high for a single image. */
  v.object({
    type: v.literal("saveImage"),
    format: v.picklist(imageFormats),
    pages: imagePages,
  }),
  v.object({ type: v.literal("saveCsv"), text: tableText }),
  v.object({ type: v.literal("saveStatistics"), text: tableText }),
  v.object({
    type: v.literal("saveRevisions"),
    form: v.picklist(["csv", "json", "md"]),
    text: tableText,
  }),
  v.object({ type: v.literal("copyText"), text: tableText }),
  v.object({ type: v.literal("failed"), message: text }),
]);
export type FromChart = Readonly<v.InferOutput<typeof fromChart>>;
