import path from "node:path";
import * as vscode from "vscode";
import { startSampleWorker } from "../sample/sampleWorker";
import { type ApiKey } from "../service/apiKey";
import { type BaseUrl, parseBaseUrl } from "../service/baseUrl";
import { UnauthorizedError } from "../service/errors";
import { type ServiceClient } from "../service/serviceClient";
import { knownSampleKey } from "../shared/knownSampleKey";
import { type Log } from "../shared/log";
import { type AnswerArchive } from "../store/answerArchive";
import { ArchiveFolder } from "../store/archiveFolder";
import { CacheFolder, type Cleared } from "../store/cacheFolder";
import { type CatalogStore } from "../store/catalogStore";
import { type FrameWorker } from "../store/frameWorker";
import { type KnownPanels } from "../store/panels";
import { type OfflineSize } from "../store/offlineFolder";
import { type SeriesFiles } from "../store/seriesFiles";
import { type SeriesStore } from "../store/seriesStore";
import { type Disposable, DisposableStore } from "../editor/disposables";
import { type ApiKeys } from "./apiKeys";
import { Archives } from "./archives";
import { archiveCapacityBytes, cacheCapacityBytes, offlineCapacityBytes } from "./cacheSettings";
import { type Connection, type SampleConnection, type ServiceConnection } from "./connection";
import { type Connections } from "./connections";
import { type Fingerprints } from "./fingerprints";
import { OfflineServices } from "../editor/report/offlineServices";
import { samplePort } from "./samplePort";
import { type SignalSearch } from "../tools/signalSearch";
import { type Service, type ServiceAccess } from "./service";
import { Transports } from "./transports";
import { type WindowAsOf } from "./windowAsOf";
import { UnknownConnectionError } from "../editor/report/unknownConnectionError";
import { type AsOfGate } from "../store/asOfGate";

/** The client and stores of one connection. Replaced as a whole when the connection's address or key changes. */
export interface ConnectedService {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly series: SeriesStore;
  readonly catalog: CatalogStore;
  readonly search: SignalSearch;
  readonly panels: KnownPanels;
  /** Its earlier latest signals and forecasts. */
  readonly archive: AnswerArchive;
  /** Its series on disk; undefined for sample data. */
  readonly files?: SeriesFiles | undefined;
}

/** The services behind connections, for all that read series. */
export interface Services {
  /**
   * The service of a connection, created on first use.
   *
   * @throws {@link UnknownConnectionError} when the settings do not have it.
   */
  get(connectionId: string): Promise<ConnectedService>;
  /** The service of a connection that has been created already; creates nothing and reads no key. */
  ready(connectionId: string): ConnectedService | undefined;
  /** The window's as-of, which bounds all requests for series. */
  readonly gate: AsOfGate;
  /** Fires with the id of a connection whose address or key has changed: data from before no longer belong to it. */
  readonly onDidReset: vscode.Event<string>;
}

export interface ConnectedServicesOptions {
  readonly connections: Connections;
  readonly apiKeys: ApiKeys;
  readonly fingerprints: Fingerprints;
  readonly worker: FrameWorker;
  /** The window's as-of, which bounds all requests for series. */
  readonly asOf: WindowAsOf;
  /** Folder of the bundles, `dist`. */
  readonly bundleFolder: string;
  /** Folder of the extension's own files on this computer. */
  readonly storageFolder: string;
  readonly log: Log;
}

/** The result of forgetting a key. */
export interface Forgotten {
  /** False when the secret storage, or another window that holds its own key, may still have it. */
  readonly isForgotten: boolean;
  /** Folders of cached data that could not be deleted. */
  readonly left: readonly string[];
}

/** A service that is being created or exists. */
interface Entry {
  readonly pending: Promise<Service>;
  service?: Service;
}

/**
 * The key of an origin differs from the one that a service was created with, and no window has announced the change.
 */
class ReplacedKeyError extends DOMException {
  constructor() {
    super("the API key has changed in the meantime", "AbortError");
  }
}

