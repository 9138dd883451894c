import assert from "node:assert/strict";
import { HttpError } from "../../../src/service/errors";
import { RetryWait } from "../../../src/service/retryWait";
import { MovedClock } from "../../support/movedClock";

function limited(retryAfterMs?: number): HttpError {
  const answer = { status: 429, body: "", detail: "slow down" };
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new HttpError({ request: "GET /", attempts: 1 }, { ...answer, ...wait });
}

describe("RetryWait", () => {
  it("lasts as long as the service asked to wait, from the failure on (15.1.5)", async () => {
    const clock = new MovedClock();
    const { signal } = new AbortController();
    const wait = new RetryWait(clock);
    wait.note(limited(30_000));
    const shorter = new RetryWait(clock);
    shorter.note(limited(29_999));
    clock.advance(10_000);
    assert.equal(wait.leftMs, 20_000);
    let isOver = false;
    const end = wait.end(signal).then(() => (isOver = true));
    const shorterEnd = shorter.end(signal);
    clock.advance(19_999);
    await shorterEnd;
    assert.equal(isOver, false);
    clock.advance(1);
    await end;
    assert.equal(wait.leftMs, 0);
  });

  it("takes the longest of several, and is none where the service asked for none", async () => {
    const wait = new RetryWait(new MovedClock());
    for (const error of [limited(), new Error("gone")]) wait.note(error);
    await wait.end(new AbortController().signal);
    for (const ms of [5_000, 7_000, 1_000]) wait.note(limited(ms));
    assert.equal(wait.leftMs, 7_000);
  });

  it("is no more than a minute: who asks sooner than an hour has a reason", () => {
    const wait = new RetryWait(new MovedClock());
    wait.note(limited(3_600_000));
    assert.equal(wait.leftMs, 0);
    wait.note(limited(60_000));
    assert.equal(wait.leftMs, 60_000);
  });

  it("ends with the signal's reason when a person gives up", async () => {
    const clock = new MovedClock();
    const wait = new RetryWait(clock);
    wait.note(limited(30_000));
    const cancel = new AbortController();
    const end = wait.end(cancel.signal);
    cancel.abort(new Error("left"));
    await assert.rejects(end, /left/);
    assert.deepEqual(clock.waiting, []);
  });
});
