import assert from "node:assert/strict";
import { HttpError, NetworkError } from "../../../../../src/service/errors";
import { fetchedPanel, PanelChart } from "../../../../support/panelChart";

describe("the end of a fetch in PanelSession", () => {
  let chart: PanelChart;
  const open = (): void => {
    chart = new PanelChart();
  };
  const openShown = async (): Promise<void> => {
    chart = await PanelChart.shown();
  };
  afterEach(() => chart.session.dispose());

  it("keeps what it shows when a refresh fails, and reports why; Retry then fetches everything", async () => {
    await openShown();
    await chart.finish(chart.session.refresh(), new Error("gone"));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.failure?.message], [2, "panel: Error: gone"]);
    await chart.finish(chart.session.retry(), fetchedPanel(["US"]));
    assert.equal((await chart.shown()).panel?.failure, null);
    assert.deepEqual(
      chart.asked.map(({ what }) => what),
      ["panel", "refresh", "panel"],
    );
  });

  it("reports why nothing of it could be fetched", async () => {
    open();
    await chart.finish(chart.session.ready(), new Error("no key"));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts, panel?.failure?.message], [[], "panel: Error: no key"]);
    assert.equal(chart.session.fileTimeMs, undefined);
  });

  it("fetches once more when the service answers again after an outage, and reports nothing else meanwhile", async () => {
    const facts = { request: "GET /", attempts: 1 };
    for (const [error, count] of [
      [new NetworkError(facts, "nobody listens", "ECONNREFUSED"), 2],
      [new HttpError(facts, { status: 503, body: "", detail: "" }), 2],
      [new HttpError(facts, { status: 404, body: "", detail: "" }), 1],
    ] as const) {
      open();
      await chart.finish(chart.session.ready(), error);
      assert.notEqual((await chart.shown()).panel?.failure ?? null, null);
      await chart.finish(chart.session.retryOutages("elsewhere"));
      const retried = Promise.all([
        chart.session.retryOutages("acme"),
        chart.session.retryOutages("acme"),
      ]);
      if (count === 2) {
        const request = await chart.request();
        const reported = chart.sent.at(-1);
        assert.ok(reported?.type === "panel");
        assert.deepEqual(
          [reported.panel.failure, reported.panel.progress],
          [null, { done: 0, of: 0 }],
        );
        request.resolve(fetchedPanel(["US"]));
      }
      await chart.finish(retried);
      assert.equal(chart.asked.length, count);
    }
  });

  it("sends either its failure or its progress to a later page", async () => {
    open();
    await chart.finish(chart.session.ready(), new Error("gone"));
    const shows = chart.sent.flatMap((message) => (message.type === "show" ? message.panel : []));
    assert.deepEqual(
      [shows[1]?.failure?.message, shows[1]?.progress],
      ["panel: Error: gone", null],
    );
    chart.session.hide();
    const shown = chart.next("show");
    await chart.open();
    const { panel } = await shown;
    assert.deepEqual([panel?.failure, panel?.progress], [null, { done: 0, of: 0 }]);
  });

  it("ends a fetch with the tab, and when a newer one starts", async () => {
    open();
    const first = await chart.open();
    const refreshed = chart.session.refresh();
    const second = await chart.request();
    assert.deepEqual(
      [first.options.signal?.aborted, second.options.signal?.aborted],
      [true, false],
    );
    const reported = chart.sent.length;
    chart.session.dispose();
    assert.equal(second.options.signal?.aborted, true);
    second.resolve(fetchedPanel(["US"]));
    await chart.finish(refreshed);
    assert.deepEqual([chart.sent.length, chart.listening], [reported, 0]);
  });

  it("reports that its first fetch was cancelled, keeps nothing of it, and starts anew on request", async () => {
    open();
    const first = await chart.open();
    first.options.onProgress?.(27, 40);
    chart.session.cancel();
    assert.equal(first.options.signal?.aborted, true);
    // Also where the last answer was under way already.
    first.resolve(fetchedPanel(["DE", "US"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts, panel?.coverage, panel?.failure?.message], [[], "", "cancelled"]);
    chart.session.hide();
    await chart.finish(chart.session.ready());
    assert.equal(chart.asked.length, 1);
    await chart.finish(chart.session.retry(), fetchedPanel(["DE", "US"]));
    const again = await chart.shown();
    assert.deepEqual([again.parts.length, again.panel?.failure], [2, null]);
  });

  it("shows what it showed before when a refresh is cancelled", async () => {
    await openShown();
    const refreshed = chart.session.refresh();
    const request = await chart.request();
    request.options.onProgress?.(1, 2);
    chart.session.cancel();
    request.resolve(fetchedPanel(["FR"]));
    await chart.finish(refreshed);
    const { parts, panel } = await chart.shown();
    assert.deepEqual(
      parts.map(({ title }) => title),
      ["Germany", "United States"],
    );
    assert.equal(panel?.failure, null);
  });

  it("is not shown before its values are read: Cancel also ends the reading, and Retry starts anew (HTTP-07)", async () => {
    open();
    const loaded = chart.session.ready();
    (await chart.request()).resolve(fetchedPanel(["DE", "US"]));
    await chart.reading();
    chart.session.cancel();
    await chart.finish(loaded);
    assert.deepEqual(
      chart.readings.map((signal) => signal?.aborted),
      [true],
    );
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    const { progress, failure, asOf, coverage } = message.panel;
    assert.deepEqual([progress, failure?.message, asOf, coverage], [null, "cancelled", null, ""]);
    assert.equal(chart.session.fileTimeMs, undefined);
    await chart.finish(chart.session.retry(), fetchedPanel(["DE", "US"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.failure], [2, null]);
  });

  it("keeps what is shown when Cancel comes while newer values are read (HTTP-07)", async () => {
    await openShown();
    const { generation } = chart.session;
    const refreshed = chart.session.refresh();
    (await chart.request()).resolve(fetchedPanel(["FR"]));
    await chart.reading();
    chart.session.cancel();
    await chart.finish(refreshed);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.deepEqual(
      [message.generation, message.panel.coverage, message.panel.progress, message.panel.failure],
      [generation, "2 and 1", null, null],
    );
  });

  it("can be cancelled while the values of a chart that is shown again are read (HTTP-07)", async () => {
    await openShown();
    chart.session.hide();
    const loaded = chart.session.ready();
    (await chart.request()).resolve(fetchedPanel(["DE", "US"]));
    await chart.reading();
    chart.session.cancel();
    await chart.finish(loaded);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.equal(message.panel.failure?.message, "cancelled");
    chart.session.cancel();
    assert.equal(chart.sent.at(-1), message);
  });

  it("sends nothing of an earlier panel to a page without values", async () => {
    await openShown();
    chart.session.hide();
    const request = await chart.open();
    request.options.onProgress?.(1, 2);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    const { progress, asOf, coverage } = message.panel;
    assert.deepEqual([progress, asOf, coverage], [{ done: 1, of: 2 }, null, ""]);
  });

  it("no longer reports a cancellation after it was requested again", async () => {
    open();
    const loaded = chart.session.ready();
    const cancelled = await chart.request();
    chart.session.cancel();
    cancelled.reject(new DOMException("ended", "AbortError"));
    await chart.finish(loaded);
    void chart.session.retry();
    const request = await chart.request();
    request.options.onProgress?.(1, 2);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.deepEqual([message.panel.progress, message.panel.failure], [{ done: 1, of: 2 }, null]);
  });
});
