import { arrangedSeries } from "../data/coordinates";
import { DecodeError } from "../data/errors";
import { type Frame } from "../data/frame";
import { type LongLayout, type LongPart, longLayout } from "../data/longTable";
import { longTextNewest, longTextSizeBound } from "../data/longTextSize";
import { sliceFrame } from "../data/sliceFrame";
import { joined } from "../data/textRows";
import { type TableSeries, toWideFrame } from "../data/wideTable";
import { type PanelPlace, wideColumnOf } from "../shared/documentPlace";
import { type Slice } from "../shared/slice";
import {
  type ContentOptions,
  type DocumentContent,
  type TextParts,
  type TextRequest,
} from "./documentContent";
import { DocumentTooLargeError } from "./documentTooLargeError";
import { frameText } from "./frameText";
import { type Panel, type PanelMember } from "./panel";
import { type Panels } from "./panels";
import { tableBlocks } from "./tableBlocks";

/** What of a panel a text shows. */
interface Shown {
  readonly panel: Panel;
  readonly panels: Pick<Panels, "frames">;
  readonly slice: Slice;
}

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
  const shown = { panel, panels, slice };
  const wideColumn = wideColumnOf(place);
  return {
    identity: panel.members,
    panel,
    format: async (signal) => {
      expectColumns(panel, slice);
      const request = { ...parts, form, signal };
      return wideColumn === undefined
        ? longText(shown, request)
        : frameText(await wideFrame(shown, wideColumn, signal), request);
    },
  };
}

/** A panel of which nothing came has no columns to miss. */
function expectColumns({ members }: Panel, { columns = [] }: Slice): void {
  const names = new Set(members.flatMap((member) => member.columns.map(({ name }) => name)));
  const unknown = members.length === 0 ? undefined : columns.find((name) => !names.has(name));
  if (unknown === undefined) return;
  throw new DecodeError("unknown-column", `the panel has no column ${unknown}`);
}

async function longText(shown: Shown, request: TextRequest): Promise<Uint8Array> {
  const { panel, slice } = shown;
  const { form, worker, signal } = request;
  const mostBytes = request.limitBytes();
  const layout = layoutOf(panel, slice);
  const members = panel.members.map((member) => ({
    ...member,
    coordinates: coordinatesOf(panel, member),
  }));
  const size = { layout, form, members };
  const sizeBytes = longTextSizeBound(size, slice);
  const tooLarge = (bytes: number): DocumentTooLargeError =>
    new DocumentTooLargeError(bytes, mostBytes, longTextNewest(size, slice, mostBytes));
  if (sizeBytes > mostBytes) throw tooLarge(sizeBytes);
  const spec = { format: form, layout, series: panel.members.length, metadata: {} };
  const blocks: Uint8Array[] = [];
  let written = 0;
  for await (const block of tableBlocks(worker, spec, partsOf(shown, signal), signal)) {
    blocks.push(block);
    written += block.length;
    // How long texts are is known of those that came only.
    if (written > mostBytes) throw tooLarge(written);
  }
  return joined(blocks);
}

/** The coordinates are the tag kinds: in all else the variants of a panel are the same. */
function layoutOf({ reference, members }: Panel, { columns }: Slice): LongLayout {
  const kinds = Object.keys(reference.tags).map((name) => ({ name, type: "text" }) as const);
  const layout = longLayout(
    kinds,
    members.map((member) => member.columns),
  );
  if (columns === undefined) return layout;
  const byName = new Map(layout.columns.map((column) => [column.name, column]));
  return { ...layout, columns: columns.flatMap((name) => byName.get(name) ?? []) };
}

function coordinatesOf({ reference }: Panel, member: PanelMember): readonly string[] {
  return Object.keys(reference.tags).map((kind) => member.reference.tags[kind] ?? "");
}

async function* partsOf(
  { panel, panels, slice: { from, to } }: Shown,
  signal: AbortSignal,
): AsyncGenerator<LongPart, void, void> {
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  for await (const { member, frame } of panels.frames(panel, signal)) {
    yield { coordinates: coordinatesOf(panel, member), frame: sliceFrame(frame, days) };
  }
}

/** Holds one column of each variant, no other. */
async function wideFrame(
  { panel, panels, slice: { from, to } }: Shown,
  column: string,
  signal: AbortSignal,
): Promise<Frame> {
  const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const series: TableSeries[] = [];
  for await (const { member, frame } of panels.frames(panel, signal)) {
    const columns = frame.columns.filter(({ name }) => name === column);
    const part = sliceFrame({ days: frame.days, columns }, days);
    series.push({ reference: member.reference, service: "", frame: part });
  }
  return toWideFrame(arrangedSeries(series), column);
}
