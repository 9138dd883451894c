import assert from "node:assert/strict";
import { ProgressBar } from "../../../src/cli/terminal";

describe("ProgressBar", () => {
  function written(isTTY: boolean): { texts: string[]; bar: ProgressBar } {
    const texts: string[] = [];
    const output = { isTTY, write: (text: string) => texts.push(text) };
    return { texts, bar: new ProgressBar("study", output) };
  }

  it("is a bar on a terminal, drawn in place and taken away at the end", () => {
    const { texts, bar } = written(true);
    bar.report(2, 4);
    bar.report(4, 4);
    bar.end();
    assert.deepEqual(texts.slice(-2), [
      `\r\u001B[2Kstudy [${"#".repeat(30)}] 4 of 4`,
      "\r\u001B[2K",
    ]);
  });

  it("draws many steps at most ten times a second, and the last one always", () => {
    const { texts, bar } = written(true);
    for (let done = 0; done <= 10_000; done++) bar.report(done, 10_000);
    assert.ok(texts.length < 100, `${texts.length}`);
    assert.match(texts.at(-1) ?? "", /10000 of 10000$/);
  });

  it("is one plain line for each tenth without a terminal", () => {
    const { texts, bar } = written(false);
    for (let done = 0; done <= 40; done++) bar.report(done, 40);
    bar.end();
    assert.equal(texts.length, 10);
    assert.deepEqual([texts[0], texts.at(-1)], ["study: 4 of 40\n", "study: 40 of 40\n"]);
  });

  it("has no tenth of nothing", () => {
    const { texts, bar } = written(false);
    bar.report(0, 0);
    bar.end();
    assert.deepEqual(texts, []);
  });
});