/** The services behind connections, created on first use. Makes no requests of its own. */
export class ConnectedServices implements Services, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didReset = this.disposables.add(new vscode.EventEmitter<string>());
  readonly onDidReset = this.didReset.event;
  /** Which services cannot be reached. */
  readonly offline = this.disposables.add(new OfflineServices());
  /** How requests leave this computer. */
  readonly transports: Transports;
  /** Earlier latest signals and forecasts of all services. */
  readonly archives: Archives;
  private readonly services = new Map<string, Entry>();
  /** By origin; see {@link key}. */
  private readonly keys = new Map<string, Promise<ApiKey | undefined>>();
  private readonly cache: CacheFolder;

  constructor(private readonly options: ConnectedServicesOptions) {
    const { connections, apiKeys, fingerprints, storageFolder, log } = options;
    this.cache = new CacheFolder(storageFolder, cacheCapacityBytes, offlineCapacityBytes);
    const folder = new ArchiveFolder(storageFolder, { capacityBytes: archiveCapacityBytes, log });
    this.archives = new Archives({ folder, fingerprints, connections });
    this.transports = new Transports(log);
    this.disposables.add(connections.onDidChange(() => void this.resetChanged()));
    this.disposables.add(
      apiKeys.onDidChange((origin) => {
        this.keys.delete(origin);
        void this.resetOrigin(origin);
      }),
    );
    // This window may have cached more data between the deletion in another window and its announcement.
    this.disposables.add(apiKeys.onDidForget((origin) => void this.deleteGiven(origin)));
  }

  async get(connectionId: string): Promise<ConnectedService> {
    const connection = this.options.connections.find(connectionId);
    if (connection === undefined) throw new UnknownConnectionError(connectionId);
    const known = this.services.get(connectionId);
    if (known !== undefined) return known.pending;
    const entry: Entry = { pending: this.create(connection) };
    this.services.set(connectionId, entry);
    void this.follow(connectionId, entry);
    return entry.pending;
  }

  get gate(): AsOfGate {
    return this.options.asOf.gate;
  }

  ready(connectionId: string): ConnectedService | undefined {
    return this.services.get(connectionId)?.service;
  }

  /** Requests the listing of a service with a key that is not saved yet. @throws ServiceError when that fails. */
  async verify(baseUrl: BaseUrl, apiKey: ApiKey, signal: AbortSignal): Promise<void> {
    const client = await this.clientFor(baseUrl, apiKey);
    await client.listSignals({ signal });
  }

  /** A client of a service with a key that is not saved yet. */
  async clientFor(baseUrl: BaseUrl, apiKey: ApiKey): Promise<ServiceClient> {
    const { worker, log } = this.options;
    const { transport } = this.transports;
    // Loaded with the first service.
    const { newClient } = await import("./service");
    return newClient({ baseUrl, apiKey: () => Promise.resolve(apiKey), transport, worker, log });
  }

  /** The size of all services' offline copies. */
  async offlineSize(): Promise<OfflineSize> {
    return this.cache.offline.size();
  }

  /** Deletes what is kept offline of all services, from disk and from this window's memory. */
  async clearOffline(): Promise<OfflineSize> {
    const cleared = await this.cache.clearOffline();
    for (const { service } of this.services.values()) service?.forgetCached();
    return cleared;
  }

  /** Deletes the cached data of all services from disk and from this window's memory. */
  async clearCache(): Promise<Cleared> {
    const entries = [...this.services.values()];
    await Promise.allSettled(entries.map(({ pending }) => pending));
    for (const { service } of entries) service?.forgetCached();
    const cleared = await this.cache.clearAll();
    // What was read from disk in the meantime is forgotten, too.
    for (const { service } of entries) service?.forgetCached();
    return cleared;
  }

  /** Forgets the key of an origin, and deletes the data fetched with it and with every earlier one (SEC-34). */
  async forgetKey(origin: string): Promise<Forgotten> {
    const isForgotten = await this.options.apiKeys.forget(origin);
    return { isForgotten, left: await this.deleteGiven(origin) };
  }

  dispose(): void {
    this.disposables.dispose();
    for (const { pending } of this.services.values()) {
      // A service that could not be created has nothing to dispose.
      void pending.then(
        (service) => service.dispose(),
        () => undefined,
      );
    }
    this.services.clear();
    this.keys.clear();
    this.transports.dispose();
  }

  /**
   * Deletes the cached data of an origin, for all of its keys. Also deletes folders that belong to no other
   * connection's origin: earlier versions named them without the origin, and nothing reads them any more.
   *
   * @returns The folders that could not be deleted.
   */
  private async deleteGiven(origin: string): Promise<readonly string[]> {
    const { connections, fingerprints } = this.options;
    await this.resetOrigin(origin);
    const others = connections.services
      .map(({ baseUrl }) => baseUrl.origin)
      .filter((other) => other !== origin);
    const kept = await Promise.all(others.map((other) => fingerprints.ofOrigin(other)));
    return this.cache.clear((owner) => !kept.some((start) => owner.startsWith(start)));
  }

  private async create(connection: Connection): Promise<Service> {
    return connection.kind === "sample"
      ? this.createSample(connection)
      : this.createService(connection);
  }

  private async createService(connection: ServiceConnection): Promise<Service> {
    const { fingerprints } = this.options;
    const { baseUrl } = connection;
    const { origin } = baseUrl;
    this.keys.delete(origin);
    const owningKey = await this.key(origin);
    const apiKey = async (): Promise<ApiKey | undefined> => {
      const key = await this.key(origin);
      // Cached data belong to one key; with another key it is another service (HTTP-14).
      if (key !== undefined && key !== owningKey) throw new ReplacedKeyError();
      return key;
    };
    const files = this.cache.filesOf(await fingerprints.of(baseUrl, owningKey));
    const archive = await this.archives.of(baseUrl, owningKey);
    return this.newService(connection, { baseUrl, apiKey, files, archive });
  }

  /**
   * The key of an origin as it was last read: a read is a round trip to the editor's window, which is busiest when a page
   * opens. It is read anew for a new service, after a change and after a refusal (HTTP-14).
   */
  private async key(origin: string): Promise<ApiKey | undefined> {
    const reading = this.keys.get(origin) ?? this.options.apiKeys.get(origin);
    this.keys.set(origin, reading);
    const key = await reading;
    if (key === undefined && this.keys.get(origin) === reading) this.keys.delete(origin);
    return key;
  }

  private async createSample(connection: SampleConnection): Promise<Service> {
    const file = path.join(this.options.bundleFolder, "sample.cjs");
    const port = samplePort();
    const known = port === 0 ? {} : { knownKey: knownSampleKey };
    const sample = await startSampleWorker(file, { port, ...known });
    const parsed = parseBaseUrl(sample.url);
    if (!parsed.ok) throw new Error(`the sample service has no usable address: ${sample.url}`);
    const apiKey = (): Promise<string> => Promise.resolve(sample.apiKey);
    const { baseUrl } = parsed;
    const archive = this.archives.ofSample();
    return this.newService(connection, { baseUrl, apiKey, archive, sample });
  }

  private async newService(connection: Connection, own: ServiceAccess): Promise<Service> {
    const { worker, log, asOf } = this.options;
    const { transport } = this.transports;
    const onOutcome = (error?: unknown): void => {
      this.offline.note(connection.id, error);
      if (error instanceof UnauthorizedError) this.keys.delete(own.baseUrl.origin);
      if (error instanceof ReplacedKeyError) void this.resetWhere((each) => each === service);
    };
    const { Service: LoadedService } = await import("./service");
    const service: Service = new LoadedService(connection, {
      transport,
      worker,
      gate: asOf.gate,
      log,
      onOutcome,
      ...own,
    });
    return service;
  }

  /**
   * Removes a service that could not be created, or whose sample thread has ended, so that the next caller gets a new
   * one.
   */
  private async follow(id: string, entry: Entry): Promise<void> {
    try {
      entry.service = await entry.pending;
      await entry.service.ended;
    } catch {
      // The caller that requested the service reports the failure.
    }
    if (this.services.get(id) === entry) this.services.delete(id);
  }

  private async resetChanged(): Promise<void> {
    const { connections } = this.options;
    await this.resetWhere((service) => !service.serves(connections.find(service.connection.id)));
  }

  private async resetOrigin(origin: string): Promise<void> {
    await this.resetWhere(
      (service) => service.origin === origin && service.connection.kind === "service",
    );
  }

  /**
   * Disposes the services that match. Each one still being created is checked when it is ready, without delaying the
   * others.
   */
  private async resetWhere(isOver: (service: Service) => boolean): Promise<void> {
    const resets = [...this.services].map(async ([id, entry]) => {
      const service = await entry.pending;
      // It may have been replaced in the meantime.
      if (this.services.get(id) !== entry || !isOver(service)) return;
      this.services.delete(id);
      this.offline.forget(id);
      // Listeners get the new service before the requests of the old one are aborted.
      this.didReset.fire(id);
      service.dispose();
    });
    // A service that could not be created needs no reset.
    await Promise.allSettled(resets);
  }
}
