import { type TagValues } from "../shared/reference";
import { type Answer, jsonAnswer } from "./answer";
import { productionAsOf } from "./businessDays";
import { definitionOf, hedgingEntries, listingEntry, marketEntry } from "./definitions";
import { encodeSeries } from "./encodeSeries";
import { forecastSeries } from "./forecastSeries";
import { badParameter, notFound } from "./httpProblem";
import { latestForecasts } from "./latestForecasts";
import { latestSignals } from "./latestSignals";
import { sampleMarkets } from "./markets";
import { asOfMs, dataKindOf, formatOf, parametersOf } from "./parameters";
import { signalSeries } from "./signalSeries";
import { type SampleSignal, hasData, sampleSignals, valuesOf } from "./signals";
import { type World } from "./world";

/** What an endpoint is asked: the segments of its path behind `/api/v3` and its parameters. */
type Endpoint = (
  world: World,
  query: URLSearchParams,
  values: readonly string[],
) => Answer | Promise<Answer>;

/** The eight endpoints; `:` stands for one value. Of two that fit the first is meant. */
const endpoints: readonly [path: string, endpoint: Endpoint][] = [
  ["signal", listSignals],
  ["signal/latest", getLatestSignals],
  ["signal/:/:", getSignal],
  ["signal/:/:/data", getSignalData],
  ["forecast/market", listMarkets],
  ["forecast/hedging", listHedgings],
  ["forecast/latest", getLatestForecasts],
  ["forecast/market/:/currency/:/horizon/:/data", getForecastData],
];

/** The answer to a GET. @throws HttpProblem for a path, a name or a parameter that the service does not have. */
export async function answerTo(
  world: World,
  segments: readonly string[] | undefined,
  query: URLSearchParams,
): Promise<Answer> {
  const [api, version, ...rest] = segments ?? [];
  if (api === "api" && version === "v3") {
    for (const [path, endpoint] of endpoints) {
      const values = valuesIn(rest, path.split("/"));
      if (values !== undefined) return endpoint(world, query, values);
    }
  }
  throw notFound("no such path; every path begins with /api/v3/ and ends with a slash");
}

function valuesIn(segments: readonly string[], path: readonly string[]): string[] | undefined {
  const fits =
    segments.length === path.length &&
    path.every((part, index) => part === ":" || part === segments[index]);
  return fits ? segments.filter((_, index) => path[index] === ":") : undefined;
}

function listSignals(_world: World, query: URLSearchParams): Answer {
  parametersOf(query, []);
  return jsonAnswer(sampleSignals.map(listingEntry));
}

function getSignal(
  _world: World,
  query: URLSearchParams,
  [code, version]: readonly string[],
): Answer {
  parametersOf(query, []);
  return jsonAnswer(definitionOf(signalNamed(code, version)));
}

function getSignalData(
  world: World,
  query: URLSearchParams,
  [code, version]: readonly string[],
): Promise<Answer> {
  const signal = signalNamed(code, version);
  const parameters = parametersOf(query, [...signal.kinds, "fmt", "kind", "as_of_utc"]);
  const format = formatOf(parameters);
  const dataKind = dataKindOf(parameters);
  const asOf = asOfMs(parameters);
  const tags = tagsOf(signal, parameters);
  const production = asOf === undefined ? world.last : Math.min(world.last, productionAsOf(asOf));
  return encodeSeries(signalSeries(world, signal, tags, dataKind, production), format);
}

/** All records, once per world: they take a second to compute. */
const allLatestSignals = new WeakMap<World, Answer>();

function getLatestSignals(world: World, query: URLSearchParams): Answer {
  const commodity = parametersOf(query, ["commodity_name"]).get("commodity_name");
  if (commodity !== undefined) return jsonAnswer(latestSignals(world, commodity));
  const answer = allLatestSignals.get(world) ?? jsonAnswer(latestSignals(world));
  allLatestSignals.set(world, answer);
  return answer;
}

function listMarkets(_world: World, query: URLSearchParams): Answer {
  parametersOf(query, []);
  return jsonAnswer(sampleMarkets.map(marketEntry));
}

function listHedgings(_world: World, query: URLSearchParams): Answer {
  parametersOf(query, []);
  return jsonAnswer(hedgingEntries());
}

function getForecastData(
  world: World,
  query: URLSearchParams,
  [ticker, currency, horizonName]: readonly string[],
): Promise<Answer> {
  const market = sampleMarkets.find((each) => each.ticker === ticker);
  if (market === undefined) throw notFound(`no market ${ticker}`);
  const horizon = market.horizons.find(({ name }) => name === horizonName);
  if (horizon === undefined) throw notFound(`${market.ticker} has no horizon ${horizonName}`);
  if (currency === undefined || !market.currencies.includes(currency)) {
    throw notFound(`${market.ticker} has no currency ${currency}`);
  }
  const format = formatOf(parametersOf(query, ["fmt"]));
  return encodeSeries(forecastSeries(world, market, currency, horizon), format);
}

function getLatestForecasts(world: World, query: URLSearchParams): Answer {
  const parameters = parametersOf(query, ["market_code", "horizon_name"]);
  return jsonAnswer(
    latestForecasts(world, parameters.get("market_code"), parameters.get("horizon_name")),
  );
}

function signalNamed(code: string | undefined, version: string | undefined): SampleSignal {
  const signal = sampleSignals.find(
    (each) => each.code === code && String(each.version) === version,
  );
  if (signal === undefined) throw notFound(`no signal ${code} of version ${version}`);
  return signal;
}

/** One value for each of the signal's kinds, in the order of its definition. */
function tagsOf(signal: SampleSignal, parameters: ReadonlyMap<string, string>): TagValues {
  const missing = signal.kinds.filter((kind) => !parameters.has(kind));
  if (missing.length > 0) throw badParameter(`${signal.code} needs ${missing.join(" and ")}`);
  const tags: TagValues = Object.fromEntries(
    signal.kinds.map((kind) => [kind, parameters.get(kind) ?? ""]),
  );
  const isListed = signal.kinds.every((kind) => valuesOf(signal, kind).includes(tags[kind] ?? ""));
  if (!isListed || !hasData(signal, tags)) {
    throw notFound(`${signal.code} has no variant ${Object.values(tags).join(", ")}`);
  }
  return tags;
}
