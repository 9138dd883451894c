import { NotFoundError } from "../service/errors";
import { type SeriesRef } from "../shared/reference";
import { type CacheOptions } from "./readThrough";
import { type Series, type SeriesStore } from "./seriesStore";

/**
 * A series of a table of many, as {@link SeriesStore.series} returns it. A 404 as of a final instant is not requested
 * again for a day, unless this is a refresh.
 *
 * @throws as {@link SeriesStore.series} does.
 */
export async function seriesOfMany(
  store: SeriesStore,
  reference: SeriesRef,
  options: CacheOptions,
): Promise<Series> {
  const absences = store.absences();
  if (options.isRefresh !== true) {
    const known = await absences?.get(reference);
    // The series may have been fetched since.
    if (known !== undefined && (await store.cachedBody(reference)) === undefined) throw known;
  }
  try {
    return await store.series(reference, options);
  } catch (error) {
    // If it cannot be recorded, it is requested again.
    if (error instanceof NotFoundError)
      await absences?.add(reference, error).catch(() => undefined);
    throw error;
  }
}
