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
