import assert from "node:assert/strict";
import path from "node:path";
import { readableName, readableTitle } from "../../../src/features/chart/host/readableTitle";
import { type Reference, forecastRef, panelRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { hostSetting } from "../../support/hostResult";
import { sampleSignal } from "../../support/sampleSeries";
import { TestServices } from "../../support/testServices";
import { servicesWith } from "../../support/servicesWith";

describe("the title of a series in questions", () => {
  const { sample } = hostSetting();
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;

  beforeEach(() => {
    services = new TestServices(sample.url, worker, { key: sample.key });
  });
  afterEach(() => services.dispose());
  after(() => worker.dispose());

  const titleOf = (reference: Reference): Promise<string> =>
    readableTitle({ connectionId: "acme", reference }, services);

  it("has the names of the service when they are cached, and codes before", async () => {
    const signal = sampleSignal();
    assert.equal(await titleOf(signal), "INFL · United States · FIT · as of 28 Jun 2024");
    await services.catalog.availableSignals();
    await services.catalog.availableMarkets();
    assert.equal(await titleOf(signal), "Inflation v2 · United States · FIT · as of 28 Jun 2024");
    const panel = panelRef({ ...signal, asOf: "latest", tags: { country_iso: "*" } });
    assert.equal(await titleOf(panel), "Inflation v2 · all countries · FIT");
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    assert.equal(await titleOf(forecast), "US Large Caps · 12 Months · USD");
    const target = { connectionId: "acme", reference: signal };
    assert.equal(await readableName(target, services), "Inflation v2 · United States");
  });

  it("has codes when no such connection exists, which is reported where it is needed", async () => {
    const gone = servicesWith(() => Promise.reject(new Error("gone")));
    const target = { connectionId: "acme", reference: sampleSignal() };
    assert.equal(await readableTitle(target, gone), "INFL US FIT 28 Jun 2024");
  });
});
