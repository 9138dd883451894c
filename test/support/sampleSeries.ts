import { type Instant, asOfParameter, endOfDay } from "../../src/shared/instant";
import { dayOfIso } from "../../src/shared/day";
import { type DataKind, type SignalRef, signalRef } from "../../src/shared/reference";

/** The end of a day, which the service knows all about. */
export const pastAsOf: Instant = endOfDay(dayOfIso("2024-06-28") ?? Number.NaN);

/** A signal that the sample service has, as of a past day: equal in every sample service. */
export function sampleSignal(country = "US", dataKind: DataKind = "FIT"): SignalRef {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 2, tags, dataKind, asOf: pastAsOf });
}

/** The series that a running sample service gives, asked for without any code of the product's client. */
export async function fetchedCsv(
  { url, key }: { readonly url: string; readonly key: string },
  { code, version, tags, dataKind, asOf }: SignalRef,
): Promise<string> {
  const query = new URLSearchParams({ ...tags, kind: dataKind, fmt: "csv" });
  if (asOf !== "latest") query.set("as_of_utc", asOfParameter(asOf));
  const address = `${url}/api/v3/signal/${code}/${version}/data/?${query.toString()}`;
  const response = await fetch(address, { headers: { "X-API-KEY": key } });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}
