import assert from "node:assert/strict";
import { cutText } from "../../../src/service/cutText";

describe("cutText", () => {
  const cases: [when: string, text: string, length: number, cut: string][] = [
    ["the text fits", "short", 5, "short"],
    ["the text is too long", "longer", 5, "long…"],
    ["it has line breaks and control characters", "two\r\n\tlines\0here", 30, "two lines here"],
    ["a surrogate pair stands at the cut", "abc\u{1F600}def", 5, "abc…"],
    ["blanks fill what is looked at", `a${" ".repeat(50)}b`, 5, "a…"],
    ["there is nothing", "", 5, ""],
  ];
  for (const [when, text, length, cut] of cases) {
    it(`gives one line of at most that many characters when ${when}`, () => {
      assert.equal(cutText(text, length), cut);
    });
  }
});
