import assert from "node:assert/strict";
import { TimeoutError, TooLargeError } from "../../src/service/errors";
import { type ServiceClientOptions } from "../../src/service/serviceClient";
import { MovedClock } from "../support/movedClock";
import { rejection } from "../support/rejection";
import { testClient } from "../support/testClient";
import { startServer, type TestServer } from "../support/testServer";

const mebibyte = 1 << 20;

describe("a listing without an end", () => {
  let server: TestServer;
  /** The body of a page, from 1; undefined when it never comes. */
  let bodyOf: (page: number) => string | undefined;

  beforeEach(async () => {
    server = await startServer((request, response) => {
      const page = Number(/page=(\d+)/.exec(request.url ?? "")?.[1] ?? 1);
      const body = bodyOf(page);
      if (body !== undefined) response.end(body);
    });
  });

  afterEach(() => server.close());

  async function list(options: Partial<ServiceClientOptions> = {}) {
    const { client, dispose } = testClient(server.origin, options);
    try {
      const { items, isComplete, notice = "" } = await client.listSignals();
      return { count: items.length, isComplete, notice };
    } finally {
      dispose();
    }
  }

  it("is left after 1,000 pages, and said to be incomplete", async () => {
    bodyOf = (page) => JSON.stringify({ results: [`S${page}`], next: page + 1 });
    const { count, isComplete } = await list();
    assert.deepEqual([count, isComplete, server.requests.length], [1_000, false, 1_000]);
  });

  it("is left after 128 MiB, and what came is shown (LIST-04)", async () => {
    const padding = " ".repeat(30 * mebibyte);
    bodyOf = (page) => `{"results":["S${page}"],"next":${page + 1}${padding}}`;
    const { count, isComplete, notice } = await list();
    // Four pages of 30 MiB; the fifth is broken off.
    assert.deepEqual([count, isComplete, server.requests.length], [4, false, 5]);
    assert.match(notice, /too large/);
  }).timeout(60_000);

  for (const [what, length, step, expected] of [
    ["of which each is new", 300_000, 300_000, 500_000],
    ["that come again on each page", 250_000, 0, 250_000],
  ] as const) {
    it(`is left at 500,000 entries ${what}, when there is another page (LIST-04)`, async () => {
      bodyOf = (page) => {
        const results = Array.from({ length }, (_, index) => `S${page * step + index}`);
        return JSON.stringify({ results, next: page + 1 });
      };
      const { count, isComplete, notice } = await list();
      assert.deepEqual([count, isComplete, server.requests.length], [expected, false, 2]);
      assert.match(notice, /more than 500000 entries/);
    }).timeout(60_000);
  }

  it("is left after 500,000 entries on one page, and what came is shown (LIST-04)", async () => {
    bodyOf = () => JSON.stringify(Array.from({ length: 500_001 }, (_, index) => `S${index}`));
    const { count, isComplete } = await list();
    assert.deepEqual([count, isComplete], [500_000, false]);
  }).timeout(60_000);

  it("of exactly 500,000 entries is complete (LIST-04)", async () => {
    bodyOf = () => JSON.stringify(Array.from({ length: 500_000 }, (_, index) => `S${index}`));
    const { count, isComplete } = await list();
    assert.deepEqual([count, isComplete], [500_000, true]);
  }).timeout(60_000);

  it("is left after 120 s for all its pages, and what came is shown (LIST-04)", async () => {
    const clock = new MovedClock();
    bodyOf = (page) => {
      clock.advance(25_000);
      return page < 5 ? JSON.stringify({ results: [`S${page}`], next: page + 1 }) : undefined;
    };
    // 125 s pass while the service is asked for five pages, no more than 25 s for each of them.
    const { count, isComplete, notice } = await list({ clock });
    assert.deepEqual([count, isComplete, server.requests.length], [4, false, 5]);
    assert.match(notice, /within 120 s/);
  });

  it("whose first page does not come in time is a failure (LIST-04)", async () => {
    const clock = new MovedClock();
    bodyOf = () => {
      setImmediate(() => clock.advance(120_000));
      return undefined;
    };
    await rejection(list({ clock }), TimeoutError);
  });

  it("of one page beyond 32 MiB is a failure (HOST-07)", async () => {
    bodyOf = () => `["S"${" ".repeat(32 * mebibyte)}]`;
    const { limitBytes } = await rejection(list(), TooLargeError);
    assert.equal(limitBytes, 32 * mebibyte);
  });
});
