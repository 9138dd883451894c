import { type Instant, asOfParameter, endOfDay } from "../../src/shared/instant";
import { dayOfIso } from "../../src/shared/day";
import {
  type DataKind,
  type ForecastRef,
  type SignalRef,
  signalRef,
} from "../../src/shared/reference";
import { type SampleProgram } from "./sampleProgram";

/** The end of a day, which the service knows all about. */
export const pastAsOf: Instant = endOfDay(dayOfIso("2024-06-28") ?? Number.NaN);

/** A signal that the sample service has, as of a past day: equal in every sample service. */
export function sampleSignal(country = "US", dataKind: DataKind = "FIT"): SignalRef {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 2, tags, dataKind, asOf: pastAsOf });
}

/** The same of latest, as of which nothing is equal. */
export function latestSignal(country: string, dataKind: DataKind = "SNAP"): SignalRef {
  return { ...sampleSignal(country, dataKind), asOf: "latest" };
}

/** Where a running sample service is and which key it wants. */
type Service = Pick<SampleProgram, "url" | "key">;

/** The series that a running sample service gives, asked for without any code of the product's client. */
export async function fetchedCsv(
  service: Service,
  { code, version, tags, dataKind, asOf }: SignalRef,
): Promise<string> {
  const query = new URLSearchParams({ ...tags, kind: dataKind, fmt: "csv" });
  if (asOf !== "latest") query.set("as_of_utc", asOfParameter(asOf));
  return answerOf(service, `signal/${code}/${version}/data/?${query.toString()}`);
}

/** The same for a forecast. */
export async function fetchedForecastCsv(
  service: Service,
  { market, currency, horizon }: ForecastRef,
): Promise<string> {
  const [place, money, span] = [market, currency, horizon].map(encodeURIComponent);
  const route = `forecast/market/${place}/currency/${money}/horizon/${span}/data/?fmt=csv`;
  return answerOf(service, route);
}

async function answerOf({ url, key }: Service, route: string): Promise<string> {
  const address = `${url}/api/v3/${route}`;
  const response = await fetch(address, { headers: { "X-API-KEY": key } });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}
