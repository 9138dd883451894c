import { type TagValues, type DataKind } from "../shared/reference";
import { type SampleAnswer, jsonAnswer, parquetType } from "./sampleAnswer";
import { dayOfBusinessDay, firstShown, productionAsOf, usualProductionMs } from "./businessDays";
import { type HttpProblem, badParameter, notFound } from "./httpProblem";
import { latestForecasts } from "./sampleForecasts";
import {
  sampleMarkets,
  type Horizon,
  type SampleMarket,
  type SampleHedging,
  hedgings,
} from "./markets";
import { latestScore, signalProduction, signalSeries } from "./signalSeries";
import {
  type SampleSignal,
  hasData,
  isProduced,
  sampleSignals,
  valuesOf,
  sampleVariants,
} from "./signals";
import { type World } from "./world";
import { toCsv } from "../data/csvWriter";
import { type Frame } from "../data/frame";
import { toJson } from "../data/jsonWriter";
import { toParquet } from "../data/parquetWriter";
import { type WireFormat, wireFormats } from "../shared/wireFormat";
import { instantOfTyped, msOfInstant } from "../shared/instant";
import { isoOfDay } from "../shared/day";
import { type ForecastComponent, forecastComponents, parentOf } from "../shared/forecastComponents";
import { ForecastModel } from "./forecastModel";
import { type TagKind, regionOfCountry } from "./tagValues";

/** Answers a request, given the path segments after `/api/v3` and the parameters. */
type Endpoint = (
  world: World,
  query: URLSearchParams,
  values: readonly string[],
) => SampleAnswer | Promise<SampleAnswer>;

/** The eight endpoints; `:` stands for one value. The first match applies. */
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

/**
 * The answer to a GET.
 *
 * @throws HttpProblem for an unknown path, name or parameter.
 */
export async function answerTo(
  world: World,
  segments: readonly string[] | undefined,
  query: URLSearchParams,
): Promise<SampleAnswer> {
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

function listSignals(_world: World, query: URLSearchParams): SampleAnswer {
  parametersOf(query, []);
  return jsonAnswer(sampleSignals.map(listingEntry));
}

function getSignal(
  _world: World,
  query: URLSearchParams,
  [code, version]: readonly string[],
): SampleAnswer {
  parametersOf(query, []);
  return jsonAnswer(definitionOf(signalNamed(code, version)));
}

function getSignalData(
  world: World,
  query: URLSearchParams,
  [code, version]: readonly string[],
): Promise<SampleAnswer> {
  const signal = signalNamed(code, version);
  const parameters = parametersOf(query, [...signal.kinds, "fmt", "kind", "as_of_utc"]);
  const format = formatOf(parameters);
  const dataKind = dataKindOf(parameters);
  const asOf = asOfMs(parameters);
  const tags = tagsOf(signal, parameters);
  const production =
    asOf === undefined
      ? world.last
      : Math.min(world.last, productionAsOf(asOf, signal.productionMs));
  if (!isProduced(signal, tags, signalProduction(world, signal, production))) {
    throw noVariant(signal, tags);
  }
  return encodeSeries(signalSeries(world, signal, tags, dataKind, production), format);
}

/** All records, cached per world, since computing them takes a second. */
const allLatestSignals = new WeakMap<World, SampleAnswer>();

function getLatestSignals(world: World, query: URLSearchParams): SampleAnswer {
  const commodity = parametersOf(query, ["commodity_name"]).get("commodity_name");
  if (commodity !== undefined) return jsonAnswer(latestSignals(world, commodity));
  const answer = allLatestSignals.get(world) ?? jsonAnswer(latestSignals(world));
  allLatestSignals.set(world, answer);
  return answer;
}

function listMarkets(_world: World, query: URLSearchParams): SampleAnswer {
  parametersOf(query, []);
  return jsonAnswer(sampleMarkets.map(marketEntry));
}

function listHedgings(_world: World, query: URLSearchParams): SampleAnswer {
  parametersOf(query, []);
  return jsonAnswer(hedgingEntries());
}

function getForecastData(
  world: World,
  query: URLSearchParams,
  [ticker, currency, horizonName]: readonly string[],
): Promise<SampleAnswer> {
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

function getLatestForecasts(world: World, query: URLSearchParams): SampleAnswer {
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
  if (!isListed || !hasData(signal, tags)) throw noVariant(signal, tags);
  return tags;
}

function noVariant(signal: SampleSignal, tags: TagValues): HttpProblem {
  return notFound(`${signal.code} has no variant ${Object.values(tags).join(", ")}`);
}

const contentTypes: Readonly<Record<WireFormat, string>> = {
  parquet: parquetType,
  csv: "text/csv; charset=utf-8",
  json: "application/json",
};

/** The series in the requested format. */
async function encodeSeries(frame: Frame, format: WireFormat): Promise<SampleAnswer> {
  return { status: 200, contentType: contentTypes[format], body: await bytesOf(frame, format) };
}

function bytesOf(frame: Frame, format: WireFormat): Uint8Array | Promise<Uint8Array> {
  switch (format) {
    case "parquet":
      return toParquet(frame);
    case "csv":
      return toCsv(frame);
    case "json":
      return toJson(frame);
  }
}

/** The key is allowed in every URL; the gate has already checked it. */
const keyParameter = "api_key";
const dataKinds: readonly DataKind[] = ["SNAP", "FIT"];
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * The parameters of a request by name.
 *
 * @param allowed - The names that the endpoint accepts; any other is rejected with 422, as is a duplicate.
 */
function parametersOf(
  query: URLSearchParams,
  allowed: readonly string[],
): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (name === keyParameter) continue;
    if (!allowed.includes(name)) throw badParameter(`unknown parameter ${name}`);
    if (parameters.has(name)) throw badParameter(`parameter ${name} is given twice`);
    parameters.set(name, value);
  }
  return parameters;
}

