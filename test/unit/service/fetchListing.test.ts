import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../src/service/baseUrl";
import { fetchListing } from "../../../src/service/fetchListing";
import { readPage } from "../../../src/service/listing";
import { marketListing } from "../../../src/service/parseMarkets";
import { path } from "../../../src/service/route";
import { systemClock } from "../../../src/shared/clock";

const facts = { request: "GET /api/v3/market/", attempts: 1 };

describe("fetchListing", () => {
  it("lets other work go on by the time that items take, not by their number", async () => {
    const typed = parseBaseUrl("http://127.0.0.1");
    assert.ok(typed.ok);
    const results = Array.from({ length: 100 }, (_, at) => ({
      ticker: `M${at}`,
      name: "",
      tags: [],
    }));
    const pages = [{ results, next: 2 }, { results }];
    let elapsedMs = 0;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      turn = setImmediate(count);
    };
    let turn = setImmediate(count);
    const { items } = await fetchListing(
      "markets",
      path`/api/v3/market/`,
      {
        baseUrl: typed.baseUrl,
        // Each item takes a millisecond.
        clock: { ...systemClock, elapsed: () => (elapsedMs += 1) },
        fetchPage: async () =>
          Promise.resolve({ page: readPage(marketListing, pages.shift(), facts), sizeBytes: 1 }),
      },
      undefined,
    );
    clearImmediate(turn);
    assert.equal(items.length, 200);
    assert.ok(turns >= 200 / 5, `${turns} turns`);
  });
});
