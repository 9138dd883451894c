import { setMaxListeners } from "node:events";
import pLimit from "p-limit";
import { hasOneSpelling } from "../catalog/listedSpelling";
import { panelVariants } from "../catalog/panelVariants";
import { DecodeError } from "../data/errors";
import { isUnreachable, ServiceError } from "../service/errors";
import { type Tag } from "../service/parseTags";
import { Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type PanelRef, type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Slice } from "../shared/slice";
import { latestInstant } from "../store/freshness";
import { freshInstant, isLatest, Latest } from "../store/latest";
import { withResolvedAsOf } from "../store/seriesBatch";
import { type Series } from "../store/seriesStore";
import { type Missing, referenceText } from "./toolAnswer";
import { type AskedReference, refusalOf } from "./askedReferences";
import { reasonOf } from "./reasons";
import { type ToolCall, type ToolService } from "./toolService";

/** One series to fetch. */
export interface AskedSeries {
  readonly reference: SeriesRef;
  readonly slice?: Slice | undefined;
}

/** A fetched series with a fixed as-of. */
export interface ToolSeries extends AskedSeries {
  readonly series: Series;
}

/** The series that a call fetched, and those that it lacks. */
export interface FetchedForTool {
  readonly fetched: readonly ToolSeries[];
  readonly missing: readonly Missing[];
  /** The instant to which latest was resolved; absent if it was not asked for. */
  readonly latestAsOf?: Instant | undefined;
}

const maxAtOnce = 8;

/**
 * Fetches series after what a person clicks, each as its chart would: latest is one instant for all of them.
 * Anything that fails, or for which no request is left, is missing.
 *
 * @throws the signal's reason when it aborts.
 */
export async function fetchForTool(
  service: ToolService,
  asked: readonly AskedReference[],
  call: ToolCall,
): Promise<FetchedForTool> {
  setMaxListeners(0, call.signal);
  const missing = new MissingReferences();
  const wanted = await expanded(service, asked, call, missing);
  const items = wanted.map(({ reference }) => ({ source: service, reference }));
  const latest = new Latest(await freshInstant(items));
  const limit = pLimit(maxAtOnce);
  const outcomes = await Promise.all(
    wanted.map((each) => limit(async () => outcomeOf(service, each, latest, call))),
  );
  call.signal.throwIfAborted();
  const fetched = outcomes.flatMap((outcome, at) => {
    const { reference, slice } = wanted[at] ?? {};
    if (reference === undefined) return [];
    if (typeof outcome === "string") {
      missing.add(outcome, reference);
      return [];
    }
    const isStale = outcome.staleBecause !== undefined;
    const dated = withResolvedAsOf(reference, isStale ? latestInstant(outcome) : latest.asOf);
    return [{ reference: dated, slice, series: outcome }];
  });
  const isResolved = items.some(({ reference }) => isLatest(reference));
  return { fetched, missing: missing.all, latestAsOf: isResolved ? latest.asOf : undefined };
}

/**
 * Takes the requests for all series of references of a fixed as-of that are not cached, or none.
 *
 * @returns What there are no requests for, or cannot be requested.
 */
export async function takeRequests(
  service: ToolService,
  asked: readonly AskedReference[],
  call: ToolCall,
): Promise<readonly Missing[]> {
  const missing = new MissingReferences();
  const wanted = await expanded(service, asked, call, missing);
  const latest = new Latest(undefined);
  let cost = 0;
  for (const { reference } of wanted) {
    if (!(await isCached(service, reference, latest))) cost += costOf(reference);
  }
  if (!call.requests.take(cost)) {
    for (const { reference } of asked) missing.add(call.requests.reason, reference);
  }
  return missing.all;
}

/** Collects what is missing by its reason. */
export class MissingReferences {
  private readonly byReason = new Map<string, string[]>();

  add(reason: string, reference: SeriesRef | PanelRef | string): void {
    const text = typeof reference === "string" ? reference : referencePath(reference);
    const known = this.byReason.get(reason) ?? [];
    this.byReason.set(reason, [...known, text.slice(0, longestText)]);
  }

  get all(): readonly Missing[] {
    return Array.from(this.byReason, ([reason, references]) => ({ reason, references }));
  }
}

const longestText = 400;

/** The series, or why it is missing. */
async function outcomeOf(
  service: ToolService,
  { reference }: AskedSeries,
  latest: Latest,
  { signal, requests }: ToolCall,
): Promise<Series | string> {
  signal.throwIfAborted();
  try {
    // The bound may have changed since the reference was asked for.
    const refusal = refusalOf(service, reference, undefined);
    if (refusal !== undefined) return refusal;
    if (!(await isCached(service, reference, latest)) && !requests.take(costOf(reference)))
      return requests.reason;
    const options = { signal, urgency: new Urgency("bulk") };
    return await latest.series({ source: service, reference }, options);
  } catch (error) {
    signal.throwIfAborted();
    const reason = reasonOf(error);
    requests.charge(attemptsAfterFirst(error));
    if (isUnreachable(error)) requests.stop(reason);
    return reason;
  }
}

/** How many more requests than one were made before a failure: retries, and one for another format. */
function attemptsAfterFirst(error: unknown): number {
  if (error instanceof DecodeError) return 1;
  if (!(error instanceof ServiceError)) return 0;
  return Math.max(error.attempts - 1, error.kind === "unexpected-content" ? 1 : 0);
}

/** Whether the series needs no request. */
async function isCached(
  { series }: ToolService,
  reference: SeriesRef,
  latest: Latest,
): Promise<boolean> {
  if (reference.family === "signal" && reference.asOf === "latest") {
    const instant = await series.freshInstant(reference);
    return instant !== undefined && instant === latest.asOf;
  }
  return (await series.cachedBody(reference))?.isOld === false;
}

/** 2 requests for a name with several spellings, which may need the definition first. */
function costOf(reference: SeriesRef): number {
  return hasOneSpelling(decodeURIComponent(referencePath(reference))) ? 1 : 2;
}

/** The series of all references, each once, those of a set in its order. */
async function expanded(
  service: ToolService,
  asked: readonly AskedReference[],
  call: ToolCall,
  missing: MissingReferences,
): Promise<readonly AskedSeries[]> {
  const all = new Map<string, AskedSeries>();
  const add = (reference: SeriesRef, slice: Slice | undefined): void => {
    const key = JSON.stringify([referencePath(reference), slice]);
    if (!all.has(key)) all.set(key, { reference, slice });
  };
  for (const { reference, slice } of asked) {
    if (reference.family !== "panel") {
      add(reference, slice);
      continue;
    }
    try {
      const tags = await tagsOf(service, reference, call);
      if (tags === undefined) missing.add(call.requests.reason, reference);
      else
        for (const each of panelVariants(reference, tags)) {
          if (referenceText(referencePath(each)) !== null) add(each, slice);
          else missing.add("The name of a variant is too long.", reference);
        }
    } catch (error) {
      call.signal.throwIfAborted();
      missing.add(reasonOf(error), reference);
    }
  }
  return [...all.values()];
}

/** Undefined if there is no request left for the definition. */
async function tagsOf(
  { catalog }: ToolService,
  panel: PanelRef,
  { signal, requests }: ToolCall,
): Promise<readonly Tag[] | undefined> {
  const known = await catalog.listedSignal(panel);
  const stored = await catalog.storedDefinition(known);
  if (stored === undefined && !requests.take()) return undefined;
  const urgency = new Urgency("bulk");
  return (stored ?? (await catalog.definition(known, { signal, urgency }))).tags;
}
