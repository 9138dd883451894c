import assert from "node:assert/strict";
import { ServiceClock } from "../../../src/service/serviceClock";
import { MovedClock } from "../../support/movedClock";

const minute = 60_000;
const day = 1_440 * minute;
const noon = Date.UTC(2024, 6, 1, 12);

function header(ms: number): string {
  return new Date(ms).toUTCString();
}

/** A clock of the service, and this computer's, which is this much ahead of the true time. */
function clocks(aheadMs: number): { readonly service: ServiceClock; readonly own: MovedClock } {
  const own = new MovedClock(noon + aheadMs);
  return { service: new ServiceClock(own.now), own };
}

describe("ServiceClock", () => {
  const years = 4 * 365 * day;
  const wrongByMs = [day, 20 * minute, 10 * years];
  for (const wrongBy of wrongByMs) {
    it(`is not moved by one header that is ${wrongBy / minute} minutes ahead (CLOCK-01)`, () => {
      const { service, own } = clocks(0);
      service.observe(header(noon));
      own.advance(minute);
      assert.equal(service.observe(header(noon + minute + wrongBy)), noon + minute);
      assert.equal(service.newestMs, noon);
      assert.equal(service.latestAsOfMs(), noon + 6 * minute);
      own.advance(minute);
      service.observe(header(noon + 2 * minute));
      assert.equal(service.newestMs, noon + 2 * minute);
    });
  }

  it("is not moved when the first header of all is wrong (CLOCK-01)", () => {
    const { service } = clocks(0);
    service.observe(header(noon + 30 * day));
    assert.equal(service.newestMs, undefined);
    assert.equal(service.latestAsOfMs(), noon + day);
    service.observe(header(noon));
    assert.equal(service.newestMs, noon);
  });

  it("is not moved by wrong headers between right ones (CLOCK-01)", () => {
    const { service } = clocks(0);
    for (let n = 0; n < 3; n++) {
      service.observe(header(noon));
      service.observe(header(noon + day));
    }
    assert.equal(service.newestMs, noon);
  });

  for (const behind of [20 * minute, day, years]) {
    it(`believes two answers rather than a computer ${behind / minute} minutes behind (CLOCK-01)`, () => {
      const { service, own } = clocks(-behind);
      service.observe(header(noon));
      own.advance(3 * minute);
      assert.equal(service.observe(header(noon + 3 * minute)), noon + 3 * minute);
      assert.equal(service.newestMs, noon + 3 * minute);
      assert.equal(service.latestAsOfMs(), noon + 8 * minute);
      service.observe(header(noon + 9 * day));
      service.observe(header(noon + 4 * minute));
      assert.equal(service.newestMs, noon + 3 * minute);
    });
  }

  it("believes the service rather than a computer that is years ahead (CLOCK-01)", () => {
    const { service } = clocks(years);
    assert.equal(service.observe(header(noon)), noon);
    assert.equal(service.latestAsOfMs(), noon + 5 * minute);
    service.observe(header(noon + 9 * day));
    service.observe(header(noon + minute));
    service.observe(header(noon + minute));
    assert.equal(service.newestMs, noon + minute);
  });

  it("goes back to a time that this computer confirms after two wrong answers (CLOCK-01)", () => {
    const { service } = clocks(0);
    service.observe(header(noon + day));
    service.observe(header(noon + day));
    assert.equal(service.newestMs, noon + day);
    service.observe(header(noon));
    assert.equal(service.newestMs, noon);
  });

  it("stays where it is when a cache on the way gives an older answer", () => {
    const { service } = clocks(0);
    service.observe(header(noon));
    for (let n = 0; n < 2; n++) {
      assert.equal(service.observe(header(noon - 60 * minute)), noon - 60 * minute);
    }
    assert.equal(service.newestMs, noon);
  });

  it("knows nothing from a header that is no date", () => {
    const { service } = clocks(0);
    assert.equal(service.observe("soon"), undefined);
    assert.equal(service.newestMs, undefined);
  });

  describe("dates an answer", () => {
    const isConfirmed = true;

    it("by the later clock if both agree, and also states the earlier one", () => {
      for (const aheadMs of [-4 * minute, -1_000, 0, 4 * minute]) {
        const { service, own } = clocks(aheadMs);
        service.observe(header(noon));
        const [agreedMs, ms] = [noon, own.now()].sort((a, b) => a - b);
        assert.deepEqual(service.arrival(), { ms, isConfirmed, agreedMs });
      }
    });

    for (const aheadMs of [400 * day, -400 * day]) {
      const [where, laterMs] = aheadMs > 0 ? ["ahead", noon + aheadMs] : ["behind", noon];
      it(`by the later clock if they disagree, then by the service (this machine is ${where})`, () => {
        const { service, own } = clocks(aheadMs);
        service.observe(header(noon));
        assert.deepEqual(service.arrival(), { ms: laterMs, isConfirmed: false });
        own.advance(minute);
        service.observe(header(noon + minute));
        assert.deepEqual(service.arrival(), { ms: noon + minute, isConfirmed });
      });
    }

    it("by this machine alone if the service sends no time, or has sent none for long", () => {
      const { service, own } = clocks(0);
      service.observe(undefined);
      assert.deepEqual(service.arrival(), { ms: noon, isConfirmed: false });
      service.observe(header(noon));
      own.advance(6 * minute);
      service.observe(undefined);
      assert.deepEqual(service.arrival(), { ms: noon + 6 * minute, isConfirmed: false });
    });

    it("without a confirmation if the service runs on this machine and both times agree", () => {
      const service = new ServiceClock(() => noon, true);
      for (let n = 0; n < 2; n++) service.observe(header(noon));
      assert.deepEqual(service.arrival(), { ms: noon, isConfirmed: false });
      assert.equal(service.newestMs, noon);
    });

    it("never by a single wrong header", () => {
      for (const wrongMs of [20 * minute, -20 * minute, -400 * day]) {
        const { service, own } = clocks(0);
        service.observe(header(noon));
        own.advance(minute);
        service.observe(header(noon + minute + wrongMs));
        const ms = noon + minute + Math.max(0, wrongMs);
        assert.deepEqual(service.arrival(), { ms, isConfirmed: false });
      }
    });
  });
});
