import { LatestRecords, type SignalValues } from "../../catalog/latestRecords";
import { type SignalDefinition } from "../../service/parseDefinition";
import { Slices } from "../../service/slices";
import { type CatalogStore } from "../../store/catalogStore";
import { type CachedSignals } from "../../store/listingFiles";

/** The records of one answer, and the values of the signals that were asked for. */
interface ReadAnswer {
  readonly records: Promise<LatestRecords>;
  readonly values: Map<SignalDefinition, Promise<SignalValues>>;
}

/** Each answer is read once, whatever shows it. */
const answers = new WeakMap<CachedSignals, ReadAnswer>();

/**
 * The newest values of a signal's variants in an answer, read in slices.
 *
 * @param versions - All versions of the signal's code that the service lists.
 */
export async function newestIn(
  from: CachedSignals,
  definition: SignalDefinition,
  versions: readonly number[],
): Promise<SignalValues> {
  const answer = answers.get(from) ?? readAnswer(from);
  answers.set(from, answer);
  const known = answer.values.get(definition);
  if (known !== undefined) return known;
  const values = answer.records.then((records) =>
    new Slices().run(records.valuesOf(definition, versions)),
  );
  answer.values.set(definition, values);
  return values;
}

/** The newest values of a signal's variants in the cached answer, if any: makes no request. They have no as-of. */
export async function cachedNewest(
  catalog: CatalogStore,
  definition: SignalDefinition,
): Promise<SignalValues | undefined> {
  const from = await catalog.cachedLatestSignals();
  if (from === undefined) return undefined;
  const listed = (await catalog.cachedSignals())?.items ?? [];
  const isOwn = ({ code }: { readonly code: string }): boolean => code === definition.code;
  const versions = listed.filter(isOwn).map(({ version }) => version);
  return newestIn(from, definition, versions);
}

function readAnswer({ items }: CachedSignals): ReadAnswer {
  const records = new LatestRecords(items);
  const read = new Slices().run(records.read()).then(() => records);
  return { records: read, values: new Map() };
}
