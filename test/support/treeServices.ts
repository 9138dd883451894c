import { EventEmitter } from "vscode";
import { ReadableNames } from "../../src/catalog/readableNames";
import { CacheFolder } from "../../src/store/cacheFolder";
import { CatalogStore, type CatalogStoreOptions } from "../../src/store/catalogStore";
import { type ConnectedService, type Services } from "../../src/connect/connectedServices";
import { type Connection } from "../../src/connect/connection";
import { type Context, type WindowContext } from "../../src/connect/context";
import { SignalSearch } from "../../src/tools/signalSearch";
import { OfflineServices } from "../../src/editor/report/offlineServices";
import { type FailureContext } from "../../src/editor/report/failureReporter";
import { type TestClient, testClient } from "./testClient";
import { AsOfGate } from "../../src/store/asOfGate";

/** A failure that a person would have been told. */
export interface Told {
  readonly error: unknown;
  readonly context: FailureContext;
}

/**
 * What a tree is given in the extension, here around one service on loopback that a test chose. With a storage folder that
 * others used before it is a later session.
 */
export class TreeServices implements Services, WindowContext {
  private readonly clients: TestClient[] = [];
  private readonly didReset = new EventEmitter<string>();
  private readonly didChange = new EventEmitter<void>();
  readonly onDidReset = this.didReset.event;
  readonly gate = new AsOfGate();
  readonly onDidChange = this.didChange.event;
  readonly offline = new OfflineServices();
  readonly reported: Told[] = [];
  readonly exportKind = undefined;
  current: Context | undefined;
  private service: ConnectedService;

  constructor(
    private readonly url: string,
    private readonly key = "key-of-the-tests",
    connection: Connection = { kind: "sample", id: "sample", name: "Sample" },
    private readonly storageFolder?: string,
  ) {
    this.current = { connection, dataKind: "SNAP", asOf: "latest" };
    this.service = this.newService(connection);
  }

  readonly get = (): Promise<ConnectedService> => Promise.resolve(this.service);

  readonly ready = (): ConnectedService => this.service;

  readonly setExportKind = (): Promise<void> => Promise.resolve();

  readonly report = (error: unknown, context: FailureContext): Promise<void> => {
    this.reported.push({ error, context });
    return Promise.resolve();
  };

  /** As when the kind is set, or another connection chosen. */
  change(change: Partial<Context>): void {
    if (this.current === undefined) throw new Error("there is no context to change");
    this.current = { ...this.current, ...change };
    if (change.connection !== undefined) this.service = this.newService(change.connection);
    this.didChange.fire();
  }

  /** As when the key of the connection was entered anew. */
  reset(): void {
    this.service = this.newService(this.service.connection);
    this.didReset.fire(this.service.connection.id);
  }

  dispose(): void {
    for (const client of this.clients) client.dispose();
    this.didReset.dispose();
    this.didChange.dispose();
    this.offline.dispose();
  }

  private files({ id }: Connection): Pick<CatalogStoreOptions, "definitions" | "listings"> {
    if (this.storageFolder === undefined) return {};
    const { definitions, listings } = new CacheFolder(this.storageFolder, () => 1 << 24).filesOf(
      id,
    );
    return { definitions, listings };
  }

  private newService(connection: Connection): ConnectedService {
    const { key } = this;
    const own = testClient(this.url, { apiKey: () => Promise.resolve(key), random: () => 0 });
    this.clients.push(own);
    const { client } = own;
    const catalog = new CatalogStore({ client, ...this.files(connection) });
    // Of series the trees read only those in memory.
    const cachedSeries = (): undefined => undefined;
    const allCachedSeries = (): [] => [];
    const series = { cachedSeries, allCachedSeries } as unknown as ConnectedService["series"];
    const panels = undefined as unknown as ConnectedService["panels"];
    const archive = undefined as unknown as ConnectedService["archive"];
    const search = new SignalSearch(catalog, new ReadableNames("en"));
    return { connection, client, series, catalog, search, panels, archive };
  }
}
