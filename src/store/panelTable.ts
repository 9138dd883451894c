import { arrangedSeries } from "../data/coordinates";
import { type Frame } from "../data/frame";
import { type LongColumn, type LongLayout, type LongPart, longLayout } from "../data/longTable";
import { sliceFrame } from "../data/sliceFrame";
import { type TableSeries, toWideFrame } from "../data/wideTable";
import { type PanelRef, type TagValues } from "../shared/reference";
import { type Slice } from "../shared/slice";
import { type Panel, type PanelVariant, type PanelVariantFrame } from "./panel";
import { type Panels } from "./panels";

/** A panel, who gives its frames, and the part of each that is wanted. */
export interface PanelSource {
  readonly panel: Panel;
  readonly panels: Pick<Panels, "frames">;
  readonly slice?: Slice;
}

/** What of a panel decides the layout of its table. */
export interface PanelShape {
  readonly panel: {
    readonly reference: Pick<PanelRef, "tags">;
    readonly variants: readonly Pick<PanelVariant, "columns">[];
  };
  readonly slice?: Slice;
}

/** The layout of a panel as a long table: its tag kinds, in which alone its series differ, and the columns that are wanted. */
export function panelLayout({ panel, slice }: PanelShape): LongLayout {
  const { reference, variants } = panel;
  const kinds = Object.keys(reference.tags).map((name) => ({ name, type: "text" }) as const);
  const layout = longLayout(
    kinds,
    variants.map((variant) => variant.columns),
  );
  return { ...layout, columns: wantedColumns(layout.columns, slice) };
}

/** The parts of a panel's long table, in the order of its variants; one of them is in memory at a time. */
export async function* panelParts(
  { panel, panels, slice }: PanelSource,
  signal?: AbortSignal,
): AsyncGenerator<LongPart, void, void> {
  for await (const frame of panels.frames(panel, signal)) {
    yield panelPart(panel.reference, frame, slice);
  }
}

/** The rows of one variant in a panel's long table. */
export function panelPart(
  reference: Pick<PanelRef, "tags">,
  { variant, frame }: PanelVariantFrame,
  slice: Slice | undefined,
): LongPart {
  const coordinates = tagValuesOf(reference, variant.reference.tags);
  return { coordinates, frame: partOf(frame, slice) };
}

/** One column of a panel's series side by side: nothing else of them is kept. */
export async function panelWideFrame(
  { panel, panels, slice }: PanelSource,
  column: string,
  signal?: AbortSignal,
): Promise<Frame> {
  const series: TableSeries[] = [];
  for await (const { variant, frame } of panels.frames(panel, signal)) {
    const wanted = { ...slice, columns: [column] };
    series.push({ reference: variant.reference, service: "", frame: partOf(frame, wanted) });
  }
  return toWideFrame(arrangedSeries(series), column);
}

/** What a slice shows of a series that may lack some of its columns. */
export function partOf(frame: Frame, slice: Slice | undefined): Frame {
  if (slice === undefined) return frame;
  const { columns, ...days } = slice;
  if (columns === undefined) return sliceFrame(frame, days);
  const present = new Set(frame.columns.map(({ name }) => name));
  return sliceFrame(frame, { ...days, columns: columns.filter((name) => present.has(name)) });
}

/** The values of a series of a panel, in the order of its tag kinds. */
export function tagValuesOf({ tags: kinds }: Pick<PanelRef, "tags">, tags: TagValues): string[] {
  return Object.keys(kinds).map((kind) => tags[kind] ?? "");
}

function wantedColumns(
  columns: readonly LongColumn[],
  { columns: wanted }: Slice = {},
): readonly LongColumn[] {
  if (wanted === undefined) return columns;
  return wanted.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}
