import { type PanelRef, type SeriesRef } from "../../../shared/reference";
import { type SeriesTarget } from "../../../shared/place";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { type ChartService, type ChartServices } from "./chartServices";
import { type ListedName } from "./tabTitle";

/** Reads no more than what is cached. */
export async function listedName(
  reference: SeriesRef | PanelRef,
  { catalog }: Pick<ChartService, "catalog">,
): Promise<ListedName> {
  if (reference.family === "forecast") {
    const markets = await catalog.cachedMarkets();
    const market = markets?.items.find(({ ticker }) => ticker === reference.market);
    return { name: market?.name, hasVersions: false };
  }
  const { code, version } = reference;
  const signals = await catalog.cachedSignals();
  const versions = signals?.items.filter((each) => each.code === code) ?? [];
  // Its definition may have been fetched without a listing, for example after the window was reloaded.
  const own =
    versions.find((each) => each.version === version) ??
    (await catalog.storedDefinition({ code, version, name: code }));
  return { name: own?.name, hasVersions: versions.length > 1 };
}

/**
 * As {@link listedName}, once the listing is loaded: with at most one request, which no failed one follows unless it is a
 * retry. Undefined where there is no service to ask.
 */
export async function loadedName(
  { connectionId, reference }: SeriesTarget | PanelChartPlace,
  services: Pick<ChartServices<Pick<ChartService, "catalog">>, "get">,
  isRetry: boolean,
): Promise<ListedName | undefined> {
  try {
    const service = await services.get(connectionId);
    const family = reference.family === "forecast" ? "forecast" : "signal";
    await service.catalog.loadNames(family, { isRetry });
    return await listedName(reference, service);
  } catch {
    // The chart itself reports what is wrong with its service.
    return undefined;
  }
}
