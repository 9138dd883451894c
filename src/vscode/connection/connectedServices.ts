import path from "node:path";
import * as vscode from "vscode";
import { startSampleWorker } from "../../sample/sampleWorker";
import { type ApiKey } from "../../service/apiKey";
import { type BaseUrl, parseBaseUrl } from "../../service/baseUrl";
import { type ServiceClient } from "../../service/serviceClient";
import { knownSampleKey } from "../../shared/knownSampleKey";
import { type Log } from "../../shared/log";
import { CacheFolder, type Cleared, clearCache } from "../../store/cacheFolder";
import { type CatalogStore } from "../../store/catalogStore";
import { type FrameWorker } from "../../store/frameWorker";
import { type KnownPanels } from "../../store/panels";
import { type SeriesStore } from "../../store/seriesStore";
import { type Disposable, DisposableStore } from "../disposables";
import { type ApiKeys } from "./apiKeys";
import { cacheCapacityBytes } from "./cacheSettings";
import { type Connection, type SampleConnection, type ServiceConnection } from "./connection";
import { type Connections } from "./connections";
import { type Fingerprints } from "./fingerprints";
import { OfflineServices } from "./offlineServices";
import { samplePort } from "./samplePort";
import { type SignalSearch } from "./signalSearch";
import { type Service, type ServiceParts } from "./service";
import { Transports } from "./transports";
import { UnknownConnectionError } from "./unknownConnectionError";

/** What one connection offers. Nothing of it outlives a change of the connection's address or key. */
export interface ConnectedService {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly series: SeriesStore;
  readonly catalog: CatalogStore;
  readonly search: SignalSearch;
  readonly panels: KnownPanels;
  /** Whether the service accepts the present key in this window: then a 403 to one series is about a subscription. */
  readonly hasKeyWorked: boolean;
}

export interface ConnectedServicesOptions {
  readonly connections: Connections;
  readonly apiKeys: ApiKeys;
  readonly fingerprints: Fingerprints;
  readonly worker: FrameWorker;
  /** Folder of the bundles, `dist`. */
  readonly bundleFolder: string;
  /** Folder of this extension's own files on this computer. */
  readonly storageFolder: string;
  readonly log: Log;
}

/** What came of forgetting a key. */
export interface Forgotten {
  /** False when the secret storage may still have it, or another window a key of its own. */
  readonly isForgotten: boolean;
  /** Folders of kept answers that could not be deleted. */
  readonly left: readonly string[];
}

/** Ends a service whose key is another one now. */
type Reset = (service: Service) => void;

