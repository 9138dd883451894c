import { type ListedSignal } from "../../service/parseSignals";
import { type CatalogStore } from "../../store/catalogStore";
import { type CacheOptions } from "../../store/readThrough";

/** The names of signals; none where they cannot be had: codes stand in their place then. */
export async function listedSignals(
  catalog: Pick<CatalogStore, "availableSignals">,
  { signal }: CacheOptions,
): Promise<readonly ListedSignal[]> {
  try {
    const { value } = await catalog.availableSignals(signal === undefined ? {} : { signal });
    return value.items;
  } catch {
    // Whatever is wrong with the service, its newest values say.
    return [];
  }
}
