import { type LatestPlace, type LatestSignalsPlace } from "../../shared/latest/latestPlace";
import { Slices } from "../../service/slices";
import { type ConnectedService } from "../connection/connectedServices";
import { forecastCsv, forecastJson } from "./forecastText";
import { latestRecordText } from "./latestRecordText";
import { recordsOf } from "./recordsOf";

type Catalog = ConnectedService["catalog"];

export interface LatestTextServices {
  get(connectionId: string): Promise<{ readonly catalog: Catalog }>;
}

/** The latest signals and forecasts as texts: what a `.csv` or `.json` of them reads as, and a page that is opened as a text. */
export class LatestTexts {
  constructor(private readonly services: LatestTextServices) {}

  /** @throws as fetching the latest signals or forecasts does, and as writing them does. */
  async read(place: LatestPlace): Promise<Uint8Array> {
    const { catalog } = await this.services.get(place.connectionId);
    return place.of === "signals"
      ? signalsText(catalog, place)
      : forecastsText(catalog, place.form === "json");
  }
}

async function signalsText(
  catalog: Catalog,
  { signal, form }: LatestSignalsPlace,
): Promise<Uint8Array> {
  const { items } = await catalog.latestSignals();
  // A record of version 0 may be of the highest version.
  const versions = signal === undefined ? undefined : [0, signal.version];
  const records = await new Slices().run(recordsOf(items, signal?.code, versions));
  return latestRecordText(records, form === "json" ? "json" : "csv");
}

async function forecastsText(catalog: Catalog, isJson: boolean): Promise<Uint8Array> {
  const { items } = await catalog.latestForecasts();
  return isJson ? forecastJson(items) : forecastCsv(items);
}
