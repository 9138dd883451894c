import { type CoverageSubject } from "../data/coverage";
import { type DatedPanelRef } from "../data/table/content";
import { Urgency } from "../service/urgency";
import { type SignalRef } from "../shared/reference";
import { loadedAhead } from "./loadedAhead";
import { type PanelVariant } from "./panel";
import { type SeriesStore } from "./seriesStore";
import { VariantMaker } from "./takenVariant";

/** What this computer has of a panel. */
export interface CachedCoverage {
  readonly panel: CoverageSubject;
  /** Of how many variants nothing is kept: whether the service has them is not known. */
  readonly unknown: number;
}

/** So many series are read while one is looked at. */
const readAhead = 2;

/**
 * What is kept of a panel's series; undefined when nothing is.
 *
 * @param references - Of its variants, as of its instant.
 * @throws the signal's reason when it aborts.
 */
export async function cachedCoverage(
  series: Pick<SeriesStore, "openCached">,
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
