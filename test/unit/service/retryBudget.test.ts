import assert from "node:assert/strict";
import { RetryBudget } from "../../../src/service/retryBudget";
import { MovedClock } from "../../support/movedClock";

describe("RetryBudget", () => {
  let clock: MovedClock;
  let budget: RetryBudget;

  beforeEach(() => {
    clock = new MovedClock();
    budget = new RetryBudget(clock);
  });

  /** How many of 100 retries it grants. */
  function granted(): number {
    return Array.from({ length: 100 }, () => budget.take()).filter(Boolean).length;
  }

  it("grants 20 retries without any answer (HTTP-09)", () => {
    assert.equal(granted(), 20);
  });

  it("grants one more for every five answers (HTTP-09)", () => {
    granted();
    for (let answer = 0; answer < 15; answer += 1) budget.deposit();
    assert.equal(granted(), 3);
  });

  it("grants one more every ten seconds (HTTP-09)", () => {
    granted();
    clock.advance(9_999);
    assert.equal(granted(), 0);
    clock.advance(20_001);
    assert.equal(granted(), 3);
  });

  it("never gathers more than 20 (HTTP-09)", () => {
    for (let answer = 0; answer < 1_000; answer += 1) budget.deposit();
    clock.advance(86_400_000);
    assert.equal(granted(), 20);
  });
});
