import type * as v from "valibot";
import { forecastCoordinates } from "../catalog/forecastCoordinates";
import { type SignalVariant } from "../catalog/groupByTag";
import { ReadableNames } from "../catalog/readableNames";
import {
  allMarkets,
  type ForecastCandidate,
  ForecastGroups,
  type ForecastText,
} from "../catalog/searchEntries";
import { SearchIndex } from "../catalog/searchIndex";
import { reservedKindOf } from "../catalog/variants";
import { type ListedSignal } from "../service/parseSignals";
import { Slices } from "../service/slices";
import { Urgency } from "../service/urgency";
import { forecastRef, panelRef, signalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { isNameable } from "../shared/segment";
import {
  type AnswerItem,
  instantText,
  listAnswer,
  type Missing,
  nameText,
  referenceText,
  type ToolAnswer,
} from "./toolAnswer";
import { newestForecasts } from "./archived";
import { type searchInput } from "./inputs";
import { reasonOf } from "./reasons";
import { hasTags, namedTags } from "./tagFilter";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

type Input = v.InferOutput<typeof searchInput>;

interface Hits {
  readonly hits: readonly AnswerItem[];
  /** The number of all matches. */
  readonly total: number;
  readonly missing: readonly Missing[];
  readonly fetchedAtMs?: number | undefined;
}

const defaultLimit = 20;
/** Matches among which tags are looked for; more are only counted. */
const maxFiltered = 5_000;
/** Signals and forecasts by words and tags, with the references that other tools take. */
export async function searchCatalog(
  service: ToolService,
  input: Input,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { family, limit = defaultLimit } = input;
  const searches = [
    ...(family === "forecast" ? [] : [searchSignals]),
    ...(family === "signal" ? [] : [searchForecasts]),
  ];
  const found: Hits[] = [];
  const missing: Missing[] = [];
  for (const search of searches) {
    try {
      const hits = await search(service, input, call);
      found.push(hits);
      missing.push(...hits.missing);
    } catch (error) {
      call.signal.throwIfAborted();
      missing.push({
        reason: error instanceof ToolRefusal ? error.message : reasonOf(error),
        references: [],
      });
    }
  }
  const [first] = missing;
  if (found.length === 0) throw new ToolRefusal(first?.reason ?? "Nothing can be searched.");
  const hits = mixed(found.map((each) => each.hits)).slice(0, limit);
  const times = found.flatMap(({ fetchedAtMs }) => fetchedAtMs ?? []);
  return listAnswer(service, {
    provenance: {
      kind: null,
      asOf: null,
      retrieved: times.length === 0 ? null : instantText(Math.min(...times)),
      digest: null,
      openables: [],
    },
    facts: { total: found.reduce((sum, { total }) => sum + total, 0) },
    lists: [{ name: "results", items: hits }],
    missing,
  });
}

/** The best of each list in turn. */
function mixed(lists: readonly (readonly AnswerItem[])[]): readonly AnswerItem[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
}

async function searchSignals(
  service: ToolService,
  { query = "", tags = {}, limit = defaultLimit }: Input,
  { signal, requests }: ToolCall,
): Promise<Hits> {
  const { search } = service;
  if (!requests.take()) throw new ToolRefusal(requests.reason);
  const work = { signal, urgency: new Urgency("bulk"), onDidChange: () => undefined };
  await search.update({ ...work, maxLoaded: 0 });
  const wanted = definitionsFor(service, query);
  const loading = wanted.filter(() => requests.take());
  if (loading.length > 0) await search.load(loading, work);
  const filter = namedTags(tags);
  const variants = search.findVariants(query, filter.length === 0 ? limit : maxFiltered);
  const items = variants.items.filter((each) => hasTags(each.tags, filter));
  const listing = search.listing;
  return {
    hits: items.slice(0, limit).flatMap((each) => signalHit(service, each)),
    total: filter.length === 0 ? variants.total : items.length,
    missing: unloaded(search.missing),
    fetchedAtMs: listing?.fetchedAtMs,
  };
}

/** The definitions that are not loaded: first those of the signals whose own names match. */
function definitionsFor({ search }: ToolService, query: string): readonly ListedSignal[] {
  const named = search
    .findSignals(query, search.signalCount)
    .items.filter((each) => search.isMissing(each));
  const isNamed = new Set(named);
  return [...named, ...search.missing.filter((each) => !isNamed.has(each))];
}

function unloaded(signals: readonly ListedSignal[]): readonly Missing[] {
  if (signals.length === 0) return [];
  const references = signals.map(({ code, version }) => `${nameText(code)} ${version}`);
  return [{ reason: "The definition is not loaded yet: call again to load more.", references }];
}

function signalHit(
  { dataKind, gate }: ToolService,
  { signal: { code, version, name }, tags }: SignalVariant,
): readonly AnswerItem[] {
  const vintage = { code, version, dataKind, asOf: gate.bound };
  const isSendable = [code, ...Object.entries(tags).flat()].every(isNameable);
  if (!isSendable || reservedKindOf(tags) !== undefined) return [];
  const label = referencePath(signalRef({ ...vintage, tags }));
  if (referenceText(label) === null) return [];
  const everything = Object.fromEntries(Object.keys(tags).map((kind) => [kind, "*"] as const));
  const set = referencePath(panelRef({ ...vintage, tags: everything }));
  return [{ label, item: { reference: label, name: nameText(name), set } }];
}

async function searchForecasts(
  service: ToolService,
  { query = "", tags = {}, limit = defaultLimit }: Input,
  call: ToolCall,
): Promise<Hits> {
  const { signal, requests } = call;
  const latest = await newestForecasts(service, call);
  if (!requests.take()) throw new ToolRefusal(requests.reason);
  const markets = await service.catalog.markets({ signal, urgency: new Urgency("bulk") });
  const slices = new Slices(signal);
  const known = await slices.run(forecastCoordinates(latest.items));
  const groups = new ForecastGroups(new ReadableNames("en"));
  const index = new SearchIndex<ForecastCandidate, ForecastText>();
  const filter = namedTags(tags);
  for (const market of await slices.run(allMarkets(markets.items, known))) {
    const values = market.tags.flatMap(({ kind, values: all }) => all.map((each) => [kind, each]));
    const isWanted = filter.every((one) =>
      values.some(([kind = "", value = ""]) => hasTags({ [kind]: value }, [one])),
    );
    if (!isWanted) continue;
    const group = groups.of(market, known.get(market.ticker) ?? [], index.size);
    await slices.run(index.indexing(market.ticker, group));
  }
  const found = index.search(query, limit);
  return {
    hits: found.items.flatMap(forecastHit),
    total: found.total,
    missing: [],
    fetchedAtMs: latest.fetchedAtMs,
  };
}

function forecastHit({ market, name, coordinates }: ForecastCandidate): readonly AnswerItem[] {
  if (coordinates === undefined) return [];
  const { currency, horizon } = coordinates;
  if (![market, currency, horizon].every(isNameable)) return [];
  const label = referencePath(forecastRef({ market, currency, horizon }));
  if (referenceText(label) === null) return [];
  return [{ label, item: { reference: label, name: nameText(name) } }];
}
