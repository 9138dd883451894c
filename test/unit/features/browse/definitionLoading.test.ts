import assert from "node:assert/strict";
import { type ListedSignal } from "../../../../src/service/parseSignals";
import { autoLoadLimit } from "../../../../src/store/catalogStore";
import { DefinitionLoading } from "../../../../src/features/browse/definitionLoading";
import { type Deferred, deferred } from "../../../support/deferred";

function signals(count: number): ListedSignal[] {
  return Array.from({ length: count }, (_, index) => ({
    code: `S${index}`,
    version: 1,
    name: `S${index}`,
  }));
}

interface Run {
  readonly count: number;
  readonly signal: AbortSignal;
  readonly end: Deferred<undefined>;
}

describe("DefinitionLoading", () => {
  let runs: Run[];
  let questions: number[];
  let answer: boolean;
  let changes: number;
  let failures: unknown[];
  let work: Promise<void>[];
  let loading: DefinitionLoading;

  beforeEach(() => {
    [runs, questions, failures, work] = [[], [], [], []];
    answer = true;
    changes = 0;
    loading = new DefinitionLoading({
      load: async (wanted, signal) => {
        const run = { count: wanted.length, signal, end: deferred<undefined>() };
        runs.push(run);
        signal.addEventListener("abort", () => run.end.reject(new Error("stopped")));
        await run.end.promise;
      },
      mayLoad: (count) => {
        questions.push(count);
        return Promise.resolve(answer);
      },
      onDidStart: (started) => work.push(started),
      onDidChange: () => (changes += 1),
      onDidFail: (error) => failures.push(error),
    });
    loading.setVisible(true);
  });
  afterEach(() => loading.dispose());

  it("loads what is wanted, one run at a time", async () => {
    loading.want(signals(3));
    loading.want(signals(2));
    assert.deepEqual(
      runs.map(({ count }) => count),
      [3],
    );
    assert.ok(loading.isRunning);
    runs[0]?.end.resolve(undefined);
    await Promise.all(work);
    assert.ok(!loading.isRunning);
    assert.equal(changes, 1);
    assert.deepEqual(failures, []);
  });

  it("waits until the tree is visible", () => {
    loading.setVisible(false);
    loading.want(signals(3));
    assert.equal(runs.length, 0);
    loading.setVisible(true);
    assert.equal(changes, 1);
    loading.want(signals(3));
    assert.equal(runs.length, 1);
  });

  it("stops when the tree is hidden and goes on with what is then missing", async () => {
    loading.want(signals(3));
    loading.setVisible(false);
    assert.ok(runs[0]?.signal.aborted === true && !loading.isRunning);
    await Promise.all(work);
    assert.equal(changes, 0);
    loading.setVisible(true);
    loading.want(signals(1));
    assert.deepEqual(
      runs.map(({ count }) => count),
      [3, 1],
    );
    assert.deepEqual(failures, []);
  });

  it("stops when nothing is wanted any more", () => {
    loading.want(signals(3));
    loading.want([]);
    assert.ok(runs[0]?.signal.aborted === true);
  });

  it("asks before it loads more than 500, once", async () => {
    answer = false;
    loading.want(signals(autoLoadLimit + 1));
    loading.want(signals(autoLoadLimit + 1));
    await Promise.resolve();
    assert.deepEqual(questions, [501]);
    assert.equal(runs.length, 0);
    loading.want(signals(autoLoadLimit));
    assert.equal(runs.length, 1);
  });

  it("loads any number after the person agreed", async () => {
    loading.want(signals(501));
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(changes, 1);
    loading.want(signals(501));
    assert.deepEqual(
      runs.map(({ count }) => count),
      [501],
    );
  });

  it("asks anew when the person comes back to the tree", async () => {
    answer = false;
    loading.want(signals(501));
    loading.reset();
    loading.want(signals(501));
    await Promise.resolve();
    assert.equal(questions.length, 2);
  });

  it("does not begin again by itself where everything would fail", () => {
    loading.want(signals(3));
    loading.halt();
    assert.ok(runs[0]?.signal.aborted === true);
    loading.want(signals(3));
    assert.equal(runs.length, 1);
    loading.allow();
    loading.want(signals(3));
    assert.equal(runs.length, 2);
  });

  it("tells of a run that fails as a whole, and does not repeat it", async () => {
    loading.want(signals(3));
    runs[0]?.end.reject(new Error("boom"));
    await Promise.all(work);
    assert.deepEqual(failures.map(String), ["Error: boom"]);
    loading.want(signals(3));
    assert.equal(runs.length, 1);
  });

  it("does nothing after it is disposed", () => {
    loading.want(signals(3));
    loading.dispose();
    assert.ok(runs[0]?.signal.aborted === true);
    loading.want(signals(3));
    assert.equal(runs.length, 1);
  });
});
