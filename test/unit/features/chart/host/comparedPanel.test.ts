import assert from "node:assert/strict";
import { type Instant } from "../../../../../src/shared/instant";
import { bringsOtherKind } from "../../../../../src/features/chart/host/comparedSeries";
import { fetchedPanel, PanelChart, panelAsOf } from "../../../../support/panelChart";

describe("PanelSession, comparing the kinds of a panel,", () => {
  let chart: PanelChart;
  const compare = (isKindCompared: boolean): Promise<void> =>
    chart.session.compare({ generation: chart.session.generation, isKindCompared });
  const rolesOf = async (): Promise<unknown> =>
    (await chart.shown()).parts.map(({ role, title, identity }) => [
      role,
      title,
      identity.dataKind,
      identity.asOf,
    ]);
  const snap = [
    ["part", "Germany", "SNAP", panelAsOf],
    ["part", "United States", "SNAP", panelAsOf],
  ];
  beforeEach(async () => {
    chart = await PanelChart.shown(fetchedPanel(["DE", "US"]));
  });
  afterEach(() => chart.session.dispose());

  it("fetches the other kind as of the same instant, and lists it after the variants", async () => {
    const compared = compare(true);
    const request = await chart.request();
    const { dataKind, asOf } = request.reference;
    assert.deepEqual([chart.asked.length, dataKind, asOf], [2, "FIT", panelAsOf]);
    assert.ok(!chart.sent.some(bringsOtherKind));
    request.resolve(fetchedPanel(["US"], [], "FIT"));
    await chart.finish(compared);
    assert.deepEqual(await rolesOf(), [...snap, ["kind", "United States", "FIT", panelAsOf]]);
    assert.ok(chart.sent.some(bringsOtherKind));
  });

  it("reports the progress of that fetch, and requests it once", async () => {
    void compare(true);
    const request = await chart.request();
    request.options.onProgress?.(1, 2);
    const told = chart.sent.flatMap((message) =>
      message.type === "panel" ? [message.panel.progress] : [],
    );
    assert.deepEqual(told.at(-1), { done: 1, of: 2 });
    await chart.finish(compare(true));
    assert.equal(chart.asked.length, 2);
  });

  it("removes it, before or after it is fetched", async () => {
    const compared = compare(true);
    const request = await chart.request();
    await chart.finish(compare(false));
    assert.equal(request.options.signal?.aborted, true);
    assert.deepEqual(await rolesOf(), snap);
    request.resolve(fetchedPanel(["US"], [], "FIT"));
    await chart.finish(compared);
    assert.deepEqual(await rolesOf(), snap);
  });

  it("ignores an older page", async () => {
    const { generation } = chart.session;
    const ignored = chart.session.compare({ generation: generation - 1, isKindCompared: true });
    await chart.finish(ignored);
    assert.equal(chart.asked.length, 1);
  });

  it("shows why the other kind could not be fetched, beside the variants", async () => {
    await chart.finish(compare(true), new Error("503"));
    const { panel, parts } = await chart.shown();
    const [failed] = parts.slice(2);
    assert.deepEqual(
      [failed?.role, failed?.title, failed?.failure?.message],
      ["kind", "FIT", "panel: Error: 503"],
    );
    // The variants themselves are as fresh as before.
    assert.equal(panel?.failure, null);
    await compare(false);
    assert.equal((await chart.shown()).parts.length, 2);
  });

  it("retries what has failed of the other kind", async () => {
    await chart.finish(compare(true), new Error("503"));
    const fetched = [fetchedPanel(["DE", "US"]), fetchedPanel(["DE", "US"], [], "FIT")];
    await chart.finish(chart.session.retry(), ...fetched);
    assert.deepEqual(await rolesOf(), [
      ...snap,
      ["kind", "Germany", "FIT", panelAsOf],
      ["kind", "United States", "FIT", panelAsOf],
    ]);
  });

  it("fetches it anew as of the instant of a refresh", async () => {
    await chart.finish(compare(true), fetchedPanel(["US"], [], "FIT"));
    void chart.session.refresh();
    const asOf = "20261120T104500Z" as Instant;
    const fresh = fetchedPanel(["DE", "US"]);
    (await chart.request()).resolve({ ...fresh, reference: { ...fresh.reference, asOf } });
    const { reference } = await chart.request();
    assert.deepEqual([chart.asked.length, reference.dataKind, reference.asOf], [4, "FIT", asOf]);
  });

  it("ends with Cancel, and keeps the variants", async () => {
    const compared = compare(true);
    const request = await chart.request();
    chart.session.cancel();
    const { type, comparison } = chart.sent.findLast((each) => each.type === "compareWith") ?? {};
    assert.deepEqual([type, comparison], ["compareWith", { isKindCompared: false }]);
    request.reject(new DOMException("ended", "AbortError"));
    await chart.finish(compared);
    assert.equal(request.options.signal?.aborted, true);
    const { panel } = await chart.shown();
    assert.equal(panel?.failure, null);
    assert.deepEqual(await rolesOf(), snap);
  });
});
