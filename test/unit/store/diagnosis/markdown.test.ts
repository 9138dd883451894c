import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { plainLine } from "../../../../src/shared/plainText";
import { codeSpan, codeSpans } from "../../../../src/store/diagnosis/markdown";
import { runs } from "../../../support/propertyRuns";

const reader = new MarkdownIt({ html: true, linkify: true });

/**
 * The texts of the code spans of a list item, as a reader of CommonMark with links and HTML sees them; undefined if it
 * sees anything else.
 */
function spansIn(markdown: string): readonly string[] | undefined {
  const [list, item, paragraph, inline, ...rest] = reader.parse(
    `- Said: ${markdown} and no more`,
    {},
  );
  const blocks = [list, item, paragraph, inline].map((token) => token?.type);
  assert.deepEqual(blocks, ["bullet_list_open", "list_item_open", "paragraph_open", "inline"]);
  assert.equal(rest.length, 3);
  const parts = inline?.children ?? [];
  const others = parts.filter(({ type }) => type !== "code_inline" && type !== "text");
  if (others.length > 0) return undefined;
  return parts.filter(({ type }) => type === "code_inline").map(({ content }) => content);
}

describe("codeSpan", () => {
  const hostile: [text: string, shown: string][] = [
    ["<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"],
    ["[x](command:workbench.action.quit)", "[x](command:workbench.action.quit)"],
    ["a`b", "a`b"],
    ["`", "`"],
    ["``` and ` and ``", "``` and ` and ``"],
    ["ends with a backslash \\", "ends with a backslash \\"],
    ["two\r\n\r\n# lines", "two # lines"],
    ["one\u2028two", "one two"],
    ["  blanks  around ", "blanks around"],
  ];
  for (const [text, shown] of hostile) {
    it(`shows ${JSON.stringify(text)} as it stands (SEC-13)`, () => {
      assert.deepEqual(spansIn(codeSpan(text)), [shown]);
    });
  }

  it("says so when there is nothing to show", () => {
    assert.deepEqual(
      ["", " ", "\n\t"].map((text) => codeSpan(text)),
      ["–", "–", "–"],
    );
  });

  it("keeps any text in its span, whatever stands in it (SEC-13)", () => {
    const marks = fc.stringMatching(/^[`<>[\]()!*_\\&#| \n:/a-z-]{1,30}$/);
    fc.assert(
      fc.property(fc.oneof(marks, fc.string({ unit: "binary" })), (text) => {
        const line = plainLine(text).replace(/\s+/g, " ").trim();
        fc.pre(line !== "");
        assert.deepEqual(spansIn(codeSpan(text)), [line]);
      }),
      { numRuns: runs() },
    );
  });

  it("cuts what is too long", () => {
    assert.deepEqual(spansIn(codeSpan("abcdef", 4)), ["abc…"]);
  });
});

describe("codeSpans", () => {
  it("shows each text in a span of its own, and not too many", () => {
    assert.equal(codeSpans(["a", "b`", "c"], 2), "`a`, `` b` ``, …");
  });
});
