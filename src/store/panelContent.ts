import { DecodeError } from "../data/errors";
import { longTextNewest, longTextSizeBound } from "../data/longTextSize";
import { joined } from "../data/textRows";
import { type PanelPlace } from "../shared/documentPlace";
import { wideColumnOf } from "../shared/place";
import { type Slice } from "../shared/slice";
import {
  type ContentOptions,
  type DocumentContent,
  type TextParts,
  type TextRequest,
} from "./documentContent";
import { DocumentTooLargeError } from "./documentTooLargeError";
import { frameText } from "./frameText";
import { type Panel } from "./panel";
import { type Panels } from "./panels";
import {
  type PanelSource,
  panelLayout,
  panelParts,
  panelWideFrame,
  tagValuesOf,
} from "./panelTable";
import { previewLimitBytes } from "./previewLimitBytes";
import { tableBlocks } from "./tableBlocks";

/**
 * The panel of a document: its variants one below the other, or of a slice with one column side by side. Those that failed
 * are left out.
 *
 * @throws as `Panels.panel` does.
 */
export async function panelContent(
  place: PanelPlace,
  panels: Pick<Panels, "panel" | "retry" | "frames">,
  parts: TextParts,
  options: ContentOptions,
): Promise<DocumentContent> {
  const { retried } = options;
  const panel = await (retried === undefined
    ? panels.panel(place.reference, options)
    : panels.retry(retried, options));
  const { slice = {}, form } = place;
  const source = { panel, panels, slice };
  const wideColumn = wideColumnOf(place);
  return {
    identity: panel.variants,
    panel,
    format: async (signal) => {
      expectColumns(panel, slice);
      const request = { ...parts, form, signal };
      return wideColumn === undefined
        ? longText(source, request)
        : frameText(await panelWideFrame(source, wideColumn, signal), request);
    },
  };
}

/** A panel of which nothing came has no columns to miss. */
function expectColumns({ variants }: Panel, { columns = [] }: Slice): void {
  const names = new Set(variants.flatMap((variant) => variant.columns.map(({ name }) => name)));
  const unknown = variants.length === 0 ? undefined : columns.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new DecodeError("unknown-column", `the panel has no column ${unknown}`);
}

async function longText(source: PanelSource, request: TextRequest): Promise<Uint8Array> {
  const { panel, slice = {} } = source;
  const { form, worker, signal } = request;
  const mostBytes = request.limitBytes();
  const layout = panelLayout(source);
  const shapes = panel.variants.map((variant) => ({
    ...variant,
    coordinates: tagValuesOf(panel.reference, variant.reference.tags),
  }));
  const size = { layout, form, parts: shapes };
  const sizeBytes = longTextSizeBound(size, slice);
  const tooLarge = (bytes: number): DocumentTooLargeError =>
    new DocumentTooLargeError(
      bytes,
      mostBytes,
      longTextNewest(size, slice, previewLimitBytes(mostBytes)),
    );
  if (sizeBytes > mostBytes) throw tooLarge(sizeBytes);
  const blocks: Uint8Array[] = [];
  let written = 0;
  const table = { format: form, layout };
  for await (const block of tableBlocks(worker, table, panelParts(source, signal), signal)) {
    blocks.push(block);
    written += block.length;
    // How long texts are is known of those that came only.
    if (written > mostBytes) throw tooLarge(written);
  }
  return joined(blocks);
}
