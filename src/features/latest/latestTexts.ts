import * as vscode from "vscode";
import { ForecastRows } from "../../catalog/forecastRows";
import { LabelOrder } from "../../catalog/labelOrder";
import { ReadableNames } from "../../catalog/readableNames";
import {
  type LatestChangesPlace,
  type LatestPlace,
  type LatestSignalsPlace,
} from "./model/latestPlace";
import { Slices } from "../../service/slices";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { changeRows, changeRowsText } from "./changes/host/changesText";
import { compareAnswers } from "./changes/host/answerComparison";
import { newerAnswers } from "./changes/host/comparedAnswers";
import { forecastCsv, forecastJson } from "./forecastText";
import { listedSignals } from "./listedSignals";
import { latestRecordText } from "./latestRecordText";
import { recordsOf } from "./recordsOf";
import { type CatalogStore } from "../../store/catalogStore";

/**
 * Latest signals, forecasts and changes as texts, for places that end in `.csv` or `.json`, and for pages that are
 * reopened as text.
 */
export class LatestTexts {
  constructor(private readonly services: Services) {}

  /** @throws as fetching the latest signals or forecasts does, and as writing them does. */
  async read(place: LatestPlace): Promise<Uint8Array> {
    const service = await this.services.get(place.connectionId);
    const { catalog } = service;
    switch (place.of) {
      case "signals":
        return signalsText(catalog, place);
      case "forecasts":
        return forecastsText(catalog, place.form === "json");
      case "changes":
        return changesText(service, place);
    }
  }
}

async function signalsText(
  catalog: CatalogStore,
  { signal, form }: LatestSignalsPlace,
): Promise<Uint8Array> {
  const { items } = await catalog.latestSignals();
  // A record of version 0 may be of the highest version.
  const versions = signal === undefined ? undefined : [0, signal.version];
  const records = await new Slices().run(recordsOf(items, signal?.code, versions));
  return latestRecordText(records, form === "json" ? "json" : "csv");
}

async function forecastsText(catalog: CatalogStore, isJson: boolean): Promise<Uint8Array> {
  const { items } = await catalog.latestForecasts();
  return isJson ? forecastJson(items) : forecastCsv(items);
}

async function changesText(
  service: ConnectedService,
  place: LatestChangesPlace,
): Promise<Uint8Array> {
  const { catalog, archive } = service;
  // The page itself, reopened as text, has no pair.
  if (place.form === "changes") return new Uint8Array();
  const { sinceMs, toMs, connectionId, form } = place;
  const { signal } = new AbortController();
  const names = new ReadableNames(vscode.env.language);
  const rows = new ForecastRows({
    connectionId,
    names,
    order: new LabelOrder(vscode.env.language),
  });
  const listed = await listedSignals(catalog, {});
  const newer = await newerAnswers(archive, { sinceMs, toMs });
  const compared =
    newer && (await compareAnswers(newer, sinceMs, { service, listed, names, rows, signal }));
  const { signals = null, forecasts = null } = compared?.changes ?? {};
  const incomplete = compared?.incomplete;
  if (signals === null && forecasts === null) {
    const gone = vscode.l10n.t("the compared values are no longer in the archive");
    throw new Error(incomplete ?? gone);
  }
  return changeRowsText(changeRows({ signals, forecasts, incomplete }), form);
}
