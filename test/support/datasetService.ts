import { readFileSync } from "node:fs";
import { type RequestListener } from "node:http";
import path from "node:path";
import { parseDatasetSpec } from "../../src/dataset/parseSpec";
import { type DatasetSource } from "../../src/dataset/source";
import { type DatasetSpec } from "../../src/dataset/spec";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { asOfParameter, instantOfText } from "../../src/shared/instant";
import { AsOfGate } from "../../src/store/asOfGate";
import { CacheFolder } from "../../src/store/cacheFolder";
import { CatalogStore } from "../../src/store/catalogStore";
import { FrameWorker } from "../../src/store/frameWorker";
import { SeriesStore } from "../../src/store/seriesStore";
import { frameWorkerFile } from "./builtFiles";
import { MovedClock } from "./movedClock";
import { testClient } from "./testClient";
import { type TestServer, startServer } from "./testServer";

const fixtures = "test/fixtures/dataset";

/** By country and as-of, the CSV of a signal's series; null is a 404. And the CSV of a forecast. */
export interface DatasetAnswers {
  readonly signals: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  readonly forecast: string;
}

/** The fixture that pandas made: the answers, the files and the lock of a fetch. */
export const datasetFixture = {
  answers: fixture("answers.json") as DatasetAnswers,
  expected: fixture("expected.json") as { files: Record<string, string>; lock: string },
  specText: readFileSync(path.join(fixtures, "spec.macrodata.json"), "utf8"),
};

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(path.join(fixtures, name), "utf8"));
}

export function parsedSpec(text: string): DatasetSpec {
  const parsed = parseDatasetSpec(text);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.spec;
}

const worker = new FrameWorker(frameWorkerFile, { clock: new MovedClock() });

/** The service of the fixture, whose answers a test can change. */
export class DatasetService {
  answers = datasetFixture.answers;
  /** The status that replaces the answer to a target. */
  statusOf: (target: string) => number | undefined = () => undefined;
  private readonly transport = new UndiciTransport();

  private constructor(readonly server: TestServer) {}

  static async start(): Promise<DatasetService> {
    const server = await startServer((request, response) => service.respond(request, response));
    const service: DatasetService = new DatasetService(server);
    return service;
  }

  /** The requests since the last call. */
  asked(): readonly string[] {
    const all = this.server.requests.map(({ target }) => decodeURIComponent(target));
    const from = this.seen;
    this.seen = all.length;
    return all.slice(from);
  }

  private seen = 0;

  /** The stores of a process; nothing is in its memory yet. */
  source(options: { readonly cache?: string; readonly gate?: AsOfGate } = {}): DatasetSource {
    const { client } = testClient(this.server.origin, { transport: this.transport });
    const { cache, gate = new AsOfGate() } = options;
    const files =
      cache === undefined
        ? {}
        : { files: new CacheFolder(cache, () => 1 << 28).filesOf("acme").series };
    const series = new SeriesStore({
      ...{ client, worker, gate, transferFormat: () => "csv", writeDelayMs: 0 },
      ...files,
    });
    const catalog = new CatalogStore({ client });
    return { client, series, catalog, worker, service: "sample", isSample: false };
  }

  async stop(): Promise<void> {
    this.transport.dispose();
    await this.server.close().catch(() => undefined);
  }

  readonly respond: RequestListener = (request, response) => {
    const target = request.url ?? "";
    const url = new URL(target, "http://service");
    const status = this.statusOf(decodeURIComponent(target));
    const country = url.searchParams.get("country_iso");
    if (status !== undefined) {
      response.writeHead(status).end();
    } else if (country !== null) {
      const asOf = url.searchParams.get("as_of_utc");
      const text = this.answerOf(country, asOf);
      response.writeHead(text === null ? 404 : 200, { "content-type": "text/csv" }).end(text ?? "");
    } else if (url.pathname.includes("/forecast/")) {
      response.writeHead(200, { "content-type": "text/csv" }).end(this.answers.forecast);
    } else {
      const tags = [{ kind: "country_iso", values: Object.keys(this.answers.signals) }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags }));
    }
  };

  /** The answer as of an instant; of latest that of the newest. */
  private answerOf(country: string, asOf: string | null): string | null {
    const own = Object.entries(this.answers.signals[country] ?? {}).sort();
    const found = own.findLast(([text]) => {
      const instant = instantOfText(text);
      return asOf === null || (instant !== undefined && asOfParameter(instant) <= asOf);
    });
    return found?.[1] ?? null;
  }
}
