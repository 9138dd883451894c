import assert from "node:assert/strict";
import { type ChartPlace } from "../../../../../src/shared/chartPlace";
import { type SeriesTarget } from "../../../../../src/shared/place";
import { forecastRef } from "../../../../../src/shared/reference";
import { noNames } from "../../../../support/noNames";
import { SeriesChart, seriesOf, signal, us } from "../../../../support/seriesChart";

const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const forecast: SeriesTarget = { connectionId: "acme", reference: spx };

describe("a chart whose names are not listed yet", () => {
  let chart: SeriesChart;
  const lists: Record<"signal" | "forecast", object[]> = {
    signal: [{ code: "INFL", version: 2, name: "Inflation" }],
    forecast: [{ ticker: "SPX", name: "US Large Caps" }],
  };
  const listing = (items: object[]): object => ({ items, isComplete: true, fetchedAtMs: 0 });
  const titles = (): (readonly [string, string])[] =>
    chart.sent.flatMap((message) =>
      message.type === "part" ? [[message.part.title, message.part.identity.title] as const] : [],
    );
  let loaded: string[];
  /** Whether the service can be asked for its listings. */
  let isAvailable: boolean;
  const catalog = (): typeof noNames => {
    const listed = new Set<string>();
    const cached = (family: keyof typeof lists): Promise<never> =>
      Promise.resolve((listed.has(family) ? listing(lists[family]) : undefined) as never);
    return {
      ...noNames,
      cachedSignals: () => cached("signal"),
      cachedMarkets: () => cached("forecast"),
      loadNames: (family, options) => {
        loaded.push(options?.isRetry === true ? `${family} again` : family);
        if (isAvailable) listed.add(family);
        return Promise.resolve();
      },
    };
  };
  const painted = async (place: ChartPlace): Promise<void> => {
    chart = new SeriesChart(place, catalog());
    await chart.load(...place.parts.map(({ reference }) => seriesOf(reference, 1)));
  };
  afterEach(() => chart.session.dispose());
  beforeEach(() => {
    loaded = [];
    isAvailable = true;
  });

  it("loads them when the picture is painted, and not before", async () => {
    await painted({ parts: [signal] });
    assert.deepEqual([loaded, chart.session.tabTitle], [[], "SAMPLE INFL · United States"]);
    const told = chart.sent.length;
    await chart.session.loadNames();
    assert.deepEqual(loaded, ["signal"]);
    assert.equal(chart.session.tabTitle, "SAMPLE Inflation · United States");
    assert.deepEqual(titles().at(-1), ["Inflation · United States", "Inflation · United States"]);
    assert.equal(chart.sent.length, told + 1);
  });

  it("loads each listing that has one of them, and sends the names", async () => {
    await painted({ parts: [signal, forecast] });
    await chart.session.loadNames();
    assert.deepEqual(loaded.toSorted(), ["forecast", "signal"]);
    assert.equal(chart.session.name, "Inflation · United States, US Large Caps · 12 Months · USD");
    assert.deepEqual(
      titles()
        .slice(-2)
        .map(([, title]) => title)
        .toSorted(),
      ["Inflation · United States", "US Large Caps · 12 Months · USD"],
    );
  });

  it("loads nothing when it has all names", async () => {
    await painted({ parts: [signal] });
    await chart.session.loadNames();
    await chart.session.loadNames();
    assert.deepEqual(loaded, ["signal"]);
  });

  it("reports nothing when they cannot be loaded, and retries when the service answers again", async () => {
    isAvailable = false;
    await painted({ parts: [signal] });
    const told = chart.sent.length;
    await chart.session.loadNames();
    assert.deepEqual([chart.sent.length, chart.session.isNamed], [told, false]);
    isAvailable = true;
    await chart.session.retryOutages("acme");
    assert.equal(chart.session.isNamed, false);
    await chart.session.retryOutages("sample");
    assert.equal(chart.session.isNamed, true);
    assert.deepEqual(loaded, ["signal", "signal again"]);
  });

  it("loads them anew for a new key", async () => {
    isAvailable = false;
    await painted({ parts: [signal] });
    await chart.session.loadNames();
    isAvailable = true;
    chart.reset("sample");
    (await chart.request()).resolve(seriesOf(us, 2));
    await chart.shows("Inflation · United States: 2");
    assert.equal(chart.session.isNamed, true);
  });
});
