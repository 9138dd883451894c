import assert from "node:assert/strict";
import { UnauthorizedError } from "../../../src/service/errors";
import { KeyAcceptance } from "../../../src/service/keyAcceptance";
import { MovedClock } from "../../support/movedClock";

const v3 = "GET /prefix/api/v3";
const listings = ["/signal/", "/signal/latest/", "/market/", "/forecast/latest/?market_code=SPX"];
const series = (code: string): string => `/signal/${code}/2/data/?country_iso=US&kind=SNAP`;

describe("KeyAcceptance", () => {
  let clock: MovedClock;
  let key: KeyAcceptance;
  beforeEach(() => {
    clock = new MovedClock();
    key = new KeyAcceptance(clock.now);
  });

  function refuse(path: string, status = 403): UnauthorizedError {
    const facts = { request: v3 + path, attempts: 1 };
    const error = new UnauthorizedError(facts, { status, body: "", detail: "" }, key);
    key.noteRefusal(error.refusedSubject);
    return error;
  }

  it("has shown nothing before an answer came (HTTP-10)", () => {
    assert.equal(key.hasWorked, false);
    const refusal = refuse(series("INFL"));
    assert.equal(refusal.isAboutSubscription, false);
    key.noteAnswer();
    assert.equal(key.hasWorked, true);
    // Another request that ran at the same time has shown it.
    assert.equal(refusal.isAboutSubscription, true);
  });

  for (const path of listings) {
    it(`is over with a 403 to ${path} until an answer comes again (HTTP-10)`, () => {
      key.noteAnswer();
      assert.equal(refuse(path).isAboutSubscription, false);
      assert.equal(key.hasWorked, false);
      key.noteAnswer();
      assert.equal(key.hasWorked, true);
    });
  }

  it("is over with a 401 to a series (HTTP-10)", () => {
    key.noteAnswer();
    assert.equal(refuse(series("INFL"), 401).isAboutSubscription, false);
    assert.equal(key.hasWorked, false);
  });

  it("stays while one signal or market is refused, however often (HTTP-10)", () => {
    key.noteAnswer();
    clock.advance(3_600_000);
    for (const country of ["US", "DE"]) refuse(`/signal/INFL/2/data/?country_iso=${country}`);
    refuse("/signal/INFL/2/");
    assert.equal(key.hasWorked, true);
    key.noteAnswer();
    clock.advance(3_600_000);
    for (const horizon of ["1%20Month", "12%20Months"]) {
      refuse(`/forecast/market/SPX/currency/USD/horizon/${horizon}/data/?fmt=csv`);
    }
    assert.equal(key.hasWorked, true);
  });

  it("stays while others are answered beside those that are refused (HTTP-10)", () => {
    key.noteAnswer();
    for (const code of ["A", "B", "C"]) refuse(series(code));
    assert.equal(key.hasWorked, true);
    clock.advance(3_600_000);
    refuse(series("D"));
    assert.equal(key.hasWorked, false);
  });

  it("is over when everything is refused and nothing answered any more (HTTP-10)", () => {
    key.noteAnswer();
    clock.advance(3_600_000);
    refuse(series("INFL"));
    assert.equal(key.hasWorked, true);
    refuse("/forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=csv");
    assert.equal(key.hasWorked, false);
  });
});