/** The services behind connections, each made when it is first needed. No request is made here. */
export class ConnectedServices implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didReset = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires with the id of a connection whose address or key has changed: what it gave before is not its any more. */
  readonly onDidReset = this.didReset.event;
  /** Which of them cannot be reached. */
  readonly offline = this.disposables.add(new OfflineServices());
  /** How requests leave this computer. */
  readonly transports: Transports;
  private readonly services = new Map<string, Promise<Service>>();
  /** Those of them that are there already. */
  private readonly made = new WeakMap<Promise<Service>, Service>();
  private readonly cache: CacheFolder;

  constructor(private readonly options: ConnectedServicesOptions) {
    const { connections, apiKeys, storageFolder, log } = options;
    this.cache = new CacheFolder(storageFolder, cacheCapacityBytes);
    this.transports = new Transports(log);
    this.disposables.add(connections.onDidChange(() => void this.resetChanged()));
    this.disposables.add(apiKeys.onDidChange((origin) => void this.resetOrigin(origin)));
    // Another window may have deleted it while this one could still write.
    this.disposables.add(apiKeys.onDidForget((origin) => void this.deleteGiven(origin)));
  }

  /**
   * The service of a connection.
   *
   * @throws {@link UnknownConnectionError} when the settings do not have it.
   */
  async get(connectionId: string): Promise<ConnectedService> {
    const connection = this.options.connections.find(connectionId);
    if (connection === undefined) throw new UnknownConnectionError(connectionId);
    const known = this.services.get(connectionId);
    if (known !== undefined) return known;
    const created: Promise<Service> = this.create(connection, (service) =>
      this.reset(service, created),
    );
    this.services.set(connectionId, created);
    void this.noteOnceMade(created);
    void this.forgetOnceOver(connectionId, created);
    return created;
  }

  /** The service of a connection that has been asked for before; nothing is started and no key is read. */
  ready(connectionId: string): ConnectedService | undefined {
    const pending = this.services.get(connectionId);
    return pending && this.made.get(pending);
  }

  /** Asks a service for its listing with a key that is not kept yet. @throws ServiceError when that fails. */
  async verify(baseUrl: BaseUrl, apiKey: ApiKey, signal: AbortSignal): Promise<void> {
    const client = await this.clientFor(baseUrl, apiKey);
    await client.listSignals({ signal });
  }

  /** A client of a service with a key that is not kept yet. */
  async clientFor(baseUrl: BaseUrl, apiKey: ApiKey): Promise<ServiceClient> {
    const { worker, log } = this.options;
    const { transport } = this.transports;
    // Loaded with the first service.
    const { newClient } = await import("./service");
    return newClient({ baseUrl, apiKey: () => Promise.resolve(apiKey), transport, worker, log });
  }

  /** Deletes what is kept of all services on this computer, and forgets what this window holds of it in memory. */
  async clearCache(): Promise<Cleared> {
    for (const made of await Promise.allSettled(this.services.values())) {
      if (made.status === "fulfilled") made.value.forgetKept();
    }
    return clearCache(this.options.storageFolder);
  }

  /** Forgets the key of an origin, and deletes what was given to it and to every earlier one (SEC-34). */
  async forgetKey(origin: string): Promise<Forgotten> {
    const isForgotten = await this.options.apiKeys.forget(origin);
    return { isForgotten, left: await this.deleteGiven(origin) };
  }

  dispose(): void {
    this.disposables.dispose();
    for (const pending of this.services.values()) {
      // What could not be made has nothing to end.
      void pending.then(
        (service) => service.dispose(),
        () => undefined,
      );
    }
    this.services.clear();
    this.transports.dispose();
  }

  /**
   * Deletes what an origin gave, whichever key it was for. Folders that belong to no other connection's origin go too:
   * earlier versions named them without the origin, and nothing reads them any more.
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

  private async create(connection: Connection, reset: Reset): Promise<Service> {
    return connection.kind === "sample"
      ? this.createSample(connection)
      : this.createService(connection, reset);
  }

  private async createService(connection: ServiceConnection, reset: Reset): Promise<Service> {
    const { apiKeys, fingerprints } = this.options;
    const { baseUrl } = connection;
    const { origin } = baseUrl;
    const owningKey = await apiKeys.get(origin);
    const apiKey = async (): Promise<ApiKey | undefined> => {
      const key = await apiKeys.get(origin);
      if (key === undefined || key === owningKey) return key;
      // What is kept was given to one key: with another, of which no window has told, it is another service (HTTP-14).
      reset(service);
      throw new DOMException("the API key has changed in the meantime", "AbortError");
    };
    const files = this.cache.filesOf(await fingerprints.of(baseUrl, owningKey));
    const service: Service = await this.newService(connection, { baseUrl, apiKey, files });
    return service;
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
    return this.newService(connection, { baseUrl, apiKey, sample });
  }

  private async newService(
    connection: Connection,
    own: Pick<ServiceParts, "baseUrl" | "apiKey" | "files" | "sample">,
  ): Promise<Service> {
    const { worker, log } = this.options;
    const { transport } = this.transports;
    const noteOutcome = (error?: unknown): void => this.offline.note(connection.id, error);
    const { Service: LoadedService } = await import("./service");
    return new LoadedService(connection, { transport, worker, log, noteOutcome, ...own });
  }

  private async noteOnceMade(pending: Promise<Service>): Promise<void> {
    const [made] = await Promise.allSettled([pending]);
    if (made.status === "fulfilled") this.made.set(pending, made.value);
  }

  /** A failure is told to who asked. After it, and after the end of the sample's thread, who asks next tries anew. */
  private async forgetOnceOver(id: string, pending: Promise<Service>): Promise<void> {
    await Promise.allSettled([pending.then(({ ended }) => ended)]);
    this.forget(id, pending);
  }

  /** False when another has taken the place. */
  private forget(id: string, pending: Promise<Service>): boolean {
    return this.services.get(id) === pending && this.services.delete(id);
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

  /** Those that are still being made wait for nobody, and hold up none of the others. */
  private async resetWhere(isOver: (service: Service) => boolean): Promise<void> {
    const resets = [...this.services.values()].map(async (pending) => {
      const service = await pending;
      if (isOver(service)) this.reset(service, pending);
    });
    // One that could not be made is nobody's.
    await Promise.allSettled(resets);
  }

  /** Ends a service, unless another has taken its place. */
  private reset(service: Service, pending: Promise<Service>): void {
    const { id } = service.connection;
    if (!this.forget(id, pending)) return;
    this.offline.forget(id);
    // Whoever is told asks for the new one, before the requests of the old one end.
    this.didReset.fire(id);
    service.dispose();
  }
}
