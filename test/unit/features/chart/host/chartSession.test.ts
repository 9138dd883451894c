import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { NetworkError } from "../../../../../src/service/errors";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { type ChartPlace } from "../../../../../src/shared/chartPlace";
import { type SeriesTarget, targetPath } from "../../../../../src/shared/place";
import { forecastRef } from "../../../../../src/shared/reference";
import { referencePath } from "../../../../../src/shared/referencePath";
import { bringsOtherKind } from "../../../../../src/features/chart/host/comparedSeries";
import { deferred } from "../../../../support/deferred";
import { frameOf } from "../../../../support/frames";
import { noNames } from "../../../../support/noNames";
import { SeriesChart, seriesOf, signal, us } from "../../../../support/seriesChart";

const fit = { ...us, dataKind: "FIT" } as const;
const fitPath = referencePath(fit).replace("latest", "19700101T000001Z");
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const forecast: SeriesTarget = { connectionId: "acme", reference: spx };

function offline(): NetworkError {
  return new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
}

describe("ChartSession", () => {
  let chart: SeriesChart;
  const open = (place: ChartPlace): void => {
    chart = new SeriesChart(place);
  };
  /** A page of a chart of one series that shows a value. */
  const openLoaded = async (): Promise<void> => {
    open({ parts: [signal] });
    await chart.load(seriesOf(us, 1));
  };
  const compare = (isKindCompared: boolean, vintage: string | null = null): Promise<void> =>
    chart.session.compare({ generation: chart.session.generation, isKindCompared, vintage });
  afterEach(() => chart.session.dispose());

  it("sends the chart to a page that is about to load, and again to a page that has nothing", async () => {
    open({ parts: [signal, forecast] });
    await chart.load(seriesOf(us, 1), new Error("refused"));
    await chart.open();
    assert.deepEqual(chart.shown(), [
      "INFL United States: loading 1",
      "SPX USD 12 Months: loading",
    ]);
  });

  it("fetches from the new service when the key changes before the page has loaded", async () => {
    open({ parts: [signal] });
    await chart.open();
    await chart.request();
    chart.reset("sample");
    (await chart.request()).resolve(seriesOf(us, 2));
    await chart.shows("INFL United States: 2");
    assert.equal(chart.asked.length, 2);
  });

  it("shows its parts at once and each series when it is fetched", async () => {
    open({ parts: [signal, forecast] });
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL United States: loading", "SPX USD 12 Months: loading"]);
    const first = await chart.request();
    const second = await chart.request();
    second.resolve(seriesOf(forecast.reference, 2));
    await chart.shows("SPX USD 12 Months: 2");
    first.resolve(seriesOf(us, 1));
    await chart.shows("INFL United States: 1");
    assert.deepEqual(
      chart.sent.map(({ type }) => type),
      ["show", "part", "part"],
    );
    assert.ok(chart.asked.every(({ options }) => options.urgency?.isClick === true));
  });

  it("sends the names of all series before their data, each title once", async () => {
    const items = [
      { code: "INFL", version: 2, name: "Inflation" },
      { code: "GROW", version: 2, name: "Growth" },
    ];
    const listing = deferred<Awaited<ReturnType<typeof noNames.cachedSignals>>>();
    const catalog = { ...noNames, cachedSignals: () => listing.promise };
    const growth = { ...signal, reference: { ...us, code: "GROW" } };
    chart = new SeriesChart({ parts: [signal, growth] }, catalog);
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL: loading", "GROW: loading"]);
    listing.resolve({ items, unreadable: [], isComplete: true, fetchedAtMs: 0 });
    await chart.shows("Growth: loading");
    const told = chart.sent.flatMap((message) => (message.type === "part" ? [message.part] : []));
    assert.deepEqual(
      told.map(({ title, shortTitle, fullTitle }) => [title, shortTitle, fullTitle]),
      [
        ["Inflation", "INFL", "Inflation · United States"],
        ["Growth", "GROW", "Growth · United States"],
      ],
    );
  });

  it("sends with the data what was repaired in the answer (DATA-10)", async () => {
    await openLoaded();
    assert.match(JSON.stringify(chart.sent), /"repairs":\["duplicates: 0"\]/);
  });

  it("sends its identity, marks sample data, and numbers each message", async () => {
    open({ parts: [signal, forecast] });
    const show = await chart.open();
    assert.deepEqual(
      [show.title, show.isSample, show.generation],
      ["SAMPLE INFL v2 US + SPX USD 12 Months", true, 1],
    );
    assert.deepEqual(
      show.parts.map(({ id, role, family }) => [id, role, family]),
      [
        [targetPath(signal), "part", "signal"],
        [targetPath(forecast), "part", "forecast"],
      ],
    );
  });

  it("shows what is in memory with the first message", async () => {
    await openLoaded();
    chart.session.hide();
    const { generation } = await chart.open();
    assert.deepEqual([generation, ...chart.shown()], [2, "INFL United States: loading 1"]);
  });

  it("sends what was fetched while its tab was hidden (UI-03)", async () => {
    open({ parts: [signal] });
    const loaded = chart.session.ready();
    await chart.next("show");
    chart.session.hide();
    const before = chart.sent.length;
    await chart.finish(loaded, seriesOf(us, 7));
    assert.equal(chart.sent.length, before);
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL United States: loading 7"]);
    await chart.request();
    assert.equal(chart.asked.length, 2);
  });

  it("fetches again when its tab is shown after it was hidden (UI-03)", async () => {
    open({ parts: [signal] });
    await chart.load(new Error("refused"));
    chart.session.hide();
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL United States: loading"]);
    await chart.request();
    assert.equal(chart.asked.length, 2);
  });

  it("keeps nothing in memory that was fetched while its tab was hidden (UI-04)", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage = vm.runInNewContext("gc") as () => void;
    open({ parts: [signal] });
    const loaded = chart.session.ready();
    await chart.next("show");
    chart.session.hide();
    await chart.finish(loaded, seriesOf(us, 7));
    chart.asked.length = 0;
    // What a weak reference was made of cannot be collected in the same turn.
    await nextTurn();
    collectGarbage();
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL United States: loading"]);
  });

  it("refreshes what it shows, which remains visible meanwhile", async () => {
    await openLoaded();
    const refreshed = chart.session.refresh();
    const request = await chart.request();
    assert.deepEqual(chart.shown(), ["INFL United States: loading 1"]);
    assert.equal(request.options.isRefresh, true);
    request.resolve(seriesOf(us, 2));
    await chart.finish(refreshed);
    assert.deepEqual(chart.shown(), ["INFL United States: 2"]);
  });

  it("sends data once, and only the rest until they change", async () => {
    await openLoaded();
    const reported = chart.sent.length;
    await chart.finish(chart.session.refresh(), new Error("refused"));
    await chart.finish(chart.session.retry(targetPath(signal)), seriesOf(us, 2));
    const data = chart.sent
      .slice(reported)
      .map((message) => message.type === "part" && message.part.data);
    assert.deepEqual(data.slice(0, 3), ["unchanged", "unchanged", "unchanged"]);
    assert.deepEqual([data.length, ...chart.shown()], [4, "INFL United States: 2"]);
  });

  it("sends the compared series with their data to a new page", async () => {
    await openLoaded();
    await chart.finish(compare(true), seriesOf(fit, 5));
    void chart.session.ready();
    const compared = await chart.next("part");
    assert.ok(compared.part.data !== "unchanged");
    assert.deepEqual(compared.part.data?.columns[0]?.values, Float64Array.of(5));
  });

  it("keeps the last good data when a refresh fails, and marks them as stale", async () => {
    await openLoaded();
    await chart.finish(chart.session.refresh(), offline());
    assert.deepEqual(chart.shown(), ["INFL United States: 1 because GET /: gone GET /: gone"]);
    assert.deepEqual(chart.noted, ["read signals/I", "failed signals/I", "stale signals/I"]);
    void chart.session.retry(targetPath(signal));
    assert.equal((await chart.request()).options.isRefresh, true);
  });

  it("shows a failure in place of its series alone, and fetches again on request", async () => {
    open({ parts: [signal, forecast] });
    await chart.open();
    (await chart.request()).resolve(seriesOf(us, 1));
    await chart.shows("INFL United States: 1");
    (await chart.request()).reject(new Error("refused"));
    await chart.shows("SPX USD 12 Months: refused");
    assert.deepEqual(chart.session.questioned, forecast);
    const retried = chart.session.retry(targetPath(forecast));
    const request = await chart.request();
    assert.deepEqual(chart.shown(), ["SPX USD 12 Months: loading refused"]);
    assert.equal(request.options.isRefresh, false);
    request.resolve(seriesOf(forecast.reference, 2));
    await chart.finish(retried);
    assert.deepEqual(chart.shown(), ["SPX USD 12 Months: 2"]);
    assert.deepEqual(chart.session.questioned, signal);
  });

  it("discards what the old address or key returned, and fetches from the new one", async () => {
    await openLoaded();
    chart.reset("acme");
    chart.reset("sample");
    const { generation } = await chart.next("show");
    assert.deepEqual([generation, ...chart.shown()], [2, "INFL United States: loading"]);
    (await chart.request()).resolve(seriesOf(us, 3));
    await chart.shows("INFL United States: 3");
    assert.equal(chart.asked.length, 2);
  });

  it("ignores a late answer for the old key (HTTP-14)", async () => {
    open({ parts: [signal] });
    const loaded = chart.session.ready();
    await chart.next("show");
    const late = await chart.request();
    chart.reset("sample");
    const shown = chart.next("show");
    late.resolve(seriesOf(us, 1));
    await chart.finish(loaded);
    await shown;
    assert.equal(late.options.signal?.aborted, true);
    assert.deepEqual(chart.shown(), ["INFL United States: loading"]);
  });

  it("adds the other kind and another vintage, and ends those that are no longer requested", async () => {
    await openLoaded();
    const vintage = "20240628T235959Z";
    void compare(true, vintage);
    const kind = await chart.request();
    const other = await chart.request();
    assert.deepEqual(
      [kind.path, other.path],
      [fitPath, referencePath(us).replace("latest", vintage)],
    );
    kind.resolve(seriesOf(fit, 5));
    await chart.shows("FIT: 5");
    const roles = chart.sent.flatMap((each) => (each.type === "part" ? [each.part.role] : []));
    assert.ok(roles.includes("vintage"));
    await chart.finish(compare(true));
    assert.equal(other.options.signal?.aborted, true);
    assert.equal(chart.asked.length, 3);
  });

  it("sends the other kind with its values, not while it loads and not when it fails", async () => {
    await openLoaded();
    await chart.finish(compare(true), new Error("refused"));
    assert.deepEqual(chart.sent.filter(bringsOtherKind), []);
    const retried = chart.session.retry(targetPath({ ...signal, reference: fit }));
    await chart.finish(retried, seriesOf(fit, 5));
    assert.equal(chart.sent.filter(bringsOtherKind).length, 1);
  });

  it("sends nothing of an added series before it is loading", async () => {
    await openLoaded();
    for (const isKindCompared of [true, false, true]) {
      const before = chart.sent.length;
      void compare(isKindCompared);
      const told = chart.sent
        .slice(before)
        .flatMap((message) => (message.type === "part" ? [message.part] : []));
      const added = told.filter(({ role }) => role === "kind");
      assert.deepEqual(
        added.map(({ isLoading }) => isLoading),
        isKindCompared ? [true] : [],
      );
    }
  });

  it("fetches what a draft adds, and ends what it no longer shows", async () => {
    await openLoaded();
    const { session } = chart;
    const [own, added] = [signal, { ...signal, reference: fit }].map(targetPath);
    assert.ok(own !== undefined && added !== undefined);
    const drafted = session.draft(session.generation, [own, added, "no such series"]);
    await chart.finish(drafted, seriesOf(fit, 5));
    assert.deepEqual(chart.shown(), ["FIT: 5"]);
    void session.draft(session.generation, [added, targetPath(forecast)]);
    const request = await chart.request();
    // The session does not ask again for what the draft has already.
    assert.deepEqual(
      chart.asked.map(({ path }) => path.slice(0, 9)),
      ["signals/I", "signals/I", "forecasts"],
    );
    await chart.finish(session.draft(session.generation, [own]));
    assert.equal(request.options.signal?.aborted, true);
    await chart.open();
    assert.deepEqual(chart.shown(), ["INFL United States: loading 1"]);
  });

  it("ignores requests of an older page", async () => {
    await openLoaded();
    await chart.finish(chart.session.draft(0, [targetPath(forecast)]));
    await chart.finish(
      chart.session.compare({ generation: 0, isKindCompared: true, vintage: null }),
    );
    assert.equal(chart.asked.length, 1);
  });

  it("sends the last kept view to each page", async () => {
    open({ parts: [signal] });
    const views = [null, { ...defaultViewState, columns: ["Level"] }];
    for (const view of views) {
      chart.view = view;
      assert.deepEqual((await chart.open()).state, view);
    }
  });

  it("adds and removes the comparison of a page that has a new generation (HTTP-14)", async () => {
    await openLoaded();
    void compare(true);
    await chart.request();
    chart.reset("sample");
    await chart.next("show");
    (await chart.request()).resolve(seriesOf(us, 1));
    const compared = await chart.request();
    assert.equal(compared.path, fitPath);
    const { generation } = chart.session;
    const ended = { isKindCompared: false, vintage: null };
    await chart.session.compare({ generation: generation - 1, ...ended });
    assert.equal(compared.options.signal?.aborted, false);
    await chart.session.compare({ generation, ...ended });
    assert.equal(compared.options.signal.aborted, true);
    void compare(true);
    assert.equal((await chart.request()).path, fitPath);
    assert.deepEqual(chart.shown(), ["FIT: loading"]);
  });

  it("shows only the slice of its series that its place names", async () => {
    open({ parts: [signal], slice: { columns: ["Momentum"] } });
    const frame = frameOf(["2024-01-01"], { Level: [1], Momentum: [2] });
    await chart.load({ ...seriesOf(us, 1), frame });
    assert.deepEqual(chart.shown(), ["INFL United States: 2"]);
    const { slice, columns } = chart.dataOf(targetPath(signal)) ?? assert.fail("no data");
    assert.deepEqual(slice, { words: "Momentum", lastDay: 19_723 });
    assert.deepEqual(
      columns.map(({ percentile }) => percentile),
      [100],
    );
  });

  it("ends everything with its tab", async () => {
    open({ parts: [signal] });
    const loaded = chart.session.ready();
    await chart.next("show");
    const request = await chart.request();
    const { length } = chart.sent;
    chart.session.dispose();
    assert.equal(request.options.signal?.aborted, true);
    request.resolve(seriesOf(us, 1));
    await chart.finish(loaded);
    assert.deepEqual([chart.sent.length, chart.listening], [length, 0]);
  });
});
