import assert from "node:assert/strict";
import {
  HttpError,
  InvalidRequest,
  NetworkError,
  NotFoundError,
  TlsError,
  UnexpectedContentError,
} from "../../../src/service/errors";
import { Outage } from "../../../src/service/outage";
import { MovedClock } from "../../support/movedClock";

const facts = { request: "GET /", attempts: 1 };
const refused = new NetworkError(facts, "connection refused", "ECONNREFUSED");
const missing = new NotFoundError(facts, { status: 404, body: "", detail: "" });
const overloaded = new HttpError(facts, { status: 503, body: "", detail: "" });
const intercepted = new TlsError(facts, "SELF_SIGNED_CERT_IN_CHAIN");
const signIn = new UnexpectedContentError(facts, "HTML", "<p>Sign in");
const unsent = new InvalidRequest("GET /", "future-as-of", "lies in the future");

const nothing = (): Promise<undefined> => Promise.resolve(undefined);
const old = (): Promise<string> => Promise.resolve("old");

describe("Outage", () => {
  let clock: MovedClock;
  let outage: Outage;
  let asked: number;
  beforeEach(() => {
    clock = new MovedClock();
    outage = new Outage(clock.now);
    asked = 0;
  });

  /** A request that is noted, as the client notes requests, and ends like this. */
  function request(end: string | Error): () => Promise<string> {
    return () => {
      asked += 1;
      if (typeof end === "string") {
        outage.end();
        return Promise.resolve(end);
      }
      outage.note(end, 0);
      return Promise.reject(end);
    };
  }

  it("lets an answer pass", async () => {
    assert.equal(await outage.answerOr(request("new"), old), "new");
    assert.equal(outage.error, undefined);
  });

  for (const error of [refused, overloaded, intercepted, signIn]) {
    it(`takes what is kept for ${error.name}, and then for a while without asking`, async () => {
      assert.equal(await outage.answerOr(request(error), old), "old");
      assert.equal(outage.error, error);
      clock.advance(9_999);
      assert.equal(await outage.answerOr(request("new"), old), "old");
      assert.equal(asked, 1);
      clock.advance(1);
      assert.equal(await outage.answerOr(request("new"), old), "new");
      assert.equal(asked, 2);
    });
  }

  it("goes on while something in between answers", async () => {
    await assert.rejects(request(refused)());
    for (const error of [intercepted, signIn]) {
      await assert.rejects(request(error)());
      assert.equal(outage.error, error);
    }
  });

  it("remembers a request in vain three times as long as it took", () => {
    outage.note(refused, 30_000);
    clock.advance(89_999);
    assert.equal(outage.error, refused);
    clock.advance(1);
    assert.equal(outage.error, undefined);
  });

  it("asks all the same for what is not kept, and tells why it cannot be had", async () => {
    await assert.rejects(outage.answerOr(request(refused), nothing), refused);
    await assert.rejects(outage.answerOr(request(overloaded), nothing), overloaded);
    assert.equal(asked, 2);
  });

  it("tells what the service refuses, whatever is kept", async () => {
    await assert.rejects(outage.answerOr(request(missing), old), missing);
  });

  it("is over with any answer, a refusal too, and with none for a request that was not sent", async () => {
    await assert.rejects(request(refused)());
    await assert.rejects(request(unsent)());
    assert.equal(outage.error, refused);
    await assert.rejects(request(missing)());
    assert.equal(outage.error, undefined);
    await assert.rejects(request(refused)());
    outage.end();
    assert.equal(outage.error, undefined);
  });

  it("is over when the clock was set back", async () => {
    await assert.rejects(request(refused)());
    clock.advance(-1);
    assert.equal(outage.error, undefined);
  });
});
