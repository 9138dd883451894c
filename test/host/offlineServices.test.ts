import assert from "node:assert/strict";
import {
  HttpError,
  IncompleteError,
  MissingKeyError,
  NetworkError,
  ProxyError,
  TimeoutError,
  TlsError,
  UnexpectedContentError,
} from "../../src/service/errors";
import { OfflineServices } from "../../src/editor/report/offlineServices";

const facts = { request: "GET /a", attempts: 1 };
const away = new NetworkError(facts, "nobody listens", "ECONNREFUSED");

describe("OfflineServices", () => {
  let offline: OfflineServices;
  let clockMs: number;
  let changed: string[];

  beforeEach(() => {
    clockMs = 1_000;
    offline = new OfflineServices(() => clockMs);
    changed = [];
    offline.onDidChange((id) => changed.push(id));
  });
  afterEach(() => offline.dispose());

  const without: [what: string, error: Error][] = [
    ["there is no way to it", away],
    ["a proxy does not let through", new ProxyError(facts, "407", "proxy:8080", 407)],
    ["nobody takes the connection", new TimeoutError(facts, "connecting", 10)],
    ["a certificate is not accepted", new TlsError(facts, "SELF_SIGNED_CERT_IN_CHAIN")],
    ["a web page comes in its place", new UnexpectedContentError(facts, "HTML", "<p>Sign in")],
    ["no answer comes", new TimeoutError(facts, "waiting for the response", 30)],
    ["the time is over before another try", new TimeoutError(facts, "waiting to retry", 120)],
  ];
  for (const [what, error] of without) {
    it(`a service is one when ${what}`, () => {
      offline.note("acme", error);
      assert.equal(offline.sinceMs("acme"), 1_000);
      assert.equal(offline.sinceMs("other"), undefined);
    });
  }

  const answered: [what: string, error: Error | undefined][] = [
    ["an answer", undefined],
    ["a refusal", new HttpError(facts, { status: 404, body: "", detail: "" })],
    ["its own outage", new HttpError(facts, { status: 503, body: "", detail: "" })],
    ["something else than was asked for", new UnexpectedContentError(facts, "text", "hello")],
    ["a part of an answer", new IncompleteError(facts, "cut")],
    ["an answer that is too slow", new TimeoutError(facts, "reading the body", 120)],
  ];
  for (const [what, error] of answered) {
    it(`a service is none any more with ${what}`, () => {
      offline.note("acme", away);
      offline.note("acme", error);
      assert.equal(offline.sinceMs("acme"), undefined);
    });
  }

  const silent: [what: string, error: Error][] = [
    ["was cancelled", new DOMException("over", "AbortError")],
    ["was never sent", new MissingKeyError("GET /a")],
  ];
  for (const [what, error] of silent) {
    it(`says nothing new of a service when a request ${what}`, () => {
      offline.note("acme", error);
      assert.equal(offline.sinceMs("acme"), undefined);
      offline.note("acme", away);
      offline.note("acme", error);
      assert.equal(offline.sinceMs("acme"), 1_000);
    });
  }

  const outages: [what: string, error: Error][] = [
    ["nobody was there", away],
    ["it was overloaded", new HttpError(facts, { status: 503, body: "", detail: "" })],
    ["its gateway failed", new HttpError(facts, { status: 502, body: "", detail: "" })],
    ["it was too slow", new TimeoutError(facts, "reading the body", 120)],
  ];
  for (const [what, error] of outages) {
    it(`a service returns once with its first answer after ${what}`, () => {
      const returned: string[] = [];
      offline.onDidReturn((id) => returned.push(id));
      offline.note("acme");
      offline.note("acme", error);
      offline.note("acme", error);
      offline.note("other");
      assert.deepEqual(returned, []);
      offline.note("acme", new HttpError(facts, { status: 404, body: "", detail: "" }));
      offline.note("acme");
      assert.deepEqual(returned, ["acme"]);
    });
  }

  it("does not return with each answer to others while one request always fails", () => {
    const returned: number[] = [];
    offline.onDidReturn(() => returned.push(clockMs));
    const broken = new HttpError(facts, { status: 504, body: "", detail: "" });
    for (let second = 0; second < 100; second++) {
      offline.note("acme", broken);
      offline.note("acme");
      clockMs += 1_000;
    }
    assert.deepEqual(returned, [1_000, 61_000]);
  });

  it("does not return after one request was refused or broke, nor once its address is another", () => {
    offline.onDidReturn((id) => assert.fail(id));
    for (const status of [404, 500]) {
      offline.note("acme", new HttpError(facts, { status, body: "", detail: "" }));
      offline.note("acme");
    }
    offline.note("acme", away);
    offline.forget("acme");
    offline.note("acme");
  });

  it("tells of the first request in vain and of the first answer", () => {
    offline.note("acme");
    offline.note("acme", away);
    clockMs = 2_000;
    offline.note("acme", away);
    assert.equal(offline.sinceMs("acme"), 1_000);
    offline.note("acme");
    offline.note("acme");
    assert.deepEqual(changed, ["acme", "acme"]);
  });
});
