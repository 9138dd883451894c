import { PanelTooLargeError, UnknownAddressError } from "../../../catalog/panelErrors";
import { variantsOf } from "../../../catalog/variants";
import { type ListedSignal } from "../../../service/parseSignals";
import {
  type PanelRef,
  type SeriesRef,
  type SignalRef,
  signalRef,
} from "../../../shared/reference";
import { isOtherVintage } from "../../../shared/referencePath";
import { type CachedCoverage } from "../../../store/cachedCoverage";
import { type Series } from "../../../store/seriesStore";
import { type Connection } from "../../../connect/connection";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";
import { type SeriesTarget, type Target } from "../../../shared/place";
import { type KnownConnections } from "../../../connect/connectionOfService";
import { type AsOf } from "../../../shared/instant";
import { type SignalCard, signalCard } from "../../browse/signalCard";
import { type AsOfGate } from "../../../store/asOfGate";

/** Maximum number of a signal's series in a hover. */
const maxSeries = 3;
/** Maximum number of cache files to open for a signal's series: their names do not show what they hold. */
const maxFiles = 8;

export interface CachedSeriesOptions {
  readonly connections: KnownConnections;
  readonly services: Services;
}

/** The cached data of a series or a panel. */
export interface CachedTarget {
  /** The signal's name, from the service. */
  readonly name: string | undefined;
  /** The cached series with the same as-of, or else with another one; for a panel, how much of it is cached. */
  readonly cached: Series | CachedCoverage | undefined;
  /** The card of its signal; undefined for a forecast. */
  readonly card: SignalCard | undefined;
}

/** A listed signal and its cached series. */
export interface CachedSignalInfo {
  readonly signal: ListedSignal;
  readonly series: readonly Series[];
  /** The series that its chart opens with; undefined while none of its variants is known. */
  readonly target: SeriesTarget | undefined;
  readonly card: SignalCard;
}

/**
 * Series and signals from memory and from the cache on disk: makes no request and does not start the sample service.
 * All methods reject with the signal's reason when it aborts.
 */
export class CachedSeries {
  constructor(private readonly options: CachedSeriesOptions) {}

  /** The connections among which lines resolve. */
  get connections(): KnownConnections {
    return this.options.connections;
  }

  /** The cached data of a series or a panel; its connection must be in the settings. */
  async of({ connectionId, reference }: Target, signal: AbortSignal): Promise<CachedTarget> {
    const service = await this.serviceOf(connectionId);
    signal.throwIfAborted();
    if (service === undefined) return { name: undefined, cached: undefined, card: undefined };
    const name = reference.family === "forecast" ? undefined : await nameIn(service, reference);
    signal.throwIfAborted();
    const cached =
      reference.family === "panel"
        ? await coverageIn(service, reference, this.options.services.gate, signal)
        : await nearestSeries(service, reference, this.options.services.gate, signal);
    const { gate } = this.options.services;
    const isSignal = reference.family !== "forecast";
    const card = isSignal ? await signalCard(service, reference, gate) : undefined;
    return { name, cached, card };
  }

  /**
   * The signal with a code, in its highest version, from the active connection first; undefined for a text that is not
   * a known code.
   */
  async ofCode(code: string, signal: AbortSignal): Promise<CachedSignalInfo | undefined> {
    const { active, services, sample } = this.options.connections;
    const all: Connection[] = [...(active === undefined ? [] : [active]), ...services, sample];
    for (const id of new Set(all.map((connection) => connection.id))) {
      const service = await this.serviceOf(id);
      const listed = service && (await listedIn(service, code));
      signal.throwIfAborted();
      if (service !== undefined && listed !== undefined) {
        return knownSignal(service, listed, this.options.services.gate, signal);
      }
    }
    return undefined;
  }

  /**
   * Undefined for the sample service unless it is running: getting it would start it, and its data are never on disk.
   */
  async serviceOf(connectionId: string): Promise<ConnectedService | undefined> {
    const { connections, services } = this.options;
    return connectionId === connections.sample.id
      ? services.ready(connectionId)
      : services.get(connectionId);
  }
}

async function nameIn(
  service: ConnectedService,
  { code, version }: SignalRef | PanelRef,
): Promise<string | undefined> {
  return (await listedIn(service, code, version))?.name;
}

