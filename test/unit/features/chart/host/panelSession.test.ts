import assert from "node:assert/strict";
import { HttpError, NetworkError } from "../../../../../src/service/errors";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { type PanelChartPlace } from "../../../../../src/shared/chartPlace";
import { dayOfIso } from "../../../../../src/shared/day";
import { type Instant } from "../../../../../src/shared/instant";
import { type Panel } from "../../../../../src/store/panel";
import { longFrame } from "../../../../support/longSeries";
import { noNames } from "../../../../support/noNames";
import { fetchedPanel, PanelChart, panelAsOf, panelPlace } from "../../../../support/panelChart";

describe("PanelSession", () => {
  let chart: PanelChart;
  const open = (own?: PanelChartPlace): void => {
    chart = new PanelChart(own);
  };
  const openShown = async (panel?: Panel): Promise<void> => {
    chart = await PanelChart.shown(panel);
  };
  afterEach(() => chart.session.dispose());

  it("sends its progress, then all variants at once", async () => {
    open();
    const request = await chart.open();
    request.options.onProgress?.(27, 40);
    assert.deepEqual(
      chart.sent.map((message) =>
        message.type === "show" || message.type === "panel" ? message.panel?.progress : message,
      ),
      [
        { done: 0, of: 0 },
        { done: 27, of: 40 },
      ],
    );
    request.resolve(fetchedPanel(["DE", "US"]));
    const { parts, panel, title, state } = await chart.shown();
    assert.deepEqual(
      parts.map((part) => [part.id, part.title, part.identity.asOf]),
      [
        ["acme/signals/INFL/2/country_iso=DE,sector=Energy/SNAP/latest", "Germany", panelAsOf],
        [
          "acme/signals/INFL/2/country_iso=US,sector=Energy/SNAP/latest",
          "United States",
          panelAsOf,
        ],
      ],
    );
    const values = parts[0]?.data?.columns.map((column) => [column.name, ...column.values]);
    assert.deepEqual(values, [
      ["Level", 1, 2],
      ["Aggregate", 3, 4],
    ]);
    assert.deepEqual(
      [panel?.asOf, panel?.identity.asOf, panel?.coverage, panel?.fetchedAtMs],
      [panelAsOf, "latest", "2 and 1", Date.UTC(2026, 10, 20, 10, 30)],
    );
    assert.equal(title, "INFL v2 all countries Energy");
    assert.deepEqual(state, { ...defaultViewState, columns: chart.columns, sort: "newest" });
  });

  it("is titled with the name of its signal when that is known, like its tab", async () => {
    open();
    const signal = { code: "INFL", name: "Inflation", relatedTags: [] };
    const items = [1, 2].map((version) => ({ ...signal, version }));
    const listed = { items } as unknown as Awaited<ReturnType<typeof chart.catalog.cachedSignals>>;
    chart.catalog = { ...chart.catalog, cachedSignals: () => Promise.resolve(listed) };
    const request = await chart.open();
    assert.deepEqual(
      [chart.session.isNamed, chart.session.tabTitle],
      [false, "INFL · all countries · Energy"],
    );
    request.resolve(fetchedPanel(["DE", "US"], ["FR"]));
    const { panel } = await chart.shown();
    // Greenland is missing at the service, and was asked for all the same.
    assert.equal(panel?.identity.title, "Inflation · 4 countries · Energy");
    assert.equal(panel.varying, "country_iso");
    assert.equal(chart.session.tabTitle, "Inflation v2 · 4 countries · Energy");
  });

  it("takes its name from the fetched definition when its signal is not listed", async () => {
    open();
    let isFetched = false;
    const definition = { code: "INFL", version: 2, name: "Inflation", tags: [], fetchedAtMs: 0 };
    const stored = definition as unknown as Awaited<ReturnType<typeof noNames.storedDefinition>>;
    const storedDefinition = (): Promise<typeof stored> =>
      Promise.resolve(isFetched ? stored : undefined);
    chart.catalog = { ...noNames, storedDefinition };
    const request = await chart.open();
    isFetched = true;
    request.resolve(fetchedPanel(["DE", "US"]));
    const { panel } = await chart.shown();
    assert.equal(panel?.identity.title, "Inflation · 3 countries · Energy");
  });

  it("loads the listing with its name when it is painted and no definition had the name", async () => {
    open();
    let loads = 0;
    const items = [{ code: "INFL", version: 2, name: "Inflation" }];
    const listed = { items } as unknown as Awaited<ReturnType<typeof noNames.cachedSignals>>;
    chart.catalog = {
      ...noNames,
      cachedSignals: () => Promise.resolve(loads === 0 ? undefined : listed),
      loadNames: () => {
        loads++;
        return Promise.resolve();
      },
    };
    await chart.finish(chart.session.ready(), fetchedPanel(["DE", "US"]));
    const { panel } = await chart.shown();
    assert.deepEqual([loads, panel?.identity.title], [0, ""]);
    await chart.session.loadNames();
    await chart.session.loadNames();
    const last = chart.sent.at(-1);
    assert.ok(last?.type === "panel");
    assert.equal(last.panel.identity.title, "Inflation · 3 countries · Energy");
    assert.deepEqual([loads, chart.session.tabTitle], [1, "Inflation · 3 countries · Energy"]);
  });

  it("sends the columns of the view with shared days, and others once when the page requests them", async () => {
    open();
    chart.frame = longFrame(3_000);
    chart.columns = ["Aggregate"];
    await chart.finish(chart.session.ready(), fetchedPanel(["DE", "US"]));
    const { generation, parts } = await chart.shown();
    const arrived = (told: typeof parts): unknown =>
      told.map(({ data }) => data?.columns.map(({ values }) => values.length));
    assert.deepEqual(arrived(parts), [
      [0, 3_000],
      [0, 3_000],
    ]);
    assert.equal(parts[0]?.data?.days, parts[1]?.data?.days);
    await chart.session.sendColumns(generation);
    chart.columns = ["Level"];
    await chart.session.sendColumns(generation - 1);
    assert.equal(chart.session.generation, generation);
    await chart.session.sendColumns(generation);
    await chart.session.sendColumns(chart.session.generation);
    assert.deepEqual(arrived((await chart.shown()).parts), [
      [3_000, 0],
      [3_000, 0],
    ]);
    assert.equal(chart.session.generation, generation + 1);
  });

  it("shows what was fetched for its texts, when that is newer (DATA-13)", async () => {
    await openShown(fetchedPanel(["DE"]));
    const before = fetchedPanel(["DE", "US"]);
    const asOf = "20261120T104500Z" as Instant;
    const newer = { ...before, reference: { ...before.reference, asOf } };
    await chart.session.follow({ ...newer, asked: { ...newer.asked, code: "GROWTH" } });
    await chart.session.follow(before);
    assert.equal((await chart.shown()).panel?.asOf, panelAsOf);
    await chart.session.follow(newer);
    const { panel, parts } = await chart.shown();
    assert.deepEqual([panel?.asOf, parts.length], [asOf, 2]);
    assert.equal(chart.asked.length, 1);
  });

  it("fetches once for a page that is about to load and is ready later", async () => {
    open();
    const request = await chart.open();
    request.options.onProgress?.(1, 2);
    const loaded = chart.session.ready();
    request.resolve(fetchedPanel(["US"]));
    await chart.finish(loaded);
    assert.equal((await chart.shown()).parts.length, 1);
    assert.equal(chart.asked.length, 1);
  });

  it("shows the slice of each variant that its place names, ranked among the whole series", async () => {
    open(panelPlace({ slice: { from: dayOfIso("2026-11-19") ?? 0, columns: ["Level"] } }));
    await chart.finish(chart.session.ready(), fetchedPanel(["US"]));
    const [part] = (await chart.shown()).parts;
    assert.deepEqual(
      part?.data?.columns.map((column) => [column.name, ...column.values]),
      [["Level", 2]],
    );
    assert.equal(part.data.slice?.words, "2026-11-19..; Level");
  });

  it("shows failed variants beside the rest, and retries those alone", async () => {
    await openShown(fetchedPanel(["DE"], ["US"]));
    const [, failed] = (await chart.shown()).parts;
    assert.deepEqual([failed?.title, failed?.failure?.message], ["United States", "Error: 503"]);
    const before = chart.session.generation;
    const retried = chart.session.retry();
    const request = await chart.request();
    await chart.finish(chart.session.retry());
    request.resolve(fetchedPanel(["DE", "US"]));
    await chart.finish(retried);
    assert.deepEqual(
      chart.asked.map(({ what }) => what),
      ["panel", "retry"],
    );
    const { parts, generation } = await chart.shown();
    assert.ok(generation > before);
    assert.deepEqual(
      parts.map(({ failure }) => failure),
      [null, null],
    );
  });

  it("retries only when the service allows it, and not at all after a cancellation (15.1.5)", async () => {
    const answer = { status: 429, body: "", detail: "slow down", retryAfterMs: 60_000 };
    const error = new HttpError({ request: "GET /", attempts: 1 }, answer);
    const panel = fetchedPanel(["DE"], ["US"]);
    await openShown({ ...panel, failed: panel.failed.map((each) => ({ ...each, error })) });
    const retried = chart.session.retry();
    // A chart that need not wait has requested its panel meanwhile.
    const other = await PanelChart.shown(panel);
    void other.session.retry();
    await other.request();
    other.session.dispose();
    assert.equal(chart.asked.length, 1);
    const reported = chart.sent.at(-1);
    assert.ok(reported?.type === "panel" && reported.panel.progress !== null);
    chart.session.cancel();
    await chart.finish(retried);
    assert.equal(chart.asked.length, 1);
  });

  it("shows the columns of the slice that a variant has", async () => {
    open(panelPlace({ slice: { columns: ["Level", "Aggregate"] } }));
    await chart.finish(chart.session.ready(), fetchedPanel(["DE", "FR", "US"]));
    const { parts } = await chart.shown();
    assert.deepEqual(
      parts.map(({ data }) => data?.columns.map(({ name }) => name)),
      [["Aggregate"], ["Level", "Aggregate"], ["Level", "Aggregate"]],
    );
  });

  it("reports a variant whose values cannot be read, shows the rest, and retries", async () => {
    open();
    chart.unreadable.add("DE").add("FR");
    await chart.finish(chart.session.ready(), fetchedPanel(["AT", "DE", "FR", "US"], ["JP"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual(
      parts.map(({ data, failure }) => failure?.message ?? data?.days.length),
      [2, "Error: no numbers of FR", "Error: no numbers of DE", "Error: 503", 2],
    );
    assert.equal(panel?.failure, null);
    chart.unreadable.clear();
    await chart.finish(chart.session.retry(), fetchedPanel(["AT", "DE", "FR", "JP", "US"]));
    const again = await chart.shown();
    assert.ok(again.parts.every(({ failure }) => failure === null));
  });

  it("keeps what it shows when nothing can be read, and reports why", async () => {
    open();
    await chart.finish(chart.session.ready(), fetchedPanel(["DE", "US"], ["unknown"]));
    const { generation } = await chart.shown();
    chart.breakText = true;
    await chart.finish(chart.session.refresh(), fetchedPanel(["DE", "US"], ["unknown"]));
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.equal(message.generation, generation);
    assert.equal(message.panel.failure?.message, "panel: Error: no words");
  });

  it("updates the tabs of its panel with its fetch state", async () => {
    await openShown();
    assert.deepEqual(chart.noted, [["INFL", 1_000, undefined]]);
    await chart.finish(chart.session.refresh(), new Error("gone"));
    assert.equal(chart.noted.length, 1);
    const unreachable = new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
    await chart.finish(chart.session.refresh(), unreachable);
    assert.deepEqual(chart.noted.slice(1), [["INFL", 1_000, unreachable]]);
  });

  it("reads no more than 300 variants, the first ones, and names as many that failed", async () => {
    const names = (letter: string): readonly string[] =>
      Array.from({ length: 310 }, (_, place) => `${letter}${String(place).padStart(3, "0")}`);
    await openShown(fetchedPanel(names("A"), names("B")));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.omitted], [600, 20]);
    const ids = parts.map(({ id }) => /country_iso=(\w+)/.exec(id)?.[1]);
    assert.deepEqual([ids[0], ids[299], ids[300], ids[599]], ["A000", "A299", "B000", "B299"]);
    assert.deepEqual(chart.read.slice(-1), ["A299"]);
  });

  it("continues while its tab is hidden, and sends the result to the next page", async () => {
    open();
    const loaded = chart.session.ready();
    const request = await chart.request();
    chart.session.hide();
    const reported = chart.sent.length;
    request.resolve(fetchedPanel(["US"]));
    await chart.finish(loaded);
    assert.equal(chart.sent.length, reported);
    await chart.finish(chart.session.ready(), fetchedPanel(["US"]));
    assert.equal((await chart.shown()).parts.length, 1);
  });

  it("starts no second fetch when its tab is shown again during a first load", async () => {
    open();
    const request = await chart.open();
    chart.session.hide();
    const loaded = chart.session.ready();
    request.resolve(fetchedPanel(["US"]));
    await chart.finish(loaded);
    assert.deepEqual([chart.asked.length, request.options.signal?.aborted], [1, false]);
    assert.equal((await chart.shown()).parts.length, 1);
  });

  it("loses no refresh when its tab is hidden", async () => {
    await openShown(fetchedPanel(["US"]));
    void chart.session.refresh();
    const request = await chart.request();
    request.options.onProgress?.(1, 2);
    chart.session.hide();
    const shown = chart.next("show");
    const loaded = chart.session.ready();
    assert.deepEqual((await shown).panel?.progress, { done: 1, of: 2 });
    request.resolve(fetchedPanel(["DE", "US"]));
    await chart.finish(loaded);
    assert.deepEqual(
      chart.asked.map(({ what, options }) => [what, options.signal?.aborted]),
      [
        ["panel", false],
        ["refresh", false],
      ],
    );
    assert.equal((await chart.shown()).parts.length, 2);
  });

  for (const way of ["hide", "dispose"] as const) {
    it(`reads no more numbers after ${way}`, async () => {
      open();
      const loaded = chart.session.ready();
      (await chart.request()).resolve(fetchedPanel(["DE", "US"]));
      await chart.reading();
      const reported = chart.sent.length;
      chart.session[way]();
      await chart.finish(loaded);
      assert.deepEqual(
        chart.readings.map((signal) => signal?.aborted),
        [true],
      );
      assert.equal(chart.sent.length, reported);
    });
  }

  it("fetches from the new service when the address or the key changes, and from no other", async () => {
    await openShown();
    const reported = chart.sent.length;
    chart.reset("other");
    chart.reset("acme");
    (await chart.request()).resolve(fetchedPanel(["US"]));
    assert.equal((await chart.shown()).parts.length, 1);
    assert.equal(chart.asked.length, 2);
    // One without values, then one with them.
    const shows = chart.sent.slice(reported).filter(({ type }) => type === "show");
    assert.equal(shows.length, 2);
  });
});
