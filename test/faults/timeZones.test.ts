import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expectations, zoo } from "../support/fixtures";

const run = promisify(execFile);

/** The suites of the fixtures and of the zoo in a process of their own, whose zone is set before it starts. */
async function runFixtures(
  zone: string,
): Promise<{ failures: number; passes: number; offset: string }> {
  const suites = ["fixtures", "zoo"].map((suite) =>
    path.join(__dirname, `../unit/data/${suite}.test.cjs`),
  );
  const mocha = path.join(process.cwd(), "node_modules/mocha/bin/mocha.js");
  const env = { ...process.env, TZ: zone };
  const script = "process.stdout.write(String(new Date(0).getTimezoneOffset()))";
  const [{ stdout }, { stdout: offset }] = await Promise.all([
    run(process.execPath, [mocha, "--reporter", "json", ...suites], { env, maxBuffer: 1 << 24 }),
    run(process.execPath, ["-e", script], { env }),
  ]);
  const { stats } = JSON.parse(stdout) as { stats: { failures: number; passes: number } };
  return { failures: stats.failures, passes: stats.passes, offset };
}

describe("DATA-05: the zone of the machine", () => {
  const zones: [zone: string, offsetIn1970: string][] = [
    ["UTC", "0"],
    ["America/New_York", "300"],
    ["Asia/Tokyo", "-540"],
    ["Pacific/Kiritimati", "640"],
  ];
  it("has no part in days and values", async () => {
    const results = await Promise.all(zones.map(([zone]) => runFixtures(zone)));
    const expected = zones.map(([, offset]) => ({
      failures: 0,
      // Of each suite a test of its files; the other test of the fixtures takes the place of the zoo's file that no
      // test of its own has.
      passes: expectations.size + 2 + zoo.size,
      offset,
    }));
    assert.deepEqual(results, expected);
  }).timeout(60_000);
});
