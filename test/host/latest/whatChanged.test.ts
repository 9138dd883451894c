import { type FromChanges } from "../../../src/features/latest/changes/messages";
import assert from "node:assert/strict";
import path from "node:path";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { isoOfDay } from "../../../src/shared/day";
import { moveOf, movesOf } from "../../../src/shared/changes";
import {
  type ChangesAnswer,
  type ChangesPair,
  type ToChanges,
} from "../../../src/features/latest/changes/protocol";
import { type ExplorerChoice } from "../../../src/features/latest/explorer/protocol";
import { signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { ChangesEditor } from "../../../src/features/latest/changes/host/changesEditor";
import { LastLooks } from "../../../src/features/latest/changes/host/lastLooks";
import { LatestTexts } from "../../../src/features/latest/latestTexts";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { type WireSignal, wireForecast, wireVariant } from "../../support/sampleChanges";
import { type WireSummary } from "../../support/sampleForecasts";
import { fetchedCsv } from "../../support/sampleSeries";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { temporaryFolder } from "../../support/temporaryFolder";
import { TestPage } from "../../support/testPage";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");
const place = { connectionId: "acme", of: "changes", form: "changes" } as const;

/** The service's own answer, fetched without the product's client. */
interface Said {
  readonly signals: readonly WireSignal[];
  readonly forecasts: readonly WireSummary[];
}

// Each test continues from the one before it.
describe("what changed of a service whose clock is advanced", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  const apiKey = "key-of-the-tests";
  const folder = temporaryFolder("what-changed");
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  const state = memento();
  const looks = new LastLooks(state);
  const explored: ExplorerChoice[] = [];
  let nowMs = Date.parse("1996-05-17T20:00Z");
  let sample: SampleService;
  let earlier: Said;
  let second: ChangesAnswer;
  skipAfterFailure();

  before(async () => (sample = await startSampleService({ apiKey, now: () => nowMs })));
  after(async () => {
    worker.dispose();
    log.dispose();
    await sample.close();
    folder.remove();
  });

  async function said(): Promise<Said> {
    const get = async (route: string): Promise<unknown> => {
      const address = `${sample.url}/api/v3/${route}/`;
      return (await fetch(address, { headers: { "X-API-KEY": apiKey } })).json();
    };
    return {
      signals: (await get("signal/latest")) as readonly WireSignal[],
      forecasts: (await get("forecast/latest")) as readonly WireSummary[],
    };
  }

  /** A fresh start of the editor: only what is on disk is known. */
  function open(): TestServices {
    return new TestServices(sample.url, worker, { key: apiKey, archiveFolder: folder.path });
  }

  async function withPage<T>(
    services: TestServices,
    pair: ChangesPair | null,
    use: (page: TestPage<ToChanges, FromChanges>, answer: ChangesAnswer) => Promise<T> | T,
  ): Promise<T> {
    const page = new TestPage<ToChanges, FromChanges>();
    const explore = (choice: ExplorerChoice): Promise<void> => {
      explored.push(choice);
      return Promise.resolve();
    };
    const parts = { services, context, reporter, bundleFolder, log, looks, explore };
    const editor = new ChangesEditor({ ...parts, place, panel: page });
    page.say({ type: "ready", pair });
    const { answer } = await page.hear("show");
    try {
      return await use(page, answer);
    } finally {
      editor.tab.dispose();
    }
  }

  async function look(pair: ChangesPair | null = null): Promise<ChangesAnswer> {
    const services = open();
    const answer = await withPage(services, pair, (_, each) => each);
    services.dispose();
    return answer;
  }

  it("is nothing at the first look, nor while the service gives the same answer", async () => {
    const first = await look();
    assert.deepEqual([first.pair, first.signals, first.forecasts], [null, null, null]);
    const again = await look();
    assert.equal(again.pair, null);
    assert.equal(again.newestMs, first.newestMs);
    earlier = await said();
  });

  it("is measured from the last look once a refresh brings a newer answer, with the numbers of both", async () => {
    const services = open();
    second = await withPage(services, null, async (page, shown) => {
      assert.equal(shown.pair, null);
      // A Saturday: the newest values and the series end on the same day.
      nowMs = Date.parse("1996-06-29T12:00Z");
      page.say({ type: "do", action: "refresh" });
      const { answer } = await page.hear("show", (each) => each.answer.newestMs > shown.newestMs);
      return answer;
    });
    services.dispose();
    const now = await said();
    const { signals, forecasts, pair, isLastLook } = second;
    assert.ok(signals !== null && forecasts !== null && pair !== null);
    assert.ok(isLastLook);
    assert.deepEqual([pair.sinceMs, pair.toMs], [second.pair?.sinceMs, second.newestMs]);
    assert.equal(signals.appeared.length + signals.vanished.length, 0);
    const older = new Map(earlier.signals.map((each) => [wireVariant(each), each.latest]));
    const { changed } = signals;
    for (const [entry, record] of changed.records.entries()) {
      const newest = now.signals[record];
      assert.ok(newest !== undefined);
      const known = older.get(wireVariant(newest));
      assert.deepEqual(
        [changed.before.level[entry], changed.before.aggregate[entry]],
        [known?.Level, known?.Aggregate],
      );
      assert.deepEqual(
        [changed.now.level[entry], changed.now.momentum[entry]],
        [newest.latest.Level, newest.latest.Momentum],
      );
    }
    const { flips, others } = movesOf(changed, "aggregate");
    const moves = now.signals.filter((each) => {
      const was = older.get(wireVariant(each))?.Aggregate ?? Number.NaN;
      const is = each.latest.Aggregate ?? Number.NaN;
      return Math.abs(is - was) >= 0.005 || is * was < 0;
    });
    assert.equal(flips.length + others.length, moves.length);
    const totals = new Map(earlier.forecasts.map((each) => [wireForecast(each), each]));
    for (const [at, each] of now.forecasts.entries()) {
      assert.equal(forecasts.newer.summaries.totals[at], each.latest.forecast);
      assert.equal(forecasts.before[at], totals.get(wireForecast(each))?.latest.forecast);
    }
  });

  it("splits a change into news and revision if the series is in memory, as the service has it", async () => {
    const services = open();
    const reference = signalRef({
      ...{ code: "INFL", version: 2, tags: { country_iso: "DE" } },
      ...{ dataKind: "SNAP", asOf: "latest" },
    });
    await services.catalog.definition({ code: "INFL", version: 2, name: "" });
    await services.series.series(reference);
    const { signals: compared } = await withPage(services, second.pair, (_, each) => each);
    services.dispose();
    assert.ok(compared !== null);
    const { changed, signals } = compared;
    const entry = changed.variants.findIndex((variant, at) => {
      const { code, version } = signals[changed.signals[at] ?? -1] ?? {};
      return variant === "Germany" && code === "INFL" && version === 2;
    });
    const move = moveOf(changed, entry, "aggregate");
    assert.ok(move !== undefined && move.news !== null && move.revision !== null);
    const csv = await fetchedCsv({ url: sample.url, key: apiKey }, reference);
    const [header = "", ...rows] = csv.trimEnd().split("\n");
    const column = header.split(",").indexOf("Aggregate");
    const aggregateOf = (day: number): number =>
      Number(rows.find((row) => row.startsWith(isoOfDay(day)))?.split(",")[column]);
    const then = aggregateOf(changed.olderDays[entry] ?? 0);
    const now = aggregateOf(changed.days[entry] ?? 0);
    assert.deepEqual([move.news, move.revision], [now - then, then - move.before]);
    assert.equal(move.now, now);
  });

  it("compares the same pair after a reload, from the archive", async () => {
    const { pair } = second;
    const answer = await look(pair);
    assert.deepEqual(answer.pair, pair);
    assert.deepEqual(answer.signals?.changed.now, second.signals?.changed.now);
    assert.deepEqual(answer.forecasts?.before, second.forecasts?.before);
  });

  it("sends the components and attributions of forecasts, and opens the explorer", async () => {
    const services = open();
    const { pair } = second;
    await withPage(services, pair, async (page, { generation }) => {
      page.say({ type: "details", generation, summaries: Int32Array.of(3) });
      const { details } = await page.hear("details");
      const [sides] = details;
      assert.equal(sides?.older.tree.forecasts[0], earlier.forecasts[3]?.latest.forecast);
      page.say({ type: "runForecast", generation, command: "explore", summary: 3, isOlder: false });
      const [choice] = await until("a choice", () => (explored.length > 0 ? explored : undefined));
      const { market_code: market, currency_iso: currency, horizon } = earlier.forecasts[3] ?? {};
      assert.deepEqual(choice, { market, currency, horizon });
    });
    services.dispose();
  });

  it("opens as CSV with all changes, which read back as the same numbers", async () => {
    const services = open();
    const { pair, signals } = second;
    assert.ok(pair !== null && signals !== null);
    const texts = new LatestTexts(services);
    const csv = Buffer.from(await texts.read({ ...place, form: "csv", ...pair })).toString("utf8");
    const json = await texts.read({ ...place, form: "json", ...pair });
    const rows = JSON.parse(Buffer.from(json).toString("utf8")) as readonly {
      readonly what: string;
      readonly value: string;
      readonly change: number | null;
    }[];
    services.dispose();
    const { flips, others } = movesOf(signals.changed, "aggregate");
    const scores = rows.filter(({ value, what }) => value === "Aggregate" && what !== "stale");
    const changes = scores
      .map(({ change }) => change ?? 0)
      .filter((each) => Math.abs(each) >= 0.005);
    const expected = [...flips, ...others].map(({ change }) => change);
    assert.deepEqual(
      changes.toSorted((a, b) => a - b),
      expected.filter((each) => Math.abs(each) >= 0.005).toSorted((a, b) => a - b),
    );
    assert.equal(csv.trimEnd().split("\n").length, rows.length + 1);
    assert.match(
      csv,
      /^what,code,version,name,variant,value,Date_before,Date,before,after,change,/,
    );
  });
});