function formatOf(parameters: ReadonlyMap<string, string>): WireFormat {
  return oneOf("fmt", wireFormats, parameters.get("fmt") ?? "parquet");
}

function dataKindOf(parameters: ReadonlyMap<string, string>): DataKind {
  return oneOf("kind", dataKinds, parameters.get("kind") ?? "SNAP");
}

/** Milliseconds since 1970-01-01 UTC; undefined for the newest data. A time without an offset is UTC. */
function asOfMs(parameters: ReadonlyMap<string, string>): number | undefined {
  const text = parameters.get("as_of_utc");
  if (text === undefined) return undefined;
  // Productions happen at whole seconds, so a fraction of a second makes no difference.
  const typed = dateTime.test(text) ? instantOfTyped(text.replace(/[.,]\d+/, "")) : undefined;
  if (typed?.ok !== true) throw badParameter("as_of_utc is not an ISO 8601 date-time");
  return msOfInstant(typed.instant);
}

function oneOf<T extends string>(name: string, choices: readonly T[], value: string): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw badParameter(`${name} must be one of ${choices.join(", ")}`);
  return choice;
}

/** One variant with its newest scores, as the interface writes it. */
type LatestSignalRecord = Readonly<Record<string, unknown>>;

/** Field names of records that differ from the names in the listing. */
const recordFields: Readonly<Record<string, string>> = {
  region: "region_name",
  sector: "sector_name",
  commodity: "commodity_name",
};

/** One record per variant with rows, in the order of the listing. Takes about a second. */
function latestSignals(world: World, commodity?: string): LatestSignalRecord[] {
  return sampleSignals
    .filter((signal) => commodity === undefined || signal.kinds.includes("commodity"))
    .flatMap((signal) => {
      const production = signalProduction(world, signal, world.last);
      return sampleVariants(signal)
        .filter((tags) => commodity === undefined || tags["commodity"] === commodity)
        .filter((tags) => isProduced(signal, tags, production))
        .flatMap((tags) => recordsOf(world, signal, tags, production));
    });
}

