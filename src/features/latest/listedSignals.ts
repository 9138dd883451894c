import { type ListedSignal } from "../../service/parseSignals";
import { type CatalogStore } from "../../store/catalogStore";
import { type CacheOptions } from "../../store/readThrough";

/** The listed signals, for their names; empty when they cannot be fetched: codes replace the names then. */
export async function listedSignals(
  catalog: CatalogStore,
  { signal }: CacheOptions,
): Promise<readonly ListedSignal[]> {
  try {
    const { value } = await catalog.availableSignals(signal === undefined ? {} : { signal });
    return value.items;
  } catch {
    // Fetching the newest values reports any failure of the service.
    return [];
  }
}
