import * as vscode from "vscode";
import { tableName } from "../../../data/table/name";
import { type Body } from "../../../service/body";
import { isUnreachable } from "../../../service/errors";
import { type Instant } from "../../../shared/instant";
import { sampleConnection, type SeriesTarget } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import { retrievalInstant } from "../../../store/freshness";
import { type CachedBody } from "../../../store/seriesFiles";
import { type Services } from "../../../connect/connectedServices";
import { transferFormat } from "../../../connect/transferFormat";
import { withDelayedProgress } from "../../../editor/progress";
import { mayUseNewest } from "../../../editor/prompt/mayUseNewest";
import { type Reporter } from "../../../editor/report/failureReporter";
import { reportSavedFile } from "../../../editor/report/savedFiles";
import { chosenSeries } from "../../../editor/tabs/chosenSeries";
import { activeDocuments } from "../../../editor/tabs/documentTabs";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { askSaveLocation } from "../../../editor/files/saveQuestions";
import { writeLocation } from "../../../editor/files/writeLocation";

export interface ResponseSaverOptions {
  readonly services: Services;
  readonly reporter: Reporter;
}

/** An answer of the service, and when it was sent. */
export interface FetchedResponse {
  readonly body: Body;
  readonly retrievedAt: Instant;
}

/** Saves the service's answer byte for byte, even if it could not be parsed. */
export class ResponseSaver {
  constructor(private readonly options: ResponseSaverOptions) {}

  /** Asks where to save the answer behind a row or document; by default the active document. Failures are reported. */
  async saveResponse(argument: unknown): Promise<void> {
    const target = await chosenSeries(argument ?? activeDocuments().at(-1));
    if (target === undefined) return;
    const { gate } = this.options.services;
    if (await mayUseNewest([target.reference], gate)) await this.attempt(target);
  }

  /**
   * The answer to the request for a series: the one shown, if it is cached, else a new one. A stale one from disk is
   * accepted while the service cannot be reached.
   *
   * @throws ServiceError if the service returns no series; LaterThanAsOfError even if it is cached.
   */
  async fetch(
    { connectionId, reference }: SeriesTarget,
    signal?: AbortSignal,
  ): Promise<FetchedResponse> {
    const { client, series } = await this.options.services.get(connectionId);
    series.permit(reference);
    const shown = series.cachedSeries(reference);
    if (shown !== undefined) return asFetched(shown);
    const kept = await series.cachedBody(reference);
    if (kept?.isOld === false) return asFetched(kept);
    const options = {
      format: transferFormat(),
      hasFallback: kept !== undefined,
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      const body = await (reference.family === "signal"
        ? client.downloadSignalData(reference, options)
        : client.downloadForecastData(reference, options));
      await series.refuseKey(body, { signal });
      return asFetched({ body, fetchedAtMs: client.newestServerDateMs ?? Date.now() });
    } catch (error) {
      if (kept === undefined || !isUnreachable(error)) throw error;
      return asFetched(kept);
    }
  }

  private async attempt(target: SeriesTarget): Promise<void> {
    const { connectionId } = target;
    const title = vscode.l10n.t("Saving the response for {0}", seriesTitle(target));
    try {
      const fetched = await withDelayedProgress(title, (signal) => this.fetch(target, signal));
      const { body, retrievedAt } = fetched;
      const isSample = connectionId === sampleConnection;
      const member = { reference: target.reference, retrievedAt, service: "", isSample };
      const name = tableName({ kind: "series", member }, {}, body.format);
      const location = await askSaveLocation(
        vscode.l10n.t("Save Raw Response for {0} As", seriesTitle(target)),
        name,
        body.format,
      );
      if (location === undefined) return;
      await writeLocation(location, body.bytes);
      const saved = plainLine(location.path.slice(location.path.lastIndexOf("/") + 1));
      void reportSavedFile(vscode.l10n.t("Saved {0} as the service sent it", saved), location);
    } catch (error) {
      const retry = (): Promise<void> => this.attempt(target);
      const attempt = vscode.l10n.t("Could not save the response for {0}", seriesTitle(target));
      await this.options.reporter.report(error, { attempt, connectionId, retry });
    }
  }
}

function asFetched({ body, fetchedAtMs }: CachedBody): FetchedResponse {
  return { body, retrievedAt: retrievalInstant(body, fetchedAtMs) };
}
