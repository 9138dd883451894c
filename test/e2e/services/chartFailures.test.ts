import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { ChartTab } from "../../support/chartTab";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
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
describe("a chart of a service that fails", () => {
  const editor = useEditor();
  skipAfterFailure();
  let service: SampleProgram;
  let way: TestServer;
  let isClosed = true;

  before(async () => {
    service = await startSampleProgram();
    const open = forwardTo(() => service.url);
    way = await startServer((request, response) => {
      const isForData = request.url?.includes("/data/") === true;
      (isClosed && isForData ? closed : open)(request, response);
    });
    await connectByHand(editor.workbench, { url: way.origin, key: service.key });
  });
  after(async () => {
    await way.close();
    await service.stop();
  });

  it("says so in place, in the service's own words", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    const chart = await ChartTab.opened(workbench, "INFL v2 AU");
    const words = await chart.failure();
    assert.match(words, /503/);
    assert.equal(await chart.button("Open What Is Cached").count(), 0);
    assert.match(words, /Closed for maintenance until 14:00 UTC/);
    assert.equal(await workbench.notifications.shown().count(), 0);
    await workbench.screenshot("chart-failed");
  });

  it("recovers by Retry", async () => {
    isClosed = false;
    const chart = await ChartTab.opened(editor.workbench, "INFL v2 AU");
    await chart.button("Retry").click();
    await chart.waitForPicture();
    await chart.waitForNoFailure();
    assert.equal((await chart.facts()).length, 1);
  });

  it("keeps the last good picture when a refresh fails", async () => {
    isClosed = true;
    const chart = await ChartTab.drawn(editor.workbench, "INFL v2 AU");
    const before = await chart.readout();
    await chart.button("Refresh").click();
    assert.match(await chart.failure(), /Closed for maintenance/);
    await chart.waitForPicture();
    assert.deepEqual(await chart.readout(), before);
    await editor.workbench.screenshot("chart-failed-refresh");
    isClosed = false;
    await chart.button("Refresh").click();
    await chart.waitForNoFailure();
  });

  it("opens what is cached as of another time, and stays itself (15.1.9)", async () => {
    const { workbench } = editor;
    const latest = await ChartTab.drawn(workbench, "INFL v2 AU");
    await latest.showRange("2020Q2", "2020-04-01..2020-06-30");
    isClosed = true;
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
    assert.equal((await cached.facts()).length, 1);
    await cached.waitForRange("2020-04-01..2020-06-30");
    assert.deepEqual(await workbench.tabs(), [label, "INFL AU.chart"]);
    await workbench.screenshot("chart-failed-cached-opened");
  });
});
