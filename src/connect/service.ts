import * as vscode from "vscode";
import { panelVariants } from "../catalog/panelVariants";
import { ReadableNames } from "../catalog/readableNames";
import { type SampleWorker } from "../sample/sampleWorker";
import { type BaseUrl } from "../service/baseUrl";
import { type RequestLogEntry } from "../service/requestLogEntry";
import { ServiceClient, type ServiceClientOptions } from "../service/serviceClient";
import { type Transport } from "../service/transport";
import { type Log } from "../shared/log";
import { type AsOfGate } from "../store/asOfGate";
import { type AnswerArchive } from "../store/answerArchive";
import { bodyReader } from "../store/bodyReader";
import { type OwnedFiles } from "../store/cacheFolder";
import { CatalogStore } from "../store/catalogStore";
import { type FrameWorker } from "../store/frameWorker";
import { PanelStore } from "../store/panelStore";
import { type SeriesFiles } from "../store/seriesFiles";
import { SeriesStore } from "../store/seriesStore";
import { type Disposable } from "../editor/disposables";
import { freshnessLimits } from "./cacheSettings";
import { type Connection } from "./connection";
import { SignalSearch } from "../tools/signalSearch";
import { transferFormat } from "./transferFormat";
import { listedReference } from "../tools/listedReference";
import { numberSetting } from "../editor/numberSetting";

/** The address of a service, and its key. */
interface Access {
  readonly baseUrl: BaseUrl;
  readonly apiKey: ServiceClientOptions["apiKey"];
}

/** The address and the key of a service, and what is kept of it. */
export interface ServiceAccess extends Access {
  /** The service's cache on this computer; absent: nothing is cached. */
  readonly files?: OwnedFiles;
  readonly archive: AnswerArchive;
  readonly sample?: SampleWorker;
}

/** The dependencies of a client. */
export interface ClientDependencies extends Access {
  readonly transport: Transport;
  /** Decodes large bodies. */
  readonly worker: FrameWorker;
  readonly log: Log;
}

export interface ServiceDependencies extends ClientDependencies, ServiceAccess {
  /** Refuses series that are later than the window's as-of. */
  readonly gate: AsOfGate;
  /** Called with the outcome of each request: an error, or none when it was answered. */
  readonly onOutcome: (error?: unknown) => void;
}

/** The client and the stores of one connection with one address and one key. */
export class Service implements Disposable {
  readonly client: ServiceClient;
  readonly series: SeriesStore;
  readonly catalog: CatalogStore;
  readonly search: SignalSearch;
  readonly panels: PanelStore;
  readonly archive: AnswerArchive;
  readonly files: SeriesFiles | undefined;
  readonly origin: string;
  private readonly href: string;

  constructor(
    readonly connection: Connection,
    private readonly parts: ServiceDependencies,
  ) {
    const { baseUrl, worker, gate, log, onOutcome, files } = parts;
    this.origin = baseUrl.origin;
    this.href = baseUrl.href;
    // The sample service's key is public: it is generated at each start and protects nothing.
    const isKeyPublic = parts.sample !== undefined;
    const client = new ServiceClient({
      ...clientOptions(parts),
      isKeyPublic,
      maxConcurrentRequests: maxRequestsAtOnce,
      onOutcome,
    });
    this.client = client;
    this.archive = parts.archive;
    this.files = files?.series;
    this.series = new SeriesStore({
      client,
      worker,
      gate,
      log,
      transferFormat,
      freshness: freshnessLimits,
      asListed: (reference, waiting) => listedReference(this.catalog, reference, waiting),
      ...(files === undefined ? {} : { files: files.series }),
    });
    this.catalog = new CatalogStore({
      freshness: freshnessLimits,
      client,
      archive: parts.archive,
      log,
      ...(files && { definitions: files.definitions, listings: files.listings }),
    });
    this.search = new SignalSearch(this.catalog, new ReadableNames(vscode.env.language));
    this.panels = new PanelStore({
      panelVariants,
      client,
      series: this.series,
      catalog: this.catalog,
      freshness: freshnessLimits,
      offlinePanel: async (panel) => files?.series.copies?.panel(panel),
    });
  }

  /** Resolves when the service has stopped; only the sample's thread does so by itself. */
  get ended(): Promise<void> {
    return this.parts.sample?.ended ?? new Promise(() => undefined);
  }

  /** Whether a connection still refers to this service. */
  serves(connection: Connection | undefined): boolean {
    if (connection?.kind !== this.connection.kind) return false;
    return connection.kind === "sample" || connection.baseUrl.href === this.href;
  }

  /** Forgets the cached series and panels, the search index, and the parts of the catalog that came from disk. */
  forgetCached(): void {
    this.search.clear();
    this.catalog.forgetRead();
    this.panels.forgetCached();
    this.series.forgetCached();
  }

  dispose(): void {
    this.parts.files?.close();
    this.archive.close();
    this.search.clear();
    this.panels.dispose();
    this.series.dispose();
    this.catalog.dispose();
    void this.parts.sample?.dispose();
  }
}

/** A client without caches. */
export function newClient(parts: ClientDependencies): ServiceClient {
  return new ServiceClient(clientOptions(parts));
}

function clientOptions(parts: ClientDependencies): ServiceClientOptions {
  const { baseUrl, apiKey, transport, worker, log } = parts;
  return {
    baseUrl,
    apiKey,
    transport,
    readBody: bodyReader(worker),
    log: (entry) => log.info(requestLine(entry)),
  };
}

/** One line of the log for one attempt of a request (LOG-01). */
function requestLine(entry: RequestLogEntry): string {
  const { method, target, status, ms, bytes, attempt, retryInMs } = entry;
  const outcome = status === undefined ? "no response" : String(status);
  const line = `${method} ${target} ${outcome} ${Math.round(ms)} ms ${bytes} bytes attempt ${attempt}`;
  return retryInMs === undefined ? line : `${line}, retrying in ${Math.round(retryInMs)} ms`;
}

/** The maximum number of concurrent requests to one service, from the settings. */
export function maxRequestsAtOnce(): number {
  const bounds = { fallback: 8, lowest: 1, highest: 64 };
  return Math.floor(numberSetting("network.maxConcurrentRequests", bounds));
}
