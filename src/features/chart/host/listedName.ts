import { type PanelRef, type SeriesRef } from "../../../shared/reference";
import { type SeriesTarget } from "../../../shared/place";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { type ListedName } from "./tabTitle";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";

/** The name of a signal or market from cached listings and definitions; sends no request. */
export async function listedName(
  reference: SeriesRef | PanelRef,
  { catalog }: ConnectedService,
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
 * {@link listedName} after loading the listing, with at most one request; a failed one is repeated only as a retry.
 * Undefined when the connection does not exist.
 */
export async function loadedName(
  { connectionId, reference }: SeriesTarget | PanelChartPlace,
  services: Services,
  isRetry: boolean,
): Promise<ListedName | undefined> {
  try {
    const service = await services.get(connectionId);
    const family = reference.family === "forecast" ? "forecast" : "signal";
    await service.catalog.loadNames(family, { isRetry });
    return await listedName(reference, service);
  } catch {
    // The chart itself reports failures of its service.
    return undefined;
  }
}
