import { type IncomingMessage, type ServerResponse } from "node:http";
import { panelVariants } from "../../src/catalog/panelVariants";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { type PanelRef, type TagSet } from "../../src/shared/reference";
import { CatalogStore } from "../../src/store/catalogStore";
import { FrameWorker } from "../../src/store/frameWorker";
import { PanelStore } from "../../src/store/panelStore";
import { type SeriesFiles } from "../../src/store/seriesFiles";
import { SeriesStore } from "../../src/store/seriesStore";
import { frameWorkerFile } from "./builtFiles";
import { MovedClock } from "./movedClock";
import { testClient } from "./testClient";
import { type TestServer, startServer } from "./testServer";

/** A panel of the service below. */
export function panelOf(set: TagSet = "*", asOf: PanelRef["asOf"] = "latest"): PanelRef {
  return {
    family: "panel",
    code: "INFL",
    version: 2,
    tags: { country_iso: set },
    dataKind: "FIT",
    asOf,
  };
}

/** `C000`, `C001`, … */
export function countryNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `C${String(at).padStart(3, "0")}`);
}

/** The value that the service gives a country, so that no two are mixed up. */
export const valueOf = (country: string): number => Number(country.slice(1)) + 0.5;

/** The usual answer of the service for a country. */
export function answerUsual(
  country: string,
  _request: IncomingMessage,
  response: ServerResponse,
): void {
  response.end(`Date,Level\n2024-01-01,${valueOf(country)}\n2024-01-02,\n`);
}

interface Asked {
  readonly country: string;
  readonly asOf: string | undefined;
}

/** The country and the as-of that a series was asked for with. */
function askedOf(target: string): Asked | undefined {
  const country = /[?&]country_iso=([^&]*)/.exec(target)?.[1];
  return country === undefined
    ? undefined
    : { country, asOf: /as_of_utc=([^&]*)/.exec(target)?.[1] };
}

/** Shared by all services of a file: a thread takes a fifth of a second of work to start. */
const worker = new FrameWorker(frameWorkerFile, { clock: new MovedClock() });

/** A service of one signal for many countries, whose clock the test has in its hands, and the panels of it. */
export class PanelService {
  nowMs = Date.parse("2026-11-20T14:05:01Z");
  countries: readonly string[] = countryNames(40);
  answer = answerUsual;
  series: SeriesStore;
  panels: PanelStore;
  private readonly transport = new UndiciTransport();
  readonly worker = worker;
  private second = 0;

  private constructor(readonly server: TestServer) {
    [this.series, this.panels] = this.newStores();
  }

  static async start(): Promise<PanelService> {
    const server = await startServer((request, response) => service.respond(request, response));
    const service = new PanelService(server);
    return service;
  }

  /** All that series were asked for with. */
  asked(): Asked[] {
    return this.server.requests.flatMap(({ target }) => askedOf(target) ?? []);
  }

  /** As another window has them. */
  reopen(files?: SeriesFiles, limits: Parameters<typeof testClient>[1] = {}): void {
    [this.series, this.panels] = this.newStores(files, limits);
  }

  async stop(): Promise<void> {
    this.panels.dispose();
    this.series.dispose();
    this.transport.dispose();
    // A test may have closed it.
    await this.server.close().catch(() => undefined);
  }

  private newStores(
    files?: SeriesFiles,
    limits: Parameters<typeof testClient>[1] = {},
  ): [SeriesStore, PanelStore] {
    const { transport, worker } = this;
    const { client } = testClient(this.server.origin, { transport, ...limits });
    const now = (): number => this.nowMs;
    const kept = files === undefined ? {} : { files };
    const series = new SeriesStore({ client, worker, transferFormat: () => "csv", now, ...kept });
    const catalog = new CatalogStore({ client, now });
    const { copies } = files ?? {};
    const offlinePanel = copies && { offlinePanel: (panel: PanelRef) => copies.panel(panel) };
    const sources = { client, series, catalog, panelVariants, now, ...offlinePanel };
    return [series, new PanelStore(sources)];
  }

  /** To every request. */
  respond(request: IncomingMessage, response: ServerResponse): void {
    // Its clock goes on between two answers.
    const time = new Date(this.nowMs + 1_000 * this.second++);
    response.setHeader("date", time.toUTCString());
    const country = askedOf(request.url ?? "")?.country;
    if (country !== undefined) {
      this.answer(country, request, response);
      return;
    }
    const tags = [{ kind: "country_iso", values: this.countries }];
    response.setHeader("date", new Date(this.nowMs).toUTCString());
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags }));
    this.second = 0;
  }
}
