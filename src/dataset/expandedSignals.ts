import { panelFailure } from "../catalog/panelErrors";
import { panelVariants } from "../catalog/panelVariants";
import { Urgency } from "../service/urgency";
import { type PanelRef, type Reference, type SignalRef } from "../shared/reference";
import { undatedPath } from "../shared/referencePath";
import { type CatalogStore } from "../store/catalogStore";

/**
 * Signals, with the variants of panels in their place, each once whatever its as-of. Forecasts are left out.
 *
 * @throws UnknownPanelError; else as the catalog does, and as {@link panelVariants} does.
 */
export async function expandedSignals(
  catalog: CatalogStore,
  references: readonly Reference[],
  signal?: AbortSignal,
): Promise<readonly SignalRef[]> {
  const members: SignalRef[] = [];
  for (const each of references) {
    if (each.family === "signal") members.push(each);
    else if (each.family === "panel") members.push(...(await variantsOf(catalog, each, signal)));
  }
  return distinctSignals(members);
}

async function variantsOf(
  catalog: CatalogStore,
  panel: PanelRef,
  signal: AbortSignal | undefined,
): Promise<readonly SignalRef[]> {
  const options = { urgency: new Urgency("bulk"), ...(signal && { signal }) };
  try {
    const { tags } = await catalog.definition(await catalog.listedSignal(panel), options);
    return panelVariants(panel, tags);
  } catch (error) {
    throw panelFailure(panel, error);
  }
}

export function distinctSignals(members: readonly SignalRef[]): readonly SignalRef[] {
  return [...new Map(members.map((each) => [undatedPath(each), each])).values()];
}
