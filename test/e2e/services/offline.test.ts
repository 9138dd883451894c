import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { ChartTab } from "../../support/chartTab";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { type TestServer, startServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

/** Says that there is no use in asking again soon. */
const closed: RequestListener = (_, response) => {
  const detail = "Closed for maintenance until 14:00 UTC";
  response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "3600" });
  response.end(JSON.stringify({ detail }));
};

// Each test goes on where the one before it ended.
describe("a service that goes away", () => {
  const editor = useEditor();
  skipAfterFailure();
  let service: SampleProgram;
  /** What stands behind the way to it; undefined while it is away. */
  let running: SampleProgram | undefined;
  /** Whether it refuses to give data. */
  let isClosed = false;
  let way: TestServer;
  let expected: string;

  before(async () => {
    const { session, workbench } = editor;
    // What was fetched is old at once, so that the service is asked whenever something is opened.
    await session.changeSettings({ "macroSignals.cache.latestMinutes": 0 }, workbench);
    service = await startSampleProgram();
    running = service;
    const open = forwardTo(() => running?.url);
    way = await startServer((request, response) => {
      const isForData = request.url?.includes("/data/") === true;
      (isClosed && isForData ? closed : open)(request, response);
    });
    await connectByHand(workbench, { url: way.origin, key: service.key });
  });
  after(async () => {
    await way.close();
    await service.stop();
  });

  it("fails a chart in place, in the service's own words, until Retry", async () => {
    const { workbench } = editor;
    isClosed = true;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    const chart = await ChartTab.opened(workbench, "INFL v2 AU");
    assert.match(await chart.failure(), /503.*Closed for maintenance until 14:00 UTC/s);
    assert.equal(await chart.button("Open What Is Cached").count(), 0);
    assert.equal(await workbench.notifications.shown().count(), 0);
    await workbench.screenshot("chart-failed");
    isClosed = false;
    await chart.button("Retry").click();
    await chart.waitForPicture();
    await chart.waitForNoFailure();
  });

  it("keeps the picture of a chart, and opens what is cached as of another time (15.1.9)", async () => {
    const { workbench } = editor;
    const latest = await ChartTab.drawn(workbench, "INFL v2 AU");
    await latest.showRange("2020Q2", "2020-04-01..2020-06-30");
    const before = await latest.readout();
    isClosed = true;
    await latest.button("Refresh").click();
    assert.match(await latest.failure(), /Closed for maintenance/);
    await latest.waitForPicture();
    assert.deepEqual(await latest.readout(), before);
    await latest.button(/^As of latest/).click();
    await workbench.quickInput.pick("A year ago");
    const failed = await workbench.webview(".failure");
    const button = failed.getByRole("button", { name: "Open What Is Cached" });
    await button.waitFor();
    assert.match(
      await failed.locator(".failure dl").innerText(),
      /Closed for maintenance until 14:00 UTC.*Cached here\s+latest \(later than requested\), fetched \d+ \w+ 20\d\d \d\d:\d\d UTC/s,
    );
    const [label = ""] = await workbench.tabs();
    assert.match(label, /^INFL AU SNAP 20\d\d-\d\d-\d\d\.chart$/);
    await workbench.screenshot("chart-failed-cached");
    await button.click();
    const cached = await ChartTab.drawn(workbench, "INFL v2 AU");
    await cached.waitForRange("2020-04-01..2020-06-30");
    assert.deepEqual(await workbench.tabs(), [label, "INFL AU.chart"]);
    isClosed = false;
    await workbench.runCommand("View: Close All Editors");
  });

  it("is still there to browse and read from another start of the editor", async () => {
    const { workbench } = editor;
    const before = await workbench.openView("Macro Signals", "Signals");
    await before.openCsv("Australia");
    await workbench.keepTab("INFL AU.csv");
    expected = await fetchedCsv(service, { ...sampleSignal("AU", "SNAP"), asOf: "latest" });
    assert.equal(await workbench.editorText(), expected);
    running = undefined;
    const asked = way.requests.length;
    await workbench.reload();
    await workbench.waitForActiveTab("INFL AU.csv");
    assert.equal(await workbench.editorText(), expected);
    const signals = await workbench.openView("Macro Signals", "Signals");
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    assert.match(
      await signals.message("cannot be reached"),
      /^The service cannot be reached. This list was fetched /,
    );
    const opened = await signals.find("Inflation v2 | INFL");
    assert.equal(await opened.getAttribute("aria-expanded"), "true");
    await signals.find("Australia");
    // What is restored asks for the row that was open, and for no other.
    const definitions = way.requests.slice(asked).flatMap(({ target }) => {
      return /\/signal\/([^/?]+)\/\d+\/(?:\?|$)/.exec(target)?.[1] ?? [];
    });
    assert.deepEqual(
      [...new Set(definitions)].filter((code) => code !== "INFL"),
      [],
    );
  });

  it("is said in the status bar and of what is old, until one action once it is back", async () => {
    const { workbench } = editor;
    const { notifications } = workbench;
    await workbench.statusBarItem(/^127\.0\.0\.1.* · SNAP · latest · offline$/).waitFor();
    await workbench.pressInEditorTitle("Why Is This Out of Date?");
    assert.match(
      await notifications.read("INFL AU"),
      /^INFL AU is out of date. It was fetched .* UTC and could not be refreshed since: cannot reach /,
    );
    assert.deepEqual(await notifications.buttons("INFL AU"), ["Refresh"]);
    await workbench.screenshot("offline");
    await notifications.clear();
    running = service;
    await workbench.runCommand("Macro Signals: Refresh Series");
    await workbench.statusBarItem(/^127\.0\.0\.1.* · SNAP · latest$/).waitFor();
    assert.equal(await workbench.editorText(), expected);
  });
});
