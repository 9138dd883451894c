import assert from "node:assert/strict";
import { type Ratio } from "../bench/measure";
import { runBenches } from "../bench/runBenches";

function ratio(value: number): Ratio {
  return { what: "one thing", ratio: value, target: 1, bound: "at most" };
}

async function outcomeOf(
  benches: Parameters<typeof runBenches>[0],
  ...names: string[]
): Promise<{ readonly hasPassed: boolean; readonly lines: readonly string[] }> {
  const lines: string[] = [];
  const hasPassed = await runBenches(benches, names, (line) => void lines.push(line));
  return { hasPassed, lines };
}

describe("runBenches", () => {
  it("reports a benchmark that fails, and runs those after it", async () => {
    const { hasPassed, lines } = await outcomeOf({
      first: () => Promise.reject(new Error("the page is gone")),
      second: () => Promise.resolve([ratio(0.5)]),
    });
    assert.equal(hasPassed, false);
    assert.match(lines[0] ?? "", /^FAILED first: Error: the page is gone/);
    assert.deepEqual(lines.slice(1), ["met      0.50 (at most 1)  one thing\n"]);
  });

  it("passes only if every ratio meets its target", async () => {
    const met = () => Promise.resolve([ratio(1)]);
    assert.equal((await outcomeOf({ met })).hasPassed, true);
    const missed = () => Promise.resolve([ratio(1.01)]);
    assert.equal((await outcomeOf({ met, missed })).hasPassed, false);
    assert.equal((await outcomeOf({ met, missed }, "met")).hasPassed, true);
  });

  it("reports an unknown name, and runs the other benchmarks", async () => {
    const { hasPassed, lines } = await outcomeOf(
      { met: () => Promise.resolve([ratio(1)]) },
      "x",
      "met",
    );
    assert.equal(hasPassed, false);
    assert.equal(lines.length, 2);
    assert.match(lines[0] ?? "", /^FAILED x: RangeError: there is no benchmark x/);
  });
});