/** Undefined for a panel that the signal's cached definition does not allow, or that is later than the window's as-of. */
async function coverageIn(
  { panels }: ConnectedService,
  reference: PanelRef,
  gate: AsOfGate,
  signal: AbortSignal,
): Promise<CachedCoverage | undefined> {
  if (gate.refuses(reference)) return undefined;
  try {
    return await panels.cachedCoverage(reference, signal);
  } catch (error) {
    const isNone = error instanceof UnknownAddressError || error instanceof PanelTooLargeError;
    if (isNone) return undefined;
    throw error;
  }
}

/** The highest of several versions. */
async function listedIn(
  { catalog }: ConnectedService,
  code: string,
  version?: number,
): Promise<ListedSignal | undefined> {
  const items = (await catalog.cachedSignals())?.items ?? [];
  return items
    .filter((each) => each.code === code && (version ?? each.version) === each.version)
    .reduce<ListedSignal | undefined>(
      (highest, each) => (highest === undefined || each.version > highest.version ? each : highest),
      undefined,
    );
}

/**
 * The series itself if cached, else another vintage of it: the last one fetched into memory or, from disk, the one as of
 * the window's as-of. A hover does not search all files, and shows nothing later than the window's as-of.
 */
async function nearestSeries(
  { series }: ConnectedService,
  reference: SeriesRef,
  gate: AsOfGate,
  signal: AbortSignal,
): Promise<Series | undefined> {
  const exact = isShown(reference, gate)
    ? await series.openCached(reference, { signal })
    : undefined;
  if (exact !== undefined || reference.family === "forecast") return exact;
  const others = series
    .allCachedSeries()
    .filter((each) => isOtherVintage(each.reference, reference) && isShown(each.reference, gate));
  const [newest] = others.toSorted((a, b) => b.fetchedAtMs - a.fetchedAtMs);
  return newest ?? series.openCached({ ...reference, asOf: gate.bound }, { signal });
}

/** A forecast is always the latest. */
function isShown(reference: SeriesRef, gate: AsOfGate): boolean {
  return !gate.isLater(reference.family === "forecast" ? "latest" : reference.asOf);
}

async function knownSignal(
  service: ConnectedService,
  listed: ListedSignal,
  gate: AsOfGate,
  signal: AbortSignal,
): Promise<CachedSignalInfo> {
  const connectionId = service.connection.id;
  const candidates = await candidatesOf(service, listed, gate.bound);
  signal.throwIfAborted();
  const series = await cachedSeries(service, listed, candidates, gate, signal);
  const reference = series[0]?.reference ?? candidates[0];
  const card = await signalCard(service, listed, gate);
  return { signal: listed, series, target: reference && { connectionId, reference }, card };
}

/** The cached series: those in memory, then the candidates that are on disk. */
async function cachedSeries(
  { series }: ConnectedService,
  { code, version }: ListedSignal,
  candidates: readonly SignalRef[],
  gate: AsOfGate,
  signal: AbortSignal,
): Promise<readonly Series[]> {
  const found = series.allCachedSeries().filter(({ reference }) => {
    return (
      reference.family === "signal" &&
      reference.code === code &&
      reference.version === version &&
      isShown(reference, gate)
    );
  });
  for (const reference of candidates) {
    if (found.length >= maxSeries) break;
    if (series.cachedSeries(reference) !== undefined) continue;
    const opened = await series.openCached(reference, { signal });
    if (opened !== undefined) found.push(opened);
  }
  return found.slice(0, maxSeries);
}

/** The first variants as the tree opens them: the most likely to be cached. */
async function candidatesOf(
  { catalog }: ConnectedService,
  listed: ListedSignal,
  asOf: AsOf,
): Promise<readonly SignalRef[]> {
  const { code, version } = listed;
  const candidates: SignalRef[] = [];
  for (const tags of variantsOf((await catalog.storedDefinition(listed))?.tags ?? [])) {
    if (candidates.length >= maxFiles) break;
    for (const dataKind of ["SNAP", "FIT"] as const) {
      candidates.push(signalRef({ code, version, tags, dataKind, asOf }));
    }
  }
  return candidates;
}
