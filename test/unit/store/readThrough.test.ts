import assert from "node:assert/strict";
import { Outage } from "../../../src/service/outage";
import { silentLog } from "../../../src/shared/log";
import { type FetchState } from "../../../src/store/fetchState";
import { ReadThrough } from "../../../src/store/readThrough";
import { deferred } from "../../support/deferred";

const mebibyte = 2 ** 20;

describe("ReadThrough", () => {
  it("does not request what was fetched while the disk was read (HTTP-12)", async () => {
    const disk = deferred<undefined>();
    let fetches = 0;
    const cache = new ReadThrough<string, FetchState, FetchState>(
      {
        name: "an entry",
        keyOf: (id) => id,
        fetch: () => {
          const entry = { fetchedAtMs: ++fetches };
          return Promise.resolve({ entry, write: () => Promise.resolve(), laterBytes: 1 });
        },
        read: () => disk.promise,
        open: (_, stored) => Promise.resolve(stored),
        isCurrent: () => true,
      },
      { outage: new Outage(Date.now), log: silentLog },
    );
    const first = cache.get("same");
    const refreshed = await cache.get("same", { isRefresh: true });
    disk.resolve(undefined);
    assert.equal(await first, refreshed);
    assert.equal(fetches, 1);
  });

  it("returns an entry only after writing it while more than 32 MiB is pending", async () => {
    const disk = deferred<undefined>();
    const written: string[] = [];
    const cache = new ReadThrough<string, FetchState, FetchState>(
      {
        name: "an entry",
        keyOf: (id) => id,
        fetch: (id) => {
          const write = async (): Promise<void> => {
            await disk.promise;
            written.push(id);
          };
          const entry = { fetchedAtMs: 0 };
          return Promise.resolve({ entry, write, laterBytes: 20 * mebibyte });
        },
        read: () => Promise.resolve(undefined),
        open: (_, stored) => Promise.resolve(stored),
        isCurrent: () => true,
      },
      { outage: new Outage(Date.now), log: silentLog },
    );
    await cache.get("first");
    await cache.get("second");
    const third = cache.get("third").then(() => written.includes("third"));
    disk.resolve(undefined);
    assert.equal(await third, true);
  });
});
