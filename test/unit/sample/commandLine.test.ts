import assert from "node:assert/strict";
import { parseCommandLine } from "../../../src/sample/commandLine";
import { UsageError } from "../../../src/shared/usageError";
import { dayNamed } from "./sampleWorlds";

describe("parseCommandLine", () => {
  it("takes a port, a key and a last day", () => {
    const args = ["--port", "8787", "--key", "demo", "--until", "2020-12-31"];
    assert.deepEqual(parseCommandLine(args), {
      isHelp: false,
      port: 8787,
      apiKey: "demo",
      until: dayNamed("2020-12-31"),
    });
  });

  it("needs none of them", () => {
    assert.deepEqual(parseCommandLine([]), { isHelp: false, port: 0 });
    assert.deepEqual(parseCommandLine(["--help"]), { isHelp: true, port: 0 });
  });

  const refused: string[][] = [
    ["--port", "70000"],
    ["--port", "-1"],
    ["--port", "8e3"],
    ["--port"],
    ["--key", "it's"],
    ["--key", ""],
    ["--until", "2024-02-30"],
    ["--until", "1989-12-31"],
    ["--until", "yesterday"],
    ["--verbose"],
    ["8787"],
  ];
  for (const args of refused) {
    it(`refuses ${args.join(" ")} in one line`, () => {
      assert.throws(
        () => parseCommandLine(args),
        (error) => error instanceof UsageError && /^[^\n]+$/.test(error.message),
      );
    });
  }
});
