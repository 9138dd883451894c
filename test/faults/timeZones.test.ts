import assert from "node:assert/strict";
import { expectations, zoo } from "../support/fixtures";
import { runSuites } from "../support/suiteProcess";

/** The suites of the fixtures and of the zoo. */
const suites = ["data/fixtures", "data/zoo"];

const script = "process.stdout.write(String(new Date(0).getTimezoneOffset()))";

describe("DATA-05: the zone of the machine", () => {
  const zones: [zone: string, offsetIn1970: string][] = [
    ["America/New_York", "300"],
    ["Europe/Athens", "-120"],
  ];
  it("has no part in days and values", async () => {
    const results = await Promise.all(
      zones.map(([zone]) => runSuites(suites, { TZ: zone }, script)),
    );
    const expected = zones.map(([, written]) => ({
      failures: [],
      // Of each suite a test of its files; the other test of the fixtures takes the place of the zoo's file that no
      // test of its own has.
      passes: expectations.size + 2 + zoo.size,
      written,
    }));
    assert.deepEqual(results, expected);
  }).timeout(60_000);
});
