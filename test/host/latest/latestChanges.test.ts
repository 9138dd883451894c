import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import path from "node:path";
import { isoOfDay } from "../../../src/shared/day";
import { labelledColumns } from "../../../src/shared/latestColumns";
import { type OlderValues, type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { FrameWorker } from "../../../src/store/frameWorker";
import { LatestEditor } from "../../../src/features/latest/heatmap/host/latestEditor";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { recordingLog } from "../../support/recordingLog";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestPage } from "../../support/testPage";
import { startServer, type TestServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");
const countries = Array.from({ length: 140 }, (_, at) => `C${at}`);
const dayMs = 86_400_000;

/** A distinct level for each country and day. */
function level(country: string, answer: number): number {
  return countries.indexOf(country) / 100 + answer;
}

describe("changes of the latest signals", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  let today: number;
  let folder: TemporaryFolder;
  let server: TestServer;
  let worker: FrameWorker;
  let services: TestServices;
  let open: LatestEditor;
  let page: TestPage<ToLatest, FromLatest>;
  /** The current records of the service. */
  let answer: number;
  let waiting: Promise<void> | undefined;
  let gone: string | undefined;

  before(() => (worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"))));
  beforeEach(async () => {
    folder = temporaryFolder("latest-changes");
    today = Math.floor(Date.now() / dayMs);
    answer = 1;
    waiting = gone = undefined;
    server = await startServer(({ url = "" }, response) => {
      const { pathname, searchParams } = new URL(url, "http://a.example");
      const country = searchParams.get("country_iso") ?? "";
      if (pathname.endsWith("/latest/")) {
        const records = countries.map((each) => ({
          signal_code: "INFL",
          version: 1,
          country_iso: each,
          latest: { Date: isoOfDay(today), Level: level(each, answer), Momentum: 0, Aggregate: 1 },
        }));
        response.end(JSON.stringify(records));
      } else if (pathname.endsWith("/signal/")) response.end('["INFL"]');
      else if (pathname.endsWith("/data/")) {
        const csv = `Date,Level,Momentum,Aggregate\n2020-01-01,9,9,9\n2020-01-02,${level(country, -3)},-0.5,\n`;
        if (country === gone) response.statusCode = 404;
        void (waiting ?? Promise.resolve()).then(() => response.end(csv));
      } else {
        const tags = [{ kind: "country_iso", values: countries, sub_tags: null }];
        response.end(JSON.stringify({ tags }));
      }
    });
    services = new TestServices(server.origin, worker, {
      transferFormat: "csv",
      archiveFolder: path.join(folder.path, "archive"),
      // Enough for a few vintages only.
      capacityBytes: 1_000,
    });
    page = new TestPage<ToLatest, FromLatest>();
    const place = { connectionId: "acme", of: "signals", form: "heatmap" } as const;
    const parts = { services, context, reporter, bundleFolder, log };
    open = new LatestEditor({ ...parts, place, panel: page });
  });
  afterEach(async () => {
    open.tab.dispose();
    services.dispose();
    await server.close();
    folder.remove();
  });
  after(() => {
    worker.dispose();
    log.dispose();
  });

  async function generation(): Promise<number> {
    page.say({ type: "ready" });
    return (await page.hear("show")).answer.generation;
  }

  function compare(
    of: number,
    records: number,
    more: Partial<Extract<FromLatest, { type: "compare" }>> = {},
  ): void {
    page.say({
      type: "compare",
      generation: of,
      since: "week",
      mayRequest: false,
      records: Int32Array.from({ length: records }, (_, at) => at),
      versions: new Float64Array(records).fill(1),
      ...more,
    });
  }

  async function older(fits: (older: OlderValues) => boolean = () => true): Promise<OlderValues> {
    return (await page.hear("older", (message) => fits(message.older))).older;
  }

  const vintages = (): readonly URL[] =>
    server.requests
      .map(({ target }) => new URL(target, "http://a.example"))
      .filter(({ pathname }) => pathname.endsWith("/data/"));

  /** The answer of the service some days ago. */
  async function keepEarlier(daysAgo: number, given: number): Promise<void> {
    const now = answer;
    answer = given;
    await services.archive.begin();
    const listing = await services.catalog.latestSignals({ isRefresh: true });
    await services.archive.keep("signals", {
      ...listing,
      items: Object.assign(Object.create(listing.items) as typeof listing.items, {}),
      fetchedAtMs: (today - daysAgo) * dayMs + 1_000,
    });
    answer = now;
    await services.catalog.latestSignals({ isRefresh: true });
  }

  it("are measured from the answer archived on that day, without requests", async () => {
    await keepEarlier(9, 7);
    await keepEarlier(7, 5);
    await keepEarlier(6, 4);
    compare(await generation(), countries.length);
    const found = await older();
    assert.equal(found.day, today - 7);
    assert.equal(found.keptAtMs, (today - 7) * dayMs + 1_000);
    assert.deepEqual(
      [...found.level],
      countries.map((each) => level(each, 5)),
    );
    assert.ok(found.sources.every((source) => source === 1));
    assert.deepEqual([found.missing, found.failed, vintages().length], [0, 0, 0]);
  });

  it("are measured from vintages as of the end of the day if no archived answer is recent enough", async () => {
    await keepEarlier(9, 7);
    compare(await generation(), 3);
    const found = await older();
    assert.equal(found.keptAtMs, null);
    assert.deepEqual(
      [...found.level.subarray(0, 4)],
      [...countries.slice(0, 3).map((each) => level(each, -3)), Number.NaN],
    );
    assert.deepEqual([...found.momentum.subarray(0, 3)], [-0.5, -0.5, -0.5]);
    assert.ok(Number.isNaN(found.aggregate[0]));
    assert.equal(isoOfDay(found.days[0] ?? 0), "2020-01-02");
    assert.deepEqual([...found.sources.subarray(0, 4)], [2, 2, 2, 0]);
    assert.deepEqual(
      vintages().map(({ searchParams }) => [
        searchParams.get("kind"),
        searchParams.get("as_of_utc"),
      ]),
      new Array(3).fill(["SNAP", `${isoOfDay(today - 7)}T23:59:59`]),
    );
  });

  it("need consent for more than 64 requests, and are then cached", async () => {
    const of = await generation();
    compare(of, countries.length);
    // Plus one for the definition.
    assert.equal((await older()).missing, countries.length + 1);
    assert.equal(vintages().length, 0);
    compare(of, countries.length, { mayRequest: true });
    const { sources } = await older(({ missing }) => missing === 0);
    assert.ok(sources.every((source) => source === 2));
    assert.equal(vintages().length, countries.length);
    const { progress } = await page.hear(
      "olderProgress",
      ({ progress: { done } }) => done === countries.length,
    );
    assert.equal(progress.of, countries.length + 1);
    page.heard.length = 0;
    compare(await generation(), countries.length);
    assert.ok((await older()).sources.every((source) => source === 2));
    assert.equal(vintages().length, countries.length);
  });

  it("stay in the window when their tab is closed, though the memory holds a few series only", async () => {
    compare(await generation(), countries.length, { mayRequest: true });
    await older(({ missing }) => missing === 0);
    const { length } = services.series.allCachedSeries();
    assert.ok(length < countries.length / 2);
    open.tab.dispose();
    const again = new TestPage<ToLatest, FromLatest>();
    const place = { connectionId: "acme", of: "signals", form: "heatmap" } as const;
    open = new LatestEditor({
      services,
      context,
      reporter,
      bundleFolder,
      log,
      place,
      panel: again,
    });
    page = again;
    compare(await generation(), countries.length);
    const { missing, sources, level: levels } = await older();
    assert.deepEqual([missing, vintages().length], [0, countries.length]);
    assert.ok(sources.every((source) => source === 2));
    assert.deepEqual(
      [...levels],
      countries.map((each) => level(each, -3)),
    );
    services.series.forgetCached();
    page.heard.length = 0;
    compare(await generation(), countries.length);
    assert.equal((await older()).missing, countries.length);
  });

  it("need consent again for others than those consented to", async () => {
    const of = await generation();
    compare(of, 70, { mayRequest: true });
    await older(({ missing }) => missing === 0);
    page.heard.length = 0;
    compare(of, countries.length);
    assert.equal((await older()).missing, countries.length - 70);
    assert.equal(vintages().length, 70);
  });

  it("keep fetched values when cancelled, and report what is missing", async () => {
    const of = await generation();
    compare(of, 3);
    await older();
    let go = (): void => undefined;
    waiting = new Promise((resolve) => (go = resolve));
    page.heard.length = 0;
    compare(of, 10);
    await until("the others are asked for", () => (vintages().length > 3 ? true : undefined));
    page.say({ type: "stopComparing" });
    const found = await older();
    assert.deepEqual([...found.sources.subarray(0, 4)], [2, 2, 2, 0]);
    assert.equal(found.missing, 7);
    go();
  });

  it("report how many requests failed and why; a series that does not exist is no failure", async () => {
    gone = "C1";
    const of = await generation();
    compare(of, 3);
    const found = await older();
    assert.deepEqual([...found.sources.subarray(0, 3)], [2, 0, 2]);
    assert.deepEqual([found.missing, found.failed, found.failure], [0, 0, null]);
    await server.close();
    compare(of, 4);
    const { failed, failure } = await older((each) => each.failed > 0);
    assert.equal(failed, 1);
    assert.match(failure ?? "", /cannot reach/);
  });

  it("ignore requests about another answer, or since its own day", async () => {
    const of = await generation();
    compare(of + 1, 1);
    compare(of, 1, { since: today });
    compare(of, 1, { since: today - 1 });
    assert.equal((await older()).day, today - 1);
    assert.equal(page.heard.filter(({ type }) => type === "older").length, 1);
    const { answer: shown } = await page.hear("show");
    assert.equal(labelledColumns(shown.columns, shown.labels).level.length, countries.length);
  });
});
