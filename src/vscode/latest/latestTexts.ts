import { type LatestSignal } from "../../service/parseLatestSignals";
import { type LatestPlace } from "../../shared/latest/latestPlace";
import { type ConnectedService } from "../connection/connectedServices";
import { latestRecordText } from "./latestRecordText";

export interface LatestTextServices {
  get(connectionId: string): Promise<Pick<ConnectedService, "catalog">>;
}

/** The latest signals as texts: what a `.csv` or `.json` of them reads as, and a heat map that is opened as a text. */
export class LatestTexts {
  constructor(private readonly services: LatestTextServices) {}

  /** @throws as fetching the latest signals does. */
  async read({ connectionId, signal, form }: LatestPlace): Promise<Uint8Array> {
    const { catalog } = await this.services.get(connectionId);
    const { items } = await catalog.latestSignals();
    const isShown = ({ code, version }: LatestSignal): boolean =>
      signal === undefined ||
      // A record of version 0 may be of the highest version.
      (code?.normalize("NFC") === signal.code && [0, signal.version].includes(version));
    const records = items.filter(isShown);
    const text = await latestRecordText(records, form === "json" ? "json" : "csv");
    return new TextEncoder().encode(text);
  }
}
