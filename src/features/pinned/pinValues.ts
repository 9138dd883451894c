import { type SeriesTarget } from "../../shared/place";
import { type Log } from "../../shared/log";
import { messageOf } from "../../shared/messageOf";
import { type ForecastRef, type SignalRef } from "../../shared/reference";
import { type ListedSignal } from "../../service/parseSignals";
import { autoLoadLimit } from "../../store/catalogStore";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { isCancellation } from "../../editor/cancellation";
import { type Disposable } from "../../editor/disposables";
import { type HedgingChoice } from "../browse/hedgingChoice";
import { NewestForecasts } from "../browse/newestForecasts";
import { rowScore, type RowValue } from "../browse/rowValue";
import { signalKey } from "../browse/signalDefinitions";
import { RowValues, type VariantRow } from "../browse/signalValues";

/** What has the values of pins. */
export interface ValueSources {
  readonly services: Services;
  readonly hedging: HedgingChoice;
  readonly log: Log;
  /** Values have arrived. */
  readonly onDidRead: () => void;
}

/** The newest values of pinned series: one answer of each service has all of its signals, and one all of its forecasts. */
export class PinValues implements Disposable {
  private readonly byConnection = new Map<string, Promise<ServiceValues>>();

  constructor(private readonly sources: ValueSources) {}

  /** The newest value of a series; undefined where there is none, or none yet: then {@link ValueSources.onDidRead} follows. */
  async of({ connectionId, reference }: SeriesTarget): Promise<RowValue | undefined> {
    // Newest values have no as-of.
    if (rowScore() === undefined || this.sources.services.gate.bound !== "latest") return undefined;
    if (reference.family === "signal" && reference.asOf !== "latest") return undefined;
    try {
      const values = await this.ofService(connectionId);
      if (reference.family === "signal") return values.ofSignal(reference);
      return values.ofForecast(reference, this.sources.hedging.of(connectionId));
    } catch (error) {
      if (!isCancellation(error)) {
        this.sources.log.warn(`no newest values of pins: ${messageOf(error)}`);
      }
      return undefined;
    }
  }

  /** Forgets the values of a service whose address or key has changed, or of all. */
  forget(connectionId?: string): void {
    for (const [id, values] of this.byConnection) {
      if (connectionId !== undefined && connectionId !== id) continue;
      this.byConnection.delete(id);
      values.then(
        (each) => each.dispose(),
        () => undefined,
      );
    }
  }

  dispose(): void {
    this.forget();
  }

  private async ofService(connectionId: string): Promise<ServiceValues> {
    const known = this.byConnection.get(connectionId);
    if (known !== undefined) return known;
    const { services, log, onDidRead } = this.sources;
    const values = services
      .get(connectionId)
      .then((service) => new ServiceValues(service, log, onDidRead));
    this.byConnection.set(connectionId, values);
    values.catch(() => this.byConnection.delete(connectionId));
    return values;
  }
}

/** The newest values of one service. */
class ServiceValues implements Disposable {
  private readonly signals: RowValues<VariantRow>;
  private readonly forecasts: NewestForecasts;
  /** Signals whose definitions have been asked for, by key. */
  private readonly defined = new Set<string>();
  private listed: readonly ListedSignal[] = [];
  private read: Promise<void> | undefined;

  constructor(
    private readonly service: ConnectedService,
    private readonly log: Log,
    private readonly onDidRead: () => void,
  ) {
    const { catalog } = service;
    this.forecasts = new NewestForecasts(catalog);
    this.signals = new RowValues<VariantRow>({
      ...{ catalog, log, onDidRead },
      onDidStart: () => undefined,
      onDidChange: onDidRead,
      versionsOf: (code) =>
        this.listed.flatMap((each) => (each.code === code ? [each.version] : [])),
    });
  }

  ofSignal({ code, version, tags }: SignalRef): RowValue | undefined {
    const signal = { code, version, name: code };
    if (this.service.catalog.cachedDefinition(signal) !== undefined) {
      return this.signals.of({ signal, tags });
    }
    void this.define(signal);
    return undefined;
  }

  ofForecast(reference: ForecastRef, hedging: string | undefined): RowValue | undefined {
    this.read ??= this.readForecasts();
    return this.forecasts.valueOf(reference, hedging);
  }

  dispose(): void {
    this.signals.dispose();
  }

  /** Reads the definition of a signal, or loads it behind what people click: its variants are told apart by it. */
  private async define(signal: ListedSignal): Promise<void> {
    const key = signalKey(signal);
    if (this.defined.has(key) || this.defined.size >= autoLoadLimit) return;
    this.defined.add(key);
    const { catalog } = this.service;
    try {
      this.listed = (await catalog.cachedSignals())?.items ?? [];
      await catalog.readDefinitions([signal]);
      if (catalog.cachedDefinition(signal) === undefined) {
        await catalog.loadDefinitions([signal], () => undefined);
      }
      if (catalog.cachedDefinition(signal) !== undefined) this.onDidRead();
    } catch (error) {
      this.fail(error);
    }
  }

  private async readForecasts(): Promise<void> {
    try {
      const { value, refreshed } = await this.service.catalog.availableForecasts();
      if (await this.forecasts.read(value)) this.onDidRead();
      const newer = await refreshed;
      if (newer !== undefined && (await this.forecasts.read(newer))) this.onDidRead();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Values are an addition to the rows: a failure is logged. */
  private fail(error: unknown): void {
    if (!isCancellation(error)) this.log.warn(`no newest values of pins: ${messageOf(error)}`);
  }
}
