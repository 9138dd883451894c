import * as vscode from "vscode";
import { panelVariants } from "../../src/catalog/panelVariants";
import { ReadableNames } from "../../src/catalog/readableNames";
import { SignalSearch } from "../../src/tools/signalSearch";
import { type ServiceConnection } from "../../src/connect/connection";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { type ServiceClient } from "../../src/service/serviceClient";
import { type FrameWorker } from "../../src/store/frameWorker";
import { AnswerArchive } from "../../src/store/answerArchive";
import { CatalogStore } from "../../src/store/catalogStore";
import { PanelStore } from "../../src/store/panelStore";
import { SeriesStore } from "../../src/store/seriesStore";
import { type WireFormat } from "../../src/shared/wireFormat";
import { testClient } from "./testClient";
import { type Services } from "../../src/connect/connectedServices";
import { AsOfGate } from "../../src/store/asOfGate";

export interface TestServicesOptions {
  readonly key?: string;
  readonly transferFormat?: WireFormat;
  /** The memory of series; 256 MiB if absent. */
  readonly capacityBytes?: number;
  /** Archives latest signals and forecasts; nothing is archived if absent. */
  readonly archiveFolder?: string;
}

/** One service under one connection, as the extension has them, without its settings and its key store. */
export class TestServices implements Services {
  readonly connection: ServiceConnection;
  readonly client: ServiceClient;
  private readonly didReset = new vscode.EventEmitter<string>();
  readonly onDidReset = this.didReset.event;
  readonly gate = new AsOfGate();
  /** How often anybody asked for a service. */
  asked = 0;
  series: SeriesStore;
  panels: PanelStore;
  readonly archive: AnswerArchive;
  readonly catalog: CatalogStore;
  readonly search: SignalSearch;
  private readonly closeClient: () => void;

  constructor(
    address: string,
    private readonly worker: FrameWorker,
    private readonly options: TestServicesOptions = {},
  ) {
    const { key, archiveFolder } = options;
    const parsed = parseBaseUrl(address);
    if (!parsed.ok) throw new Error(`${address}: ${parsed.problem}`);
    const { baseUrl } = parsed;
    this.connection = { kind: "service", id: "acme", name: "Acme", baseUrl };
    const apiKey = key === undefined ? {} : { apiKey: () => Promise.resolve(key) };
    const { client, dispose } = testClient(address, apiKey);
    this.client = client;
    this.closeClient = dispose;
    const isOn = (): boolean => archiveFolder !== undefined;
    this.archive = new AnswerArchive(archiveFolder ?? "", { isOn });
    this.catalog = new CatalogStore({ client, archive: this.archive });
    this.search = new SignalSearch(this.catalog, new ReadableNames("en"));
    this.series = this.newSeries();
    this.panels = this.newPanels();
  }

  get(connectionId: string): Promise<this> {
    this.asked += 1;
    if (connectionId === this.connection.id) return Promise.resolve(this);
    return Promise.reject(new Error(`no connection ${connectionId}`));
  }

  ready(): this {
    return this;
  }

  /** As when the key of the connection has changed. */
  reset(): void {
    const old = this.series;
    this.series = this.newSeries();
    this.panels.dispose();
    this.panels = this.newPanels();
    this.didReset.fire(this.connection.id);
    old.dispose();
  }

  dispose(): void {
    this.panels.dispose();
    this.series.dispose();
    this.catalog.dispose();
    this.closeClient();
    this.didReset.dispose();
  }

  private newPanels(): PanelStore {
    const { client, series, catalog } = this;
    return new PanelStore({ client, series, catalog, panelVariants });
  }

  private newSeries(): SeriesStore {
    const { client, worker } = this;
    const { transferFormat = "parquet", capacityBytes } = this.options;
    const memory = capacityBytes === undefined ? {} : { capacityBytes };
    const { gate } = this;
    return new SeriesStore({
      client,
      worker,
      gate,
      transferFormat: () => transferFormat,
      ...memory,
    });
  }
}
