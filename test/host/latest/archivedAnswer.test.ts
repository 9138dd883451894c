import assert from "node:assert/strict";
import path from "node:path";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { type Instant, msOfInstant } from "../../../src/shared/instant";
import { labelledColumns } from "../../../src/shared/latestColumns";
import { HedgingChoice } from "../../../src/features/browse/hedgingChoice";
import { ExplorerEditor } from "../../../src/features/latest/explorer/host/explorerEditor";
import { type FromExplorer } from "../../../src/features/latest/explorer/messages";
import { type ToExplorer } from "../../../src/features/latest/explorer/protocol";
import { LatestEditor } from "../../../src/features/latest/heatmap/host/latestEditor";
import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import { type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { type PageIdentity } from "../../../src/features/latest/protocol";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { AnswerArchive } from "../../../src/store/answerArchive";
import { FrameWorker } from "../../../src/store/frameWorker";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { temporaryFolder } from "../../support/temporaryFolder";
import { TestPage } from "../../support/testPage";
import { TestServices } from "../../support/testServices";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");
const apiKey = "key-of-the-tests";
const [first, second] = ["1996-05-17T20:00Z", "1996-05-24T20:00Z"].map((text) => Date.parse(text));
const bound = "19960520T235959Z" as Instant;

const isArchived = ({ identity }: { readonly identity: PageIdentity }): boolean =>
  identity.archived?.isShown === true;

describe("a page of newest data in a window with an as-of", () => {
  const { channel: log } = recordingLog();
  const parts = { context: windowContext(), reporter: new FailureReporter(log), bundleFolder, log };
  const folder = temporaryFolder("archived-answer");
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  let nowMs = first ?? 0;
  let sample: SampleService;
  let services: TestServices;
  /** The Aggregates of the first and the second answer, requested without the product's client. */
  const said: (readonly (number | null)[])[] = [];

  before(async () => {
    sample = await startSampleService({ apiKey, now: () => nowMs });
    await fillArchive();
    nowMs = second ?? 0;
    said.push(await aggregates());
  });
  beforeEach(() => {
    services = open();
    services.gate.set(bound);
  });
  afterEach(() => services.dispose());
  after(async () => {
    worker.dispose();
    log.dispose();
    await sample.close();
    folder.remove();
  });

  const open = (): TestServices =>
    new TestServices(sample.url, worker, { key: apiKey, archiveFolder: folder.path });

  async function aggregates(): Promise<readonly (number | null)[]> {
    const address = `${sample.url}/api/v3/signal/latest/`;
    const response = await fetch(address, { headers: { "X-API-KEY": apiKey } });
    const records = (await response.json()) as readonly {
      readonly latest: { readonly Aggregate: number | null };
    }[];
    return records.map(({ latest }) => latest.Aggregate);
  }

  /** Archives the first answer as of when the service gave it. */
  async function fillArchive(): Promise<void> {
    const online = new TestServices(sample.url, worker, { key: apiKey });
    said.push(await aggregates());
    const archive = new AnswerArchive(folder.path);
    const arrival = { ms: nowMs, isConfirmed: true };
    await archive.begin();
    await archive.keep("signals", await online.catalog.latestSignals(), arrival);
    await archive.keep("forecasts", await online.catalog.latestForecasts(), arrival);
    archive.close();
    online.dispose();
  }

  async function withHeatMap(
    use: (page: TestPage<ToLatest, FromLatest>) => Promise<void>,
  ): Promise<void> {
    const page = new TestPage<ToLatest, FromLatest>();
    const place = { connectionId: "acme", of: "signals", form: "heatmap" } as const;
    const editor = new LatestEditor({ ...parts, services, place, panel: page });
    try {
      await use(page);
    } finally {
      editor.tab.dispose();
    }
  }

  type Show = Extract<ToLatest, { type: "show" }>;
  const valuesOf = ({ answer }: Show): readonly (number | null)[] =>
    Array.from(labelledColumns(answer.columns, answer.labels).aggregate, (value) =>
      Number.isNaN(value) ? null : value,
    );

  it("shows the archived signals as of it on request, and the newest ones again", async () => {
    await withHeatMap(async (page) => {
      page.say({ type: "ready" });
      const newest = await page.hear("show");
      const { archived, otherAsOf } = newest.identity;
      assert.deepEqual([archived?.isShown, otherAsOf], [false, "20 May 1996"]);
      assert.ok((archived?.atMs ?? Number.NaN) <= msOfInstant(bound));
      assert.deepEqual(valuesOf(newest), said[1]);
      page.say({ type: "do", action: "showArchived" });
      assert.deepEqual(valuesOf(await page.hear("show", isArchived)), said[0]);
      assert.notDeepEqual(said[0], said[1]);
      page.say({ type: "do", action: "openCsv" });
      assert.match((await page.hear("told")).words, /Only the latest values/);
      page.heard.length = 0;
      page.say({ type: "do", action: "showNewest" });
      assert.deepEqual(valuesOf(await page.hear("show")), said[1]);
    });
  });

  it("states when the archive begins if that is later, and nothing while the as-of is latest", async () => {
    const cases = [
      ["19960516T235959Z" as Instant, first ?? null],
      ["latest", null],
    ] as const;
    for (const [asOf, begins] of cases) {
      services.gate.set(asOf);
      await withHeatMap(async (page) => {
        page.say({ type: "ready" });
        const { archived, archiveBeginsMs } = (await page.hear("show")).identity;
        assert.deepEqual([archived, archiveBeginsMs], [null, begins]);
      });
    }
  });

  it("shows the archived forecasts in the same way", async () => {
    const page = new TestPage<ToExplorer, FromExplorer>();
    const place = { connectionId: "acme", of: "forecasts", form: "explorer" } as const;
    const hedging = new HedgingChoice(memento());
    const editor = new ExplorerEditor({ ...parts, services, place, panel: page }, hedging);
    page.say({ type: "ready" });
    const newest = await page.hear("show");
    page.say({ type: "do", action: "showArchived" });
    const shown = await page.hear("show", isArchived);
    assert.ok(shown.answer.fetchedAtMs <= msOfInstant(bound));
    assert.ok(newest.answer.fetchedAtMs > msOfInstant(bound));
    editor.tab.dispose();
    hedging.dispose();
  });
});
