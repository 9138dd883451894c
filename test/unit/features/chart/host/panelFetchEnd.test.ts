import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
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
    void chart.session.refresh();
    await nextTurn();
    assert.equal(chart.last.what, "refresh");
    chart.last.reject(new Error("gone"));
    await nextTurn();
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.failure?.message], [2, "panel: Error: gone"]);
    void chart.session.retry();
    await nextTurn();
    assert.equal(chart.last.what, "panel");
    chart.last.resolve(fetchedPanel(["US"]));
    assert.equal((await chart.shown()).panel?.failure, null);
  });

  it("reports why nothing of it could be fetched", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.reject(new Error("no key"));
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
      void chart.session.ready();
      await nextTurn();
      chart.last.reject(error);
      assert.notEqual((await chart.shown()).panel?.failure ?? null, null);
      void chart.session.retryOutages("elsewhere");
      void chart.session.retryOutages("acme");
      void chart.session.retryOutages("acme");
      await nextTurn();
      assert.equal(chart.asked.length, count);
      const reported = chart.sent.at(-1);
      if (count === 1) continue;
      assert.ok(reported?.type === "panel");
      assert.deepEqual(
        [reported.panel.failure, reported.panel.progress],
        [null, { done: 0, of: 0 }],
      );
    }
  });

  it("sends either its failure or its progress to a later page", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.reject(new Error("gone"));
    await nextTurn();
    const shows = chart.sent.flatMap((message) => (message.type === "show" ? message.panel : []));
    assert.deepEqual(
      [shows[1]?.failure?.message, shows[1]?.progress],
      ["panel: Error: gone", null],
    );
    chart.session.hide();
    void chart.session.ready();
    await nextTurn();
    const message = chart.sent.findLast(({ type }) => type === "show");
    assert.ok(message?.type === "show");
    assert.deepEqual([message.panel?.failure, message.panel?.progress], [null, { done: 0, of: 0 }]);
  });

  it("ends a fetch with the tab, and when a newer one starts", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    void chart.session.refresh();
    await nextTurn();
    const [first, second] = chart.asked;
    assert.deepEqual(
      [first?.options.signal?.aborted, second?.options.signal?.aborted],
      [true, false],
    );
    const reported = chart.sent.length;
    chart.session.dispose();
    assert.equal(second?.options.signal?.aborted, true);
    second.resolve(fetchedPanel(["US"]));
    await nextTurn();
    assert.deepEqual([chart.sent.length, chart.listening], [reported, 0]);
  });

  it("reports that its first fetch was cancelled, keeps nothing of it, and starts anew on request", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.options.onProgress?.(27, 40);
    chart.session.cancel();
    const [first] = chart.asked;
    assert.equal(first?.options.signal?.aborted, true);
    // Also where the last answer was under way already.
    first.resolve(fetchedPanel(["DE", "US"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts, panel?.coverage, panel?.failure?.message], [[], "", "cancelled"]);
    chart.session.hide();
    await chart.session.ready();
    assert.equal(chart.asked.length, 1);
    void chart.session.retry();
    await nextTurn();
    assert.equal(chart.asked.length, 2);
    chart.last.resolve(fetchedPanel(["DE", "US"]));
    const again = await chart.shown();
    assert.deepEqual([again.parts.length, again.panel?.failure], [2, null]);
  });

  it("shows what it showed before when a refresh is cancelled", async () => {
    await openShown();
    void chart.session.refresh();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    chart.session.cancel();
    chart.last.resolve(fetchedPanel(["FR"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual(
      parts.map(({ title }) => title),
      ["Germany", "United States"],
    );
    assert.equal(panel?.failure, null);
  });
  it("is not shown before its values are read: Cancel also ends the reading, and Retry starts anew (HTTP-07)", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(fetchedPanel(["DE", "US"]));
    while (chart.readings.length === 0) await nextTurn();
    chart.session.cancel();
    await chart.turns();
    assert.deepEqual(
      chart.readings.map((signal) => signal?.aborted),
      [true],
    );
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    const { progress, failure, asOf, coverage } = message.panel;
    assert.deepEqual([progress, failure?.message, asOf, coverage], [null, "cancelled", null, ""]);
    assert.equal(chart.session.fileTimeMs, undefined);
    void chart.session.retry();
    await nextTurn();
    chart.last.resolve(fetchedPanel(["DE", "US"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.failure], [2, null]);
  });

  it("keeps what is shown when Cancel comes while newer values are read (HTTP-07)", async () => {
    await openShown();
    const { generation } = chart.session;
    void chart.session.refresh();
    await nextTurn();
    chart.last.resolve(fetchedPanel(["FR"]));
    while (chart.readings.length === 1) await nextTurn();
    chart.session.cancel();
    await chart.turns();
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
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(fetchedPanel(["DE", "US"]));
    while (chart.readings.length === 1) await nextTurn();
    chart.session.cancel();
    await chart.turns();
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.equal(message.panel.failure?.message, "cancelled");
    chart.session.cancel();
    await chart.turns();
    assert.equal(chart.sent.at(-1), message);
  });

  it("sends nothing of an earlier panel to a page without values", async () => {
    await openShown();
    chart.session.hide();
    void chart.session.ready();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    const { progress, asOf, coverage } = message.panel;
    assert.deepEqual([progress, asOf, coverage], [{ done: 1, of: 2 }, null, ""]);
  });

  it("no longer reports a cancellation after it was requested again", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.session.cancel();
    await chart.turns();
    void chart.session.retry();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.deepEqual([message.panel.progress, message.panel.failure], [{ done: 1, of: 2 }, null]);
  });
});
