import { type CoverageSubject } from "../data/coverage";
import { type DatedPanelRef } from "../data/table/content";
import { Urgency } from "../service/urgency";
import { type SignalRef } from "../shared/reference";
import { loadedAhead } from "./loadedAhead";
import { type PanelVariant } from "./panel";
import { type SeriesStore } from "./seriesStore";
import { VariantMaker } from "./takenVariant";

/** The cached part of a panel's coverage. */
export interface CachedCoverage {
  readonly panel: CoverageSubject;
  /** The number of variants that are not cached, so that it is unknown whether the service has them. */
  readonly unknown: number;
}

/** How many series are read ahead while one is processed. */
const readAhead = 2;

/**
 * The coverage of a panel's cached series; undefined if none is cached.
 *
 * @param references - Of its variants, as of its instant.
 * @throws the signal's reason when it aborts.
 */
export async function cachedCoverage(
  series: SeriesStore,
  reference: DatedPanelRef,
  references: readonly SignalRef[],
  signal?: AbortSignal,
): Promise<CachedCoverage | undefined> {
  const maker = new VariantMaker();
  const open = async (each: SignalRef, own: AbortSignal): Promise<PanelVariant | null> => {
    const options = { signal: own, urgency: new Urgency("bulk") };
    const cached = await series.openCached(each, options);
    return cached === undefined ? null : maker.variant(each, cached);
  };
  const variants: PanelVariant[] = [];
  for await (const variant of loadedAhead(references, readAhead, open, signal)) {
    if (variant !== null) variants.push(variant);
  }
  if (variants.length === 0) return undefined;
  const panel = { reference, variants, missing: [], failed: [] };
  return { panel, unknown: references.length - variants.length };
}
