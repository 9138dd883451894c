import assert from "node:assert/strict";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { HttpError, NetworkError } from "../../../../../src/service/errors";
import { endOfDay, type Instant } from "../../../../../src/shared/instant";
import { forecastRef, type SeriesRef, signalRef } from "../../../../../src/shared/reference";
import { Latest } from "../../../../../src/store/latest";
import { ChartSeries } from "../../../../../src/features/chart/host/chartSeries";
import { failureOf } from "../../../../support/chartFrames";
import { noNames } from "../../../../support/noNames";
import { servicesWith } from "../../../../support/servicesWith";
import { connectedService } from "../../../../support/connectedService";

const signal = signalRef({ code: "INFL", version: 2, tags: {}, dataKind: "SNAP", asOf: "latest" });
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const past = { ...signal, asOf: endOfDay(19_000) satisfies Instant };
const offline = new NetworkError({ request: "GET /", attempts: 1 }, "gone", undefined);

/** How often the store was asked for a series. */
let asked = 0;

/** A series that has failed, while the cache has an old answer of the same signal as of another time. */
async function failed(reference: SeriesRef, error: Error): Promise<ChartSeries> {
  const fail = (): Promise<never> => {
    asked++;
    return Promise.reject(error);
  };
  const series = new ChartSeries({
    placed: { connectionId: "acme", reference },
    role: "part",
    viewState: () => defaultViewState,
    services: servicesWith(() =>
      Promise.resolve(
        connectedService({
          catalog: noNames,
          client: { newestServerDateMs: undefined, latestAsOfMs: Infinity },
          series: {
            series: fail,
            latestAt: fail,
            freshInstant: () => Promise.resolve(undefined),
            nearestCached: (_, takesOld) =>
              Promise.resolve(
                takesOld ? { reference: past, fetchedAtMs: 5, isLater: false } : undefined,
              ),
          },
        }),
      ),
    ),
    outcomes: {
      failureOf: (_, __, cached) =>
        failureOf("failed", cached === undefined ? ["retry"] : ["retry", "openCached"]),
      panelFailureOf: () => assert.fail("no panel"),
      cancelled: () => assert.fail("nothing is cancelled"),
      reasonOf: String,
      repairText: () => [],
      noteRead: () => assert.fail("nothing is read"),
      notePanelRead: () => assert.fail("no panel"),
      noteFailure: () => undefined,
    },
    latest: () => Promise.resolve(new Latest()),
    named: () => undefined,
    changed: () => undefined,
  });
  await series.load();
  assert.ok(series.hasFailed);
  return series;
}

describe("a series of a chart that has failed (15.1.9)", () => {
  it("offers the cached vintage of another time", async () => {
    const { cached } = await failed(signal, offline);
    assert.deepEqual(cached, { connectionId: "acme", reference: past });
  });

  it("offers no vintage that would need the service", async () => {
    assert.equal((await failed(signal, new Error("refused"))).cached, undefined);
  });

  it("offers nothing for a forecast, which has no as-of", async () => {
    assert.equal((await failed(forecast, offline)).cached, undefined);
  });

  const facts = { request: "GET /", attempts: 1 };
  const http = (status: number): HttpError =>
    new HttpError(facts, { status, body: "", detail: "" });
  for (const [error, times] of [
    [http(404), 1],
    [http(500), 1],
    [http(503), 2],
    [offline, 2],
  ] as const) {
    it(`is ${times === 2 ? "fetched once more" : "not fetched again"} when the service answers again after ${error.message}`, async () => {
      asked = 0;
      await (await failed(signal, error)).retryOutage();
      assert.equal(asked, times);
    });
  }

  it("is fetched once more after a request that was under way when the service answered again", async () => {
    const series = await failed(signal, offline);
    asked = 0;
    await Promise.all([series.retry(), series.retryOutage()]);
    assert.equal(asked, 2);
  });

  it("offers nothing after the connection has changed", async () => {
    const series = await failed(signal, offline);
    series.forget();
    assert.equal(series.cached, undefined);
  });
});
