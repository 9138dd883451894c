import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import v8 from "node:v8";
import vm from "node:vm";
import { Urgency } from "../../../src/service/urgency";
import { SingleFlight, type Waiting } from "../../../src/store/singleFlight";
import { deferred } from "../../support/deferred";

/** Work that ends when the test says so, and how often it was started. */
class Work {
  starts = 0;
  readonly signals: AbortSignal[] = [];
  readonly urgencies: Urgency[] = [];
  private readonly settle = deferred<string>();

  readonly start = ({ signal, urgency }: Waiting): Promise<string> => {
    this.starts += 1;
    this.signals.push(signal);
    this.urgencies.push(urgency);
    return this.settle.promise;
  };

  finish(result: string): void {
    this.settle.resolve(result);
  }

  fail(error: Error): void {
    this.settle.reject(error);
  }
}

describe("SingleFlight", () => {
  it("stops listening to those who have left, whatever garbage was collected (LIFE-02)", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage = vm.runInNewContext("gc") as () => void;
    const { signal } = new AbortController();
    const shared = new SingleFlight<string>();
    const work = new Work();
    const joined = ["a", "b", "c"].map((key) => shared.join(key, work.start, { signal }));
    assert.equal(getEventListeners(signal, "abort").length, 3);
    collectGarbage();
    work.finish("done");
    await Promise.all(joined);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("starts equal work once and gives everyone its result (HTTP-12)", async () => {
    const shared = new SingleFlight<string>();
    const work = new Work();
    const joined = [shared.join("a", work.start), shared.join("a", work.start)];
    work.finish("done");
    assert.deepEqual(await Promise.all(joined), ["done", "done"]);
    assert.equal(work.starts, 1);
    assert.equal(shared.size, 0);
  });

  it("keeps different keys apart", async () => {
    const shared = new SingleFlight<string>();
    const one = new Work();
    const other = new Work();
    const joined = [shared.join("a", one.start), shared.join("b", other.start)];
    one.finish("1");
    other.finish("2");
    assert.deepEqual(await Promise.all(joined), ["1", "2"]);
  });

  it("lets one cancel and the other stay (HTTP-12)", async () => {
    const shared = new SingleFlight<string>();
    const work = new Work();
    const cancel = new AbortController();
    const cancelled = shared.join("a", work.start, { signal: cancel.signal });
    const stays = shared.join("a", work.start);
    cancel.abort(new Error("no longer wanted"));
    await assert.rejects(cancelled, /no longer wanted/);
    assert.equal(work.signals[0]?.aborted, false);
    work.finish("done");
    assert.equal(await stays, "done");
  });

  it("aborts the work when everyone has cancelled, and starts afresh for the next", async () => {
    const shared = new SingleFlight<string>();
    const work = new Work();
    const cancel = new AbortController();
    const cancelled = shared.join("a", work.start, { signal: cancel.signal });
    cancel.abort(new Error("no longer wanted"));
    await assert.rejects(cancelled, /no longer wanted/);
    assert.equal(work.signals[0]?.aborted, true);
    const again = shared.join("a", work.start);
    assert.equal(work.starts, 2);
    work.finish("done");
    assert.equal(await again, "done");
  });

  it("forgets a failure", async () => {
    const shared = new SingleFlight<string>();
    const bad = new Work();
    const failed = shared.join("a", bad.start);
    bad.fail(new Error("down"));
    await assert.rejects(failed, /down/);
    const good = new Work();
    good.finish("up");
    assert.equal(await shared.join("a", good.start), "up");
  });

  it("aborts no work that has ended, well or badly", async () => {
    const shared = new SingleFlight<string>();
    const [good, bad] = [new Work(), new Work()];
    const joined = [shared.join("a", good.start), shared.join("b", bad.start)];
    good.finish("done");
    bad.fail(new Error("down"));
    await Promise.allSettled(joined);
    assert.equal(good.signals[0]?.aborted, false);
    assert.equal(bad.signals[0]?.aborted, false);
    assert.equal(shared.size, 0);
  });

  it("starts nothing for a signal that has aborted", async () => {
    const work = new Work();
    await assert.rejects(
      new SingleFlight<string>().join("a", work.start, { signal: AbortSignal.abort() }),
      {
        name: "AbortError",
      },
    );
    assert.equal(work.starts, 0);
  });

  it("aborts everything when it is disposed, and starts nothing any more (HTTP-14)", async () => {
    const shared = new SingleFlight<string>();
    const work = new Work();
    const joined = shared.join("a", work.start);
    shared.dispose();
    assert.equal(work.signals[0]?.aborted, true);
    work.fail(new Error("aborted"));
    await assert.rejects(joined, /aborted/);
    const next = new Work();
    await assert.rejects(shared.join("a", next.start), { name: "AbortError" });
    await assert.rejects(shared.join("b", next.start), /has changed in the meantime/);
    assert.equal(next.starts, 0);
  });

  it("leaves no listener on a signal that outlives it", async () => {
    const shared = new SingleFlight<string>();
    const { signal } = new AbortController();
    const work = new Work();
    const joined = shared.join("a", work.start, { signal });
    work.finish("done");
    await joined;
    assert.deepEqual(getEventListeners(signal, "abort"), []);
  });

  it("is bulk work until a click is among those who wait, or one of them becomes one", async () => {
    const shared = new SingleFlight<string>();
    const [bulk, other] = [new Urgency("bulk"), new Urgency("bulk")];
    const work = new Work();
    const joined = [
      shared.join("a", work.start, { urgency: bulk }),
      shared.join("b", work.start, { urgency: other }),
      shared.join("c", work.start),
    ];
    const levels = (): boolean[] => work.urgencies.map(({ isClick }) => isClick);
    assert.deepEqual(levels(), [false, false, true]);
    joined.push(shared.join("a", work.start));
    assert.deepEqual(levels(), [true, false, true]);
    other.raise();
    assert.deepEqual(levels(), [true, true, true]);
    work.finish("done");
    await Promise.all(joined);
  });

  it("follows nobody who has left", async () => {
    const shared = new SingleFlight<string>();
    const [leaver, cancel] = [new Urgency("bulk"), new AbortController()];
    const work = new Work();
    const { signal } = cancel;
    const left = shared.join("a", work.start, { signal, urgency: leaver });
    const stays = shared.join("a", work.start, { urgency: new Urgency("bulk") });
    cancel.abort();
    await assert.rejects(left, { name: "AbortError" });
    leaver.raise();
    assert.equal(work.urgencies[0]?.isClick, false);
    work.finish("done");
    await stays;
  });
});
