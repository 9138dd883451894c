import assert from "node:assert/strict";
import { Outage } from "../../../src/service/outage";
import { silentLog } from "../../../src/shared/log";
import { type FetchState } from "../../../src/store/fetchState";
import { ReadThrough } from "../../../src/store/readThrough";
import { deferred } from "../../support/deferred";

const mebibyte = 2 ** 20;

describe("ReadThrough", () => {
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
