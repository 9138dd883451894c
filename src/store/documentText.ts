import { csvSizeBound, toCsv } from "../data/csvWriter";
import { DecodeError } from "../data/errors";
import { type Frame } from "../data/frame";
import { jsonSizeBound, toJson } from "../data/jsonWriter";
import { longTextNewest, longTextSizeBound } from "../data/table/longText";
import { newestRowsWithin, sliceFrame } from "../data/sliceFrame";
import { tagValuesOf } from "../data/table/long";
import { joined } from "../data/textRows";
import { type PanelPlace, type SeriesPlace } from "../shared/documentPlace";
import { wideColumnOf } from "../shared/place";
import { type Slice } from "../shared/slice";
import {
  type ContentOptions,
  type DocumentContent,
  type DocumentSeries,
  type TextParts,
  type TextRequest,
} from "./documentContent";
import { DocumentTooLargeError } from "./documentTooLargeError";
import { type Panel } from "./panel";
import { type Panels } from "./panels";
import { type PanelFrames, longBlocks, longTable, panelWideFrame } from "./tableBlocks";

/** Up to this many cells are formatted in this thread, in a few milliseconds; more would block the editor. */
const maxCellsHere = 200_000;
/** The maximum size of a preview in bytes: what an editor displays immediately, with all its features. */
const maxPreviewBytes = 5_000_000;

/**
 * The content of a series document, restricted to its slice.
 *
 * @throws as `SeriesStore.series` does.
 */
export async function seriesContent(
  { reference, slice, form }: SeriesPlace,
  store: DocumentSeries,
  parts: TextParts,
  options: ContentOptions,
): Promise<DocumentContent> {
  const { frame } = await store.series(reference, options);
  return {
    identity: frame,
    format: (signal) => frameText(sliceFrame(frame, slice), { ...parts, form, signal }),
  };
}

/**
 * The content of a panel document: the long layout or, for a slice of one column, the wide layout. Failed variants are
 * omitted.
 *
 * @throws as `Panels.panel` does.
 */
export async function panelContent(
  place: PanelPlace,
  panels: Panels,
  parts: TextParts,
  options: ContentOptions,
): Promise<DocumentContent> {
  const { retried } = options;
  const panel = await (retried === undefined
    ? panels.panel(place.reference, options)
    : panels.retry(retried, options));
  const { slice = {}, form } = place;
  const column = wideColumnOf(place);
  return {
    identity: panel.variants,
    panel,
    format: async (signal) => {
      expectColumns(panel, slice);
      const request = { ...parts, form, signal };
      return column === undefined
        ? longText({ panel, panels }, slice, request)
        : frameText(await panelWideFrame({ panel, panels }, { slice, column }, signal), request);
    },
  };
}

/** A panel without variants has no columns to check. */
function expectColumns({ variants }: Panel, { columns = [] }: Slice): void {
  const names = new Set(variants.flatMap((variant) => variant.columns.map(({ name }) => name)));
  const unknown = variants.length === 0 ? undefined : columns.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new DecodeError("unknown-column", `the panel has no column ${unknown}`);
}

async function longText(
  member: PanelFrames,
  slice: Slice,
  { form, worker, signal, limitBytes }: TextRequest,
): Promise<Uint8Array> {
  const { reference, variants } = member.panel;
  const maxBytes = limitBytes();
  const table = longTable({ kind: "panel", member }, slice);
  const { layout } = table;
  const shapes = variants.map((variant) => ({
    ...variant,
    coordinates: tagValuesOf(reference, variant.reference.tags),
  }));
  const size = { layout, form, parts: shapes };
  const sizeBytes = longTextSizeBound(size, slice);
  const tooLarge = (bytes: number): DocumentTooLargeError =>
    new DocumentTooLargeError(
      bytes,
      maxBytes,
      longTextNewest(size, slice, Math.min(maxBytes, maxPreviewBytes)),
    );
  if (sizeBytes > maxBytes) throw tooLarge(sizeBytes);
  const blocks: Uint8Array[] = [];
  let written = 0;
  for await (const block of longBlocks(
    worker,
    { format: form, layout },
    table.parts(signal),
    signal,
  )) {
    blocks.push(block);
    written += block.length;
    // The lengths of texts are only known for the variants that have been fetched.
    if (written > maxBytes) throw tooLarge(written);
  }
  return joined(blocks);
}

/**
 * A frame as text.
 *
 * @throws {@link DocumentTooLargeError} before anything is formatted.
 */
async function frameText(
  frame: Frame,
  { form, limitBytes, worker, signal }: TextRequest,
): Promise<Uint8Array> {
  const sizeBound = form === "csv" ? csvSizeBound : jsonSizeBound;
  const [sizeBytes, maxBytes] = [sizeBound(frame), limitBytes()];
  if (sizeBytes > maxBytes) {
    const previewBytes = Math.min(maxBytes, maxPreviewBytes);
    throw new DocumentTooLargeError(
      sizeBytes,
      maxBytes,
      newestRowsWithin(frame, previewBytes, sizeBound),
    );
  }
  const cells = frame.days.length * (frame.columns.length + 1);
  if (cells > maxCellsHere) return worker.encode(frame, form, {}, signal);
  return form === "csv" ? toCsv(frame) : toJson(frame);
}
