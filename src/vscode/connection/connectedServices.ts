import path from "node:path";
import * as vscode from "vscode";
import { type SampleWorker, startSampleWorker } from "../../sample/sampleWorker";
import { type ApiKey } from "../../service/apiKey";
import { type BaseUrl, parseBaseUrl } from "../../service/baseUrl";
import { type RequestLogEntry } from "../../service/requestLogEntry";
import { ServiceClient } from "../../service/serviceClient";
import { type Transport } from "../../service/transport";
import { type Log } from "../../shared/log";
import { CatalogStore } from "../../store/catalogStore";
import { DefinitionFiles } from "../../store/definitionFiles";
import { type FrameWorker } from "../../store/frameWorker";
import { SeriesStore } from "../../store/seriesStore";
import { type Disposable, DisposableStore } from "../disposables";
import { type ApiKeys } from "./apiKeys";
import { type Connection, type SampleConnection, type ServiceConnection } from "./connection";
import { type Connections } from "./connections";
import { type Fingerprints } from "./fingerprints";
import { OfflineServices } from "./offlineServices";
import { transferFormat } from "./transferFormat";
import { UnknownConnectionError } from "./unknownConnectionError";

/** What one connection offers. Nothing of it outlives a change of the connection's address or key. */
export interface ConnectedService {
  readonly connection: Connection;
  readonly client: ServiceClient;
  readonly series: SeriesStore;
  readonly catalog: CatalogStore;
  /** Whether the service has accepted the present key in this window: then a 403 is about a subscription. */
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

/** The services behind connections, each made when it is first needed. No request is made here. */
export class ConnectedServices implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didReset = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires with the id of a connection whose address or key has changed: what it gave before is not its any more. */
  readonly onDidReset = this.didReset.event;
  /** Which of them cannot be reached. */
  readonly offline = this.disposables.add(new OfflineServices());
  private readonly services = new Map<string, Promise<Service>>();
  private transport: Promise<Transport> | undefined;

  constructor(private readonly options: ConnectedServicesOptions) {
    const { connections, apiKeys } = options;
    this.disposables.add(connections.onDidChange(() => void this.resetChanged()));
    this.disposables.add(apiKeys.onDidChange((origin) => void this.resetOrigin(origin)));
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
    const created = this.create(connection);
    this.services.set(connectionId, created);
    void this.forgetOnceOver(connectionId, created);
    return created;
  }

  /** Asks a service for its listing with a key that is not kept yet. @throws ServiceError when that fails. */
  async verify(baseUrl: BaseUrl, apiKey: ApiKey, signal: AbortSignal): Promise<void> {
    const { log } = this.options;
    const client = new ServiceClient({
      baseUrl,
      apiKey: () => Promise.resolve(apiKey),
      transport: await this.sharedTransport(),
      log: (entry) => log.info(requestLine(entry)),
    });
    await client.listSignals({ signal });
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
    void this.transport?.then((transport) => transport.dispose());
  }

  private async create(connection: Connection): Promise<Service> {
    const transport = await this.sharedTransport();
    return connection.kind === "sample"
      ? this.createSample(connection, transport)
      : this.createService(connection, transport);
  }

  private async createService(
    connection: ServiceConnection,
    transport: Transport,
  ): Promise<Service> {
    const { apiKeys, fingerprints, storageFolder } = this.options;
    const { baseUrl } = connection;
    const apiKey = (): Promise<ApiKey | undefined> => apiKeys.get(baseUrl.origin);
    const owner = await fingerprints.of(baseUrl.href, await apiKey());
    const files = new DefinitionFiles(path.join(storageFolder, "definitions", owner));
    return new Service(connection, { ...this.parts(transport), baseUrl, apiKey, files });
  }

  private async createSample(connection: SampleConnection, transport: Transport): Promise<Service> {
    const file = path.join(this.options.bundleFolder, "sample.cjs");
    const sample = await startSampleWorker(file, { port: samplePort() });
    const parsed = parseBaseUrl(sample.url);
    if (!parsed.ok) throw new Error(`the sample service has no usable address: ${sample.url}`);
    const apiKey = (): Promise<string> => Promise.resolve(sample.apiKey);
    const { baseUrl } = parsed;
    return new Service(connection, { ...this.parts(transport), baseUrl, apiKey, sample });
  }

  private parts(transport: Transport): Pick<ServiceParts, "transport" | "worker" | "log"> {
    const { worker, log } = this.options;
    return { transport, worker, log };
  }

  /** Loaded with the first request: the HTTP library is heavy. */
  private sharedTransport(): Promise<Transport> {
    this.transport ??= import("../../service/undiciTransport").then(
      ({ UndiciTransport }) => new UndiciTransport(),
    );
    return this.transport;
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
    const resets = [...this.services].map(async ([id, pending]) => {
      const service = await pending;
      if (!isOver(service) || !this.forget(id, pending)) return;
      // Whoever is told asks for the new one, before the requests of the old one end.
      this.didReset.fire(id);
      service.dispose();
    });
    // One that could not be made is nobody's.
    await Promise.allSettled(resets);
  }
}

interface ServiceParts {
  readonly baseUrl: BaseUrl;
  readonly apiKey: () => Promise<string | undefined>;
  readonly transport: Transport;
  readonly worker: FrameWorker;
  readonly log: Log;
  readonly files?: DefinitionFiles;
  readonly sample?: SampleWorker;
}

class Service implements ConnectedService, Disposable {
  readonly client: ServiceClient;
  readonly series: SeriesStore;
  readonly catalog: CatalogStore;
  readonly origin: string;
  hasKeyWorked = false;
  private readonly href: string;
  private readonly sample: SampleWorker | undefined;

  constructor(
    readonly connection: Connection,
    { baseUrl, apiKey, transport, worker, log, files, sample }: ServiceParts,
  ) {
    this.origin = baseUrl.origin;
    this.href = baseUrl.href;
    this.sample = sample;
    this.client = new ServiceClient({
      baseUrl,
      apiKey,
      transport,
      log: (entry) => {
        if (entry.outcome === "ok") this.hasKeyWorked = true;
        log.info(requestLine(entry));
      },
    });
    const { client } = this;
    this.series = new SeriesStore({ client, worker, log, transferFormat });
    this.catalog = new CatalogStore({ client, log, ...(files === undefined ? {} : { files }) });
  }

  /** When nobody answers any more; only the sample's thread ends by itself. */
  get ended(): Promise<void> {
    return this.sample?.ended ?? new Promise(() => undefined);
  }

  /** Whether a connection still means this service. */
  serves(connection: Connection | undefined): boolean {
    if (connection?.kind !== this.connection.kind) return false;
    return connection.kind === "sample" || connection.baseUrl.href === this.href;
  }

  dispose(): void {
    this.series.dispose();
    this.catalog.dispose();
    void this.sample?.dispose();
  }
}

function requestLine({ method, target, status, ms, bytes, attempt }: RequestLogEntry): string {
  const outcome = status === undefined ? "no answer" : String(status);
  return `${method} ${target} ${outcome} ${Math.round(ms)} ms ${bytes} bytes attempt ${attempt}`;
}

function samplePort(): number {
  const port = vscode.workspace.getConfiguration("macroSignals").get<unknown>("sample.port");
  return typeof port === "number" && Number.isInteger(port) && port >= 0 && port <= 65_535
    ? port
    : 0;
}
