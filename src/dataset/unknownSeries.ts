import { isListedVariant } from "../catalog/panelVariants";
import { NotFoundError } from "../service/errors";
import { type Tag } from "../service/parseTags";
import { type CatalogStore } from "../store/catalogStore";
import { Urgency } from "../service/urgency";
import { type Reference, type SeriesRef, type SignalId, type SignalRef } from "../shared/reference";
import { undatedPath } from "../shared/referencePath";
import { type LockedSeries } from "./lock";
import { type DatasetSpec, type DatasetTable } from "./spec";

/** A series that a table names and the service neither has nor lists; its as-of means nothing. */
export interface UnknownSeries {
  readonly table: string;
  readonly reference: SeriesRef;
}

/**
 * The series that a spec names one by one and that the service neither has (404) nor lists: most likely typos.
 * A variant that is listed has no data as of the instant; one with data as of another instant of its table is known.
 * Forecasts have no as-of, so that a missing one is unknown.
 *
 * @throws the signal's reason when it aborts.
 */
export async function unknownSeries(
  catalog: CatalogStore,
  { tables }: DatasetSpec,
  lines: readonly LockedSeries[],
  signal: AbortSignal,
): Promise<readonly UnknownSeries[]> {
  const isMissing = new Map<string, boolean>();
  for (const line of lines) {
    const key = `${line.table} ${undatedPath(line.reference)}`;
    const is404 = "absent" in line && line.absent === 404;
    isMissing.set(key, is404 && isMissing.get(key) !== false);
  }
  const missing = new Map(
    tables.flatMap((table) =>
      seriesNamedIn(table).flatMap((reference) => {
        const key = `${table.name} ${undatedPath(reference)}`;
        return isMissing.get(key) === true ? [[key, { table: table.name, reference }]] : [];
      }),
    ),
  );
  const named = [...missing.values()].map(({ reference }) => reference);
  const unlisted = new Set<SeriesRef>(await unlistedSignals(catalog, named, signal));
  return [...missing.values()].filter(
    ({ reference }) => reference.family === "forecast" || unlisted.has(reference),
  );
}

/**
 * The signals among references whose definitions do not list them, or do not exist. Leaves out signals whose definitions
 * fail for another reason.
 *
 * @throws the signal's reason when it aborts.
 */
export async function unlistedSignals(
  catalog: CatalogStore,
  references: readonly Reference[],
  signal: AbortSignal,
): Promise<readonly SignalRef[]> {
  const options = { signal, urgency: new Urgency("bulk") };
  const definitions = new Map<string, readonly Tag[] | undefined>();
  const unlisted: SignalRef[] = [];
  for (const each of references) {
    if (each.family !== "signal") continue;
    const key = `${each.version} ${each.code}`;
    if (!definitions.has(key)) definitions.set(key, await tagsOf(catalog, each, options));
    const tags = definitions.get(key);
    if (tags !== undefined && !isListedVariant(each.tags, tags)) unlisted.push(each);
  }
  return unlisted;
}

/** The tags of a signal; none if it does not exist, undefined if its definition fails for another reason. */
async function tagsOf(
  catalog: CatalogStore,
  id: SignalId,
  options: { readonly signal: AbortSignal; readonly urgency: Urgency },
): Promise<readonly Tag[] | undefined> {
  try {
    return (await catalog.definition(await catalog.listedSignal(id), options)).tags;
  } catch (error) {
    options.signal.throwIfAborted();
    return error instanceof NotFoundError ? [] : undefined;
  }
}

/** The series of a table that no `*` stands for. */
function seriesNamedIn(table: DatasetTable): readonly SeriesRef[] {
  switch (table.kind) {
    case "series":
    case "forecast":
      return [table.member];
    case "set":
      return table.members;
    case "vintages":
      return table.members.filter((each) => each.family === "signal");
    case "panel":
      return [];
  }
}
