import { type FromChanges } from "../../../src/features/latest/changes/messages";
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { isoOfDay } from "../../../src/shared/day";
import { movesOf } from "../../../src/shared/changes";
import { type ToChanges } from "../../../src/features/latest/changes/protocol";
import { FrameWorker } from "../../../src/store/frameWorker";
import { ChangesEditor } from "../../../src/features/latest/changes/host/changesEditor";
import { LastLooks } from "../../../src/features/latest/changes/host/lastLooks";
import { LatestTexts } from "../../../src/features/latest/latestTexts";
import { FailureReporter } from "../../../src/editor/report/failureReporter";
import { memento } from "../../support/memento";
import { recordingLog } from "../../support/recordingLog";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestPage } from "../../support/testPage";
import { startServer, type TestServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";

const bundleFolder = path.join(__dirname, "../../..");
const place = { connectionId: "acme", of: "changes", form: "changes" } as const;
const dayMs = 86_400_000;

describe("what changed at the first visit", () => {
  const context = windowContext();
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  let today: number;
  let countries: readonly string[];
  let waiting: Promise<void> | undefined;
  let folder: TemporaryFolder;
  let server: TestServer;
  let services: TestServices;
  let editor: ChangesEditor;
  let page: TestPage<ToChanges, FromChanges>;

  beforeEach(async () => {
    today = Math.floor(Date.now() / dayMs);
    countries = Array.from({ length: 70 }, (_, at) => `C${at}`);
    waiting = undefined;
    folder = temporaryFolder("what-changed-week");
    server = await startServer(({ url = "" }, response) => {
      const { pathname, searchParams } = new URL(url, "http://a.example");
      if (pathname.endsWith("/signal/latest/")) {
        const records = countries.map((country_iso, at) => ({
          signal_code: "INFL",
          version: 2,
          country_iso,
          latest: { Date: isoOfDay(today), Level: at, Momentum: 0.5, Aggregate: 1 + at },
        }));
        // The older version is not what anybody compares.
        response.end(
          JSON.stringify([...records, ...records.map((each) => ({ ...each, version: 1 }))]),
        );
      } else if (pathname.endsWith("/signal/")) {
        response.end(JSON.stringify([{ code: "INFL", versions: [1, 2] }]));
      } else if (pathname.endsWith("/data/")) {
        const at = countries.indexOf(searchParams.get("country_iso") ?? "");
        const csv = `Date,Level,Momentum,Aggregate\n2020-01-02,${at},0.5,${at % 2 === 0 ? -1 : 1 + at}\n`;
        void (waiting ?? Promise.resolve()).then(() => response.end(csv));
      } else if (pathname.includes("/forecast/")) {
        response.statusCode = 404;
        response.end("{}");
      } else {
        const tags = [{ kind: "country_iso", values: countries, sub_tags: null }];
        response.end(JSON.stringify({ tags }));
      }
    });
    services = new TestServices(server.origin, worker, {
      transferFormat: "csv",
      archiveFolder: path.join(folder.path, "archive"),
    });
    open();
  });
  afterEach(async () => {
    editor.tab.dispose();
    services.dispose();
    await server.close();
    folder.remove();
  });
  after(() => {
    worker.dispose();
    log.dispose();
  });

  function open(): void {
    page = new TestPage<ToChanges, FromChanges>();
    const looks = new LastLooks(memento());
    const explore = (): Promise<void> => Promise.resolve();
    const parts = { services, context, reporter, bundleFolder, log, looks, explore };
    editor = new ChangesEditor({ ...parts, place, panel: page });
  }

  const vintages = (): readonly URLSearchParams[] =>
    server.requests
      .map(({ target }) => new URL(target, "http://a.example"))
      .filter(({ pathname }) => pathname.endsWith("/data/"))
      .map(({ searchParams }) => searchParams);

  async function firstLook(): Promise<void> {
    page.say({ type: "ready", pair: null });
    const { answer } = await page.hear("show");
    assert.equal(answer.pair, null);
  }

  it("is compared with the series as known a week ago, after consent to more than 64 requests", async () => {
    await firstLook();
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    // Plus one for the definition.
    assert.equal((await page.hear("dayRequests")).requests, countries.length + 1);
    assert.equal(vintages().length, 0);
    page.say({ type: "compareDay", day: today - 7, mayRequest: true });
    const { answer } = await page.hear("show", (each) => each.answer.pair !== null);
    const sinceMs = (today - 6) * dayMs - 1_000;
    assert.deepEqual(answer.pair, { sinceMs, toMs: answer.newestMs });
    assert.ok(answer.signals !== null && answer.forecasts === null && !answer.isLastLook);
    const { flips, others } = movesOf(answer.signals.changed, "aggregate");
    assert.deepEqual([flips.length, others.length], [35, 0]);
    assert.deepEqual(
      [answer.signals.appeared, answer.signals.vanished, answer.signals.signals.length],
      [[], [], 1],
    );
    assert.deepEqual(
      new Set(vintages().map((each) => [each.get("kind"), each.get("as_of_utc")].join(" "))),
      new Set([`SNAP ${isoOfDay(today - 7)}T23:59:59`]),
    );
    assert.equal(vintages().length, countries.length);
    // Its tab, restored, has the same, and the text of it, too.
    editor.tab.dispose();
    open();
    page.say({ type: "ready", pair: answer.pair });
    const again = await page.hear("show");
    assert.deepEqual(again.answer.signals?.changed, answer.signals.changed);
    const pair = { sinceMs, toMs: answer.newestMs };
    const csv = await new LatestTexts(services).read({ ...place, form: "csv", ...pair });
    const rows = Buffer.from(csv).toString("utf8").trimEnd().split("\n");
    // Every variant has a newer day.
    assert.equal(rows.filter((row) => row.includes(",Aggregate,")).length, countries.length);
    assert.equal(vintages().length, countries.length);
  });

  it("of a week ago reports what is missing when its values are no longer cached", async () => {
    await firstLook();
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    await page.hear("dayRequests");
    page.say({ type: "compareDay", day: today - 7, mayRequest: true });
    const { pair } = (await page.hear("show", (each) => each.answer.pair !== null)).answer;
    assert.ok(pair !== null);
    editor.tab.dispose();
    const [row] = services.series.lastRows;
    assert.ok(row !== undefined);
    services.reset();
    const csv = { ...place, ...pair, form: "csv" } as const;
    await assert.rejects(new LatestTexts(services).read(csv), /takes 70 requests$/);
    open();
    page.say({ type: "ready", pair });
    const gone = (await page.hear("show")).answer;
    const missing = { day: today - 7, requests: 70 };
    assert.deepEqual([gone.pair, gone.missing, gone.notice], [null, missing, null]);
    editor.tab.dispose();
    services.series.lastRows.set(...row);
    open();
    page.say({ type: "ready", pair });
    const { answer } = await page.hear("show");
    assert.equal(answer.signals?.changed.records.length, 1);
    assert.deepEqual(answer.missing, { day: today - 7, requests: 69 });
    assert.equal(answer.notice, null);
    const text = Buffer.from(await new LatestTexts(services).read(csv)).toString("utf8");
    assert.match(text, /^.*\nincomplete,.*takes 69 requests/);
    // Its page offers to fetch them.
    page.say({ type: "compareDay", day: today - 7, mayRequest: true });
    const whole = await page.hear("show", (each) => each.answer.missing === null);
    assert.equal(whole.answer.signals?.changed.records.length, countries.length);
    assert.deepEqual(whole.answer.pair, pair);
  });

  it("can be compared with a week or a month ago whenever another time is chosen", async () => {
    await firstLook();
    const { showQuickPick } = vscode.window;
    let offered: readonly vscode.QuickPickItem[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (rows: readonly vscode.QuickPickItem[]) => {
        offered = rows;
        return Promise.resolve(rows.find(({ label }) => label === "A Week Ago"));
      },
    });
    try {
      page.say({ type: "askSince" });
      const asked = await page.hear("dayRequests");
      assert.deepEqual([asked.day, asked.requests], [today - 7, countries.length + 1]);
      assert.deepEqual(
        offered.map(({ label }) => label),
        ["A Week Ago", "A Month Ago"],
      );
      assert.equal(vintages().length, 0);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it("with a week ago goes on when it is asked for again", async () => {
    countries = countries.slice(0, 20);
    await firstLook();
    let go = (): void => undefined;
    waiting = new Promise((resolve) => (go = resolve));
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    await page.hear("dayProgress");
    page.heard.length = 0;
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    await page.hear("dayProgress");
    assert.deepEqual(new Set(page.heard.map(({ type }) => type)), new Set(["dayProgress"]));
    go();
    await page.hear("dayRequests");
    assert.ok(page.heard.some((each) => each.type === "show" && each.answer.pair !== null));
  });

  it("asks for no consent when the series are few, and keeps what was fetched before a cancellation", async () => {
    countries = countries.slice(0, 20);
    await firstLook();
    let go = (): void => undefined;
    waiting = new Promise((resolve) => (go = resolve));
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    await until("the series are asked for", () => (vintages().length > 3 ? true : undefined));
    page.say({ type: "stopComparing" });
    assert.equal((await page.hear("dayRequests")).requests, 0);
    go();
    page.say({ type: "compareDay", day: today - 7, mayRequest: false });
    const { answer } = await page.hear("show", (each) => each.answer.pair !== null);
    assert.equal(movesOf(answer.signals?.changed ?? assert.fail(), "aggregate").flips.length, 10);
  });
});