/** The record of a variant, or none if it has no rows. */
function recordsOf(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
  production: number,
): LatestSignalRecord[] {
  const score = latestScore(world, signal, tags);
  if (score === undefined) return [];
  const { level, momentum, aggregate, day } = score;
  const fields = Object.entries(tags).map(([kind, value]) => [recordFields[kind] ?? kind, value]);
  const date = `${isoOfDay(day)}T00:00:00`;
  return [
    {
      signal_code: signal.code,
      version: signal.version,
      ...regionBeside(tags),
      ...(Object.fromEntries(fields) as TagValues),
      latest: { Level: level, Momentum: momentum, Aggregate: aggregate, Date: date },
      point_in_time: timeOfProduction(signal, production),
    },
  ];
}

/** A country's record also has its region, although no request for the country's series accepts one. */
function regionBeside({ country_iso: country = "" }: TagValues): TagValues {
  const region = regionOfCountry.get(country);
  return region === undefined ? {} : { region_name: region };
}

function timeOfProduction({ productionMs = usualProductionMs }: SampleSignal, day: number): string {
  const time = new Date(productionMs).toISOString().slice(11, 19);
  return `${isoOfDay(dayOfBusinessDay(day))}T${time}`;
}

/** The totals that the interface writes without a leading underscore. */
const plainColumns: readonly ForecastComponent[] = ["Forecast", "Cyclical", "Tactical"];

/**
 * The forecasts of every business day from 1990-01-01 to the world's last, hedging Local. One column per component in
 * the interface's order, each total before its parts.
 */
export function forecastSeries(
  world: World,
  market: SampleMarket,
  currency: string,
  horizon: Horizon,
): Frame {
  const count = Math.max(0, world.last - firstShown + 1);
  const model = new ForecastModel(world, market, currency);
  const columns = seriesOrder.map((component) => ({
    component,
    column: { name: columnOf(component), type: "number" as const, values: new Float64Array(count) },
  }));
  for (let row = 0; row < count; row++) {
    const values = model.valuesAt(firstShown + row, horizon, "Local");
    for (const { component, column } of columns) {
      column.values[row] = values.get(component) ?? Number.NaN;
    }
  }
  return {
    days: Int32Array.from({ length: count }, (_, row) => dayOfBusinessDay(firstShown + row)),
    columns: columns.map(({ column }) => column),
  };
}

/** Forecast, then Trend and its parts, Cyclical and its parts, Tactical and its parts. */
const seriesOrder: readonly ForecastComponent[] = forecastComponents
  .filter((component) => (parentOf(component) ?? "Forecast") === "Forecast")
  .flatMap((whole) => [
    whole,
    ...forecastComponents.filter((part) => whole !== "Forecast" && parentOf(part) === whole),
  ]);

function columnOf(component: ForecastComponent): string {
  if (plainColumns.includes(component)) return component;
  const parent = parentOf(component);
  const name = component.replaceAll(" ", "_");
  return parent === "Forecast" || parent === undefined ? `_${name}` : `_${parent}_${name}`;
}

interface TagRecord {
  readonly kind: string;
  readonly values: readonly string[];
  readonly sub_tags: readonly { kind: string; values: readonly string[] }[] | null;
}

/** An entry in the list of signals: the definition without its tags. */
function listingEntry({ code, version, name }: SampleSignal): object {
  return { code, version, name };
}

export function definitionOf(signal: SampleSignal): object {
  const listed = signal.listedFrom === "every" ? signal.kinds : signal.kinds.slice(0, 1);
  return {
    name: signal.name,
    code: signal.code,
    tags: listed.map((kind) => tagOf(signal, kind)),
    version: signal.version,
  };
}

function tagOf(signal: SampleSignal, kind: TagKind): TagRecord {
  const others = signal.kinds.filter((other) => other !== kind);
  const subTags = others.map((other) => ({ kind: other, values: valuesOf(signal, other) }));
  return {
    kind,
    values: valuesOf(signal, kind),
    sub_tags: subTags.length === 0 ? null : subTags,
  };
}

function marketEntry({ ticker, name, category, place, currencies }: SampleMarket): object {
  const tags = { investment_category_name: category, currency_iso: currencies[0], ...place };
  return {
    ticker,
    name,
    tags: Object.entries(tags).map(([kind, value]): TagRecord => {
      return { kind, values: [value], sub_tags: null };
    }),
  };
}

function hedgingEntries(): { name: SampleHedging; description: null }[] {
  return hedgings.map((name) => ({ name, description: null }));
}
