import { InvalidRequest, NotFoundError } from "../../service/errors";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type Tag } from "../../service/parseTags";
import { type SignalRef, type TagValues, signalRef } from "../../shared/reference";

/** Not every combination of tag values need exist; so many are tried. */
const mostSignals = 3;
const mostVariants = 2;

export interface SeriesSource {
  readonly getSignal: (code: string, version: number) => Promise<SignalDefinition>;
  /** The variants that tags address. */
  readonly variantsOf: (tags: readonly Tag[]) => Iterable<TagValues>;
}

/**
 * What the first series gives that the service has, of the first signals listed and their first variants.
 *
 * @param read - Asked for one after another, until one is there.
 * @returns Undefined when the signals have no variant.
 * @throws the error of the last one when the service has none of them, and any other failure at once.
 */
export async function firstSeries<T>(
  signals: readonly ListedSignal[],
  source: SeriesSource,
  read: (reference: SignalRef) => Promise<T>,
): Promise<T | undefined> {
  let missing: NotFoundError | InvalidRequest | undefined;
  for await (const reference of candidates(signals, source)) {
    try {
      return await read(reference);
    } catch (error) {
      if (!isOfOneVariant(error)) throw error;
      missing = error;
    }
  }
  if (missing !== undefined) throw missing;
  return undefined;
}

async function* candidates(
  signals: readonly ListedSignal[],
  { getSignal, variantsOf }: SeriesSource,
): AsyncGenerator<SignalRef> {
  for (const { code, version, tags: listed } of signals.slice(0, mostSignals)) {
    const tags = listed ?? (await getSignal(code, version)).tags;
    let count = 0;
    for (const variant of variantsOf(tags)) {
      if (count++ === mostVariants) break;
      yield signalRef({ code, version, tags: variant, dataKind: "SNAP", asOf: "latest" });
    }
  }
}

/** The service has no such variant, or it cannot be asked for; another one may do. */
function isOfOneVariant(error: unknown): error is NotFoundError | InvalidRequest {
  return error instanceof NotFoundError || error instanceof InvalidRequest;
}
