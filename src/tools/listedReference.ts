import { hasOneSpelling, isSpeltAlike, listedSpelling } from "../catalog/listedSpelling";
import { type SignalRef } from "../shared/reference";
import { type CatalogStore } from "../store/catalogStore";
import { type Waiting } from "../store/singleFlight";

/** A signal's reference in the spelling of its service; unchanged where that is not known. */
export async function listedReference(
  catalog: CatalogStore,
  reference: SignalRef,
  waiting: Waiting,
): Promise<SignalRef> {
  const { code, version, tags } = reference;
  if ([code, ...Object.entries(tags).flat()].every(hasOneSpelling)) return reference;
  try {
    const items = (await catalog.cachedSignals())?.items ?? [];
    const listed = items.find((each) => each.version === version && isSpeltAlike(each.code, code));
    const signal = listed ?? { code, version, name: code };
    const definition = await catalog.definition(signal, waiting);
    return { ...reference, code: signal.code, tags: listedSpelling(tags, definition.tags) };
  } catch {
    // Fetching the series reports what is wrong with the service.
    waiting.signal.throwIfAborted();
    return reference;
  }
}
