import { type RequestListener } from "node:http";
import { ReadableNames } from "../../src/catalog/readableNames";
import { startSampleService } from "../../src/sample/sampleService";
import { type Day } from "../../src/shared/day";
import { type AsOf } from "../../src/shared/instant";
import { type AnswerArchive } from "../../src/store/answerArchive";
import { AsOfGate } from "../../src/store/asOfGate";
import { CatalogStore } from "../../src/store/catalogStore";
import { FrameWorker } from "../../src/store/frameWorker";
import { SeriesStore } from "../../src/store/seriesStore";
import { RequestLimits } from "../../src/tools/requestLimits";
import { SignalSearch } from "../../src/tools/signalSearch";
import { macroTools, type ToolResult } from "../../src/tools/tools";
import { type ToolService } from "../../src/tools/toolService";
import { frameWorkerFile } from "./builtFiles";
import { forwardTo } from "./forwarder";
import { testClient, testKey } from "./testClient";
import { startServer, type TestServer } from "./testServer";

export interface ToolSessionOptions {
  /** The window's as-of; latest by default. */
  readonly asOf?: AsOf;
  readonly archive?: AnswerArchive;
  /** The clock of the limit of requests, in milliseconds. */
  readonly now?: () => number;
  /** Whether the service is the embedded one, whose answers say so. */
  readonly isSample?: boolean;
  /** The clock of the stores and of the sample service; the machine's by default. */
  readonly sampleNow?: () => number;
}

/** An answer of a tool, parsed. */
export type Answered = Readonly<Record<string, unknown>>;

/** The tools over a service of the test, which notes its requests. */
export class ToolSession {
  readonly limits: RequestLimits;
  private abort = new AbortController();

  private constructor(
    readonly server: TestServer,
    readonly service: ToolService,
    options: ToolSessionOptions,
    private readonly close: () => Promise<void>,
  ) {
    this.limits = new RequestLimits(options.now ?? (() => 0));
  }

  static async start(
    listener: RequestListener,
    options: ToolSessionOptions = {},
    onEnd: () => Promise<void> = () => Promise.resolve(),
  ): Promise<ToolSession> {
    const server = await startServer(listener);
    const { client, dispose } = testClient(server.origin);
    const worker = new FrameWorker(frameWorkerFile);
    const gate = new AsOfGate();
    gate.set(options.asOf ?? "latest");
    const { sampleNow } = options;
    const clock = sampleNow === undefined ? {} : { now: sampleNow };
    const catalog = new CatalogStore({ client, ...clock });
    const series = new SeriesStore({ client, worker, gate, ...clock });
    const { isSample = false } = options;
    const origin = isSample
      ? { name: "Sample", service: "sample" }
      : { name: "Acme", service: server.origin };
    const service: ToolService = {
      ...{ client, catalog, series, gate, archive: options.archive },
      search: new SignalSearch(catalog, new ReadableNames("en")),
      ...{ ...origin, isSample, dataKind: "FIT" },
      linkTarget: { scheme: "vscode", extensionId: "macro-signals.macro-signals" },
    };
    return new ToolSession(server, service, options, async () => {
      series.dispose();
      catalog.dispose();
      dispose();
      worker.dispose();
      await server.close();
      await onEnd();
    });
  }

  /** Over the sample service, whose data end on a day. */
  static async ofSample(until: Day, options: ToolSessionOptions = {}): Promise<ToolSession> {
    const { sampleNow } = options;
    const now = sampleNow === undefined ? {} : { now: sampleNow };
    const sample = await startSampleService({ apiKey: testKey, until, ...now });
    const listener = forwardTo(() => sample.url);
    return ToolSession.start(listener, options, () => sample.close());
  }

  /** The targets of all requests so far. */
  get targets(): readonly string[] {
    return this.server.requests.map(({ target }) => target);
  }

  /** Cancels the calls that are running, and no later ones. */
  cancel(): void {
    this.abort.abort();
    this.abort = new AbortController();
  }

  async result(name: string, input: unknown): Promise<ToolResult> {
    const tool = macroTools.find((each) => each.name === name);
    if (tool === undefined) throw new RangeError(`no tool ${name}`);
    const { signal } = this.abort;
    return tool.run(this.service, input, { signal, requests: this.limits.forCall() });
  }

  /** The answer of a tool within its own budget. */
  async answer(name: string, input: unknown): Promise<Answered> {
    const { fit, maxBytes } = await this.result(name, input);
    return JSON.parse(fit(maxBytes)) as Answered;
  }

  end(): Promise<void> {
    return this.close();
  }
}
