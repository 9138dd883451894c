import assert from "node:assert/strict";
import { plainLabel, plainLine, plainMessage, plainSentence } from "../../../src/shared/plainText";

describe("plain text (SEC-13)", () => {
  const lines: [text: string, line: string][] = [
    ["Inflation", "Inflation"],
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["two\r\nlines\u2028three\0", "two lines three"],
    ["abc\u202egpj.exe", "abc gpj.exe"],
  ];
  for (const [text, line] of lines) {
    it(`shows ${JSON.stringify(text)} as «${line}»`, () => assert.equal(plainLine(text), line));
  }

  it("cuts between characters, not within them", () => {
    assert.equal(plainLine("😀".repeat(10), 3), "😀😀…");
  });

  it("cuts a text of 64 MB before it is cleaned", () => {
    const text = `\u202e${"n".repeat(64_000_000)}`;
    let longest = 0;
    // Every step that follows the cut goes through one of these.
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own text
    const { replace } = String.prototype;
    const { from } = Array;
    String.prototype.replace = function counted(
      this: string,
      ...given: Parameters<typeof replace>
    ) {
      longest = Math.max(longest, this.length);
      return replace.apply(this, given);
    } as typeof replace;
    Array.from = ((given: string) => {
      longest = Math.max(longest, given.length);
      return from(given);
    }) as typeof from;
    try {
      assert.equal(plainLine(text), `${"n".repeat(499)}…`);
    } finally {
      String.prototype.replace = replace;
      Array.from = from;
    }
    assert.ok(longest <= 2_000, `${longest} characters`);
  });

  it("marks a cut, and leaves no half of a pair behind it", () => {
    assert.equal(plainLine(`${"\n".repeat(11)}😀 and more`, 3), "…");
    assert.equal(plainLine(`\n${"a".repeat(9)}\n😀`, 20), "aaaaaaaaa 😀");
    assert.equal(plainLine(`${"a".repeat(4)}b`, 4), "aaa…");
  });

  it("begins a sentence with a capital", () => {
    assert.equal(plainSentence("cannot reach\n10.0.0.9"), "Cannot reach 10.0.0.9");
    assert.equal(plainSentence(""), "");
  });

  it("leaves no link in a message", () => {
    assert.equal(plainMessage("[x](command:workbench.quit)"), "[x] (command:workbench.quit)");
  });

  it("leaves no icon in a label", () => {
    assert.equal(plainLabel("a $(trash)"), "a \\$(trash)");
  });
});
