import assert from "node:assert/strict";
import { HttpError, NetworkError, UnauthorizedError } from "../../../../src/service/errors";
import { KeyAcceptance } from "../../../../src/vscode/connection/keyAcceptance";
import { MovedClock } from "../../../support/movedClock";

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

  function refuse(path: string, status = 403): void {
    const facts = { request: v3 + path, attempts: 1 };
    key.note(new UnauthorizedError(facts, { status, body: "", detail: "" }));
  }

  it("has shown nothing before an answer came (HTTP-10)", () => {
    assert.equal(key.hasWorked, false);
    key.note(new NetworkError({ request: v3, attempts: 1 }, "away", "ECONNREFUSED"));
    assert.equal(key.hasWorked, false);
    key.note();
    assert.equal(key.hasWorked, true);
  });

  for (const path of listings) {
    it(`is over with a 403 to ${path} until an answer comes again (HTTP-10)`, () => {
      key.note();
      refuse(path);
      assert.equal(key.hasWorked, false);
      key.note();
      assert.equal(key.hasWorked, true);
    });
  }

  it("is over with a 401 to a series (HTTP-10)", () => {
    key.note();
    refuse(series("INFL"), 401);
    assert.equal(key.hasWorked, false);
  });

  it("stays while one signal or market is refused, however often (HTTP-10)", () => {
    key.note();
    clock.advance(3_600_000);
    for (const country of ["US", "DE"]) refuse(`/signal/INFL/2/data/?country_iso=${country}`);
    refuse("/signal/INFL/2/");
    assert.equal(key.hasWorked, true);
    key.note();
    clock.advance(3_600_000);
    for (const horizon of ["1%20Month", "12%20Months"]) {
      refuse(`/forecast/market/SPX/currency/USD/horizon/${horizon}/data/?fmt=csv`);
    }
    assert.equal(key.hasWorked, true);
  });

  it("stays while others are answered beside those that are refused (HTTP-10)", () => {
    key.note();
    for (const code of ["A", "B", "C"]) refuse(series(code));
    assert.equal(key.hasWorked, true);
    clock.advance(3_600_000);
    refuse(series("D"));
    assert.equal(key.hasWorked, false);
  });

  it("is over when everything is refused and nothing answered any more (HTTP-10)", () => {
    key.note();
    clock.advance(3_600_000);
    refuse(series("INFL"));
    assert.equal(key.hasWorked, true);
    refuse("/forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=csv");
    assert.equal(key.hasWorked, false);
  });

  it("leaves other failures alone", () => {
    key.note();
    const facts = { request: `${v3}/signal/`, attempts: 1 };
    key.note(new HttpError(facts, { status: 500, body: "", detail: "" }));
    assert.equal(key.hasWorked, true);
  });
});
