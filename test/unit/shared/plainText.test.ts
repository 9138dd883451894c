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

  it("replaces each invisible character by a blank, wherever it is (SEC-13)", () => {
    // Default_Ignorable_Code_Point of Unicode 15, DerivedCoreProperties.txt, without what is not assigned.
    const ranges = [
      [0xad, 0xad],
      [0x34f, 0x34f],
      [0x61c, 0x61c],
      [0x115f, 0x1160],
      [0x17b4, 0x17b5],
      [0x180b, 0x180f],
      [0x200b, 0x200f],
      [0x202a, 0x202e],
      [0x2060, 0x206f],
      [0x3164, 0x3164],
      [0xfe00, 0xfe0f],
      [0xfeff, 0xfeff],
      [0xffa0, 0xffa0],
      [0x1bca0, 0x1bca3],
      [0x1d173, 0x1d17a],
      [0xe0000, 0xe007f],
      [0xe0100, 0xe01ef],
    ] as const;
    for (const [first, last] of ranges) {
      for (let code = first; code <= last; code++) {
        const hidden = String.fromCodePoint(code);
        const shown = [`US${hidden}D`, `${hidden}USD${hidden}`, `US${hidden}${hidden}D`].map(
          (text) => plainLine(text),
        );
        assert.deepEqual(shown, ["US D", "USD", "US D"], code.toString(16));
      }
    }
  });

  it("removes text that is hidden in tags or after an emoji", () => {
    const tags = Array.from("hidden", (each) => String.fromCodePoint(0xe0000 + each.charCodeAt(0)));
    assert.equal(plainLine(`GDP${tags.join("")}`), "GDP");
    assert.equal(plainLine(`😀${tags.join("")}x`), "😀 x");
    assert.equal(plainLine("😀\u{e0100}\u{e0101}x"), "😀 x");
  });

  it("drops the selectors after an ideograph, which split no name and hide no text", () => {
    assert.equal(plainLine("葛\u{e0100}飾区"), "葛飾区");
    assert.equal(plainLine("葛\u{e0100}\u{e0101}\ufe00飾\u{e01ef}"), "葛飾");
  });

  it("keeps the joiners and selectors that a script or an emoji needs", () => {
    const names = [
      "می\u200cخواهم",
      "ක්\u200dරි",
      "ക്\u200dഷ",
      "क्\u200dष",
      "👨\u200d👩\u200d👧",
      "❤\ufe0f",
      "❤\ufe0f\u200d🔥",
      "👩🏽\u200d🔬",
      "1\ufe0f\u20e3",
    ];
    for (const name of names) assert.equal(plainLine(name), name);
    assert.equal(plainLine("a\u200cb 1\ufe0f2 a\u200d😀"), "a b 1 2 a 😀");
  });

  it("cuts between characters, not within them", () => {
    assert.equal(plainLine("😀".repeat(10), 3), "😀😀…");
  });

  it("cuts a text of 64 MB before it replaces characters", () => {
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
