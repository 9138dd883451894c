import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import path from "node:path";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { dayOfIso, isoOfDay } from "../../../src/shared/day";
import { labelledColumns } from "../../../src/shared/latestColumns";
import { type OlderValues, type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { FrameWorker } from "../../../src/store/frameWorker";
import { LatestEditor } from "../../../src/features/latest/heatmap/host/latestEditor";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { recordingLog } from "../../support/recordingLog";
import { temporaryFolder } from "../../support/temporaryFolder";
import { TestPage } from "../../support/testPage";
import { TestServices } from "../../support/testServices";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");

/** A record as the service writes it. */
interface WireRecord {
  readonly latest: Readonly<Record<"Level" | "Momentum" | "Aggregate", number | null>>;
}

describe("changes of the latest signals of a service whose clock is advanced", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  const earlierMs = Date.parse("1996-05-17T20:00Z");
  const laterMs = Date.parse("1996-06-28T20:00Z");
  const apiKey = "key-of-the-tests";
  const folder = temporaryFolder("walked-changes");
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  /** Few enough to be requested without consent. */
  const count = 10;
  let nowMs = earlierMs;
  let sample: SampleService;

  before(async () => (sample = await startSampleService({ apiKey, now: () => nowMs })));
  after(async () => {
    worker.dispose();
    log.dispose();
    await sample.close();
    folder.remove();
  });

  function open(archiveFolder: string): TestServices {
    return new TestServices(sample.url, worker, {
      key: apiKey,
      archiveFolder: path.join(folder.path, archiveFolder),
    });
  }

  /** The service's own answer, fetched without the product's client. */
  async function answer(): Promise<readonly WireRecord[]> {
    const headers = { "X-API-KEY": apiKey };
    const response = await fetch(`${sample.url}/api/v3/signal/latest/`, { headers });
    return (await response.json()) as WireRecord[];
  }

  /** What the page receives for the first records. */
  async function compared(services: TestServices): Promise<OlderValues> {
    const page = new TestPage<ToLatest, FromLatest>();
    const place = { connectionId: "acme", of: "signals", form: "heatmap" } as const;
    const parts = { services, context, reporter, bundleFolder, log };
    const editor = new LatestEditor({ ...parts, place, panel: page });
    page.say({ type: "ready" });
    const { answer: own } = await page.hear("show");
    const { versions } = labelledColumns(own.columns, own.labels);
    page.say({
      type: "compare",
      generation: own.generation,
      since: dayOfIso("1996-05-17") ?? 0,
      mayRequest: false,
      records: Int32Array.from({ length: count }, (_, at) => at),
      versions: versions.slice(0, count),
    });
    const { older } = await page.hear("older");
    editor.tab.dispose();
    return older;
  }

  it("are the same from the archived answer and from vintages, and match the service", async () => {
    const keeping = open("kept");
    const listing = await keeping.catalog.latestSignals();
    await keeping.archive.begin();
    await keeping.archive.keep("signals", {
      ...listing,
      items: Object.create(listing.items) as typeof listing.items,
      fetchedAtMs: earlierMs,
    });
    const expected = (await answer()).slice(0, count);
    keeping.dispose();
    nowMs = laterMs;
    const [ofArchive, ofSeries] = [open("kept"), open("empty")];
    const kept = await compared(ofArchive);
    const vintages = await compared(ofSeries);
    assert.deepEqual([kept.keptAtMs, vintages.keptAtMs], [earlierMs, null]);
    assert.ok(vintages.sources.subarray(0, count).every((source) => source === 2));
    for (const [name, score] of [
      ["Level", "level"],
      ["Momentum", "momentum"],
      ["Aggregate", "aggregate"],
    ] as const) {
      const told = expected.map(({ latest }) => latest[name] ?? Number.NaN);
      assert.deepEqual([...kept[score].subarray(0, count)], told);
      assert.deepEqual([...vintages[score].subarray(0, count)], told);
    }
    // On any day, the newest values of this service end the day before, and its series on the day itself.
    assert.deepEqual(
      [kept, vintages].map(({ days }) => isoOfDay(days[0] ?? 0)),
      ["1996-05-16", "1996-05-17"],
    );
    const now = (await answer()).slice(0, count).map(({ latest }) => latest.Aggregate);
    assert.notDeepEqual(now, [...kept.aggregate.subarray(0, count)]);
    for (const services of [ofArchive, ofSeries]) services.dispose();
  });
});
