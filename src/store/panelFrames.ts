import { type Frame } from "../data/frame";
import { Urgency } from "../service/urgency";
import { type PanelVariant } from "./panel";
import { type SeriesStore } from "./seriesStore";

type KeptSeries = Pick<SeriesStore, "keptSeries" | "openKept">;

/**
 * The frame of a variant from memory, from disk, else from the service.
 *
 * @throws as `SeriesStore.series` does, and the signal's reason when it aborts.
 */
export async function frameOf(
  series: KeptSeries & Pick<SeriesStore, "series">,
  variant: PanelVariant,
  signal: AbortSignal,
): Promise<Frame> {
  const kept = await keptFrameOf(series, variant, signal);
  const asked = { signal, urgency: new Urgency("bulk") };
  return kept ?? (await series.series(variant.reference, asked)).frame;
}

/** The same without the service; undefined where it is not kept. */
export async function keptFrameOf(
  series: KeptSeries,
  { reference }: PanelVariant,
  signal: AbortSignal,
): Promise<Frame | undefined> {
  const kept = series.keptSeries(reference);
  if (kept !== undefined) return kept.frame;
  return (await series.openKept(reference, { signal, urgency: new Urgency("bulk") }))?.frame;
}
