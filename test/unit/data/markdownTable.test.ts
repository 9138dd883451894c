import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { toMarkdownCell, toMarkdownTable } from "../../../src/data/markdownTable";
import { isoOfDay } from "../../../src/shared/day";
import { anyFrame, frameOf } from "../../support/frames";
import { runs } from "../../support/propertyRuns";

const reader = new MarkdownIt({ html: true, linkify: true });

/** The cells of the only table of a text, as a reader with links and HTML sees them; anything but plain text is named. */
function cellsOf(markdown: string): string[] {
  const tokens = reader.parse(markdown, {});
  assert.equal(tokens.filter(({ level }) => level === 0).length, 2);
  return tokens
    .filter(({ type }) => type === "inline")
    .map(({ children }) =>
      (children ?? [])
        .map(({ type, content }) => (type === "text" ? content : `<${type}>`))
        .join(""),
    );
}

/** Markdown cannot hold control characters; halves of surrogate pairs have no UTF-8. */
const shownOf = (text: string): string =>
  Buffer.from(text.replace(/(?![\t\n\r])\p{Control}/gu, "\ufffd")).toString();

describe("toMarkdownTable", () => {
  it("lines numbers up to the right and writes them in full", () => {
    const frame = frameOf(["2024-01-01", "2024-01-02"], {
      _Trend_Growth: [0.1 + 0.2, null],
      Note: ["a|b", "*x*"],
    });
    assert.equal(
      toMarkdownTable(frame),
      [
        "| Date | \\_Trend_Growth | Note |",
        "| --- | ---: | --- |",
        "| 2024-01-01 | 0.30000000000000004 | a\\|b |",
        "| 2024-01-02 |  | \\*x\\* |",
        "",
      ].join("\n"),
    );
  });

  it("is its head alone without rows", () => {
    assert.equal(toMarkdownTable(frameOf([], { Level: [] })), "| Date | Level |\n| --- | ---: |\n");
  });

  it("shows every text as it is and nothing else (SEC-13)", () => {
    const hostile = [
      "[x](command:workbench.action.quit)",
      "<img src=x onerror=alert(1)>",
      "https://evil.example www.evil.example a@evil.example",
      "$x^2$ &lt; :tada: ~~gone~~ ![i](data:x)",
      "a\\|b\n| c | `d`",
      " # head ",
      "_a_ __b__ a_b_ _a_b a_*b* x_!_y ä_ö 1_2 __proto__",
      "!_a_ a:_b_ :a_b: note: https: //evil.example ! [i](x)",
    ];
    const days = hostile.map((_, row) => isoOfDay(row));
    const cells = cellsOf(toMarkdownTable(frameOf(days, { Note: hostile })));
    assert.deepEqual(
      cells.slice(2),
      hostile.flatMap((text, row) => [isoOfDay(row), text]),
    );
  });

  it("escapes nothing that is plain text anyway", () => {
    const text = "country_iso: all of a__b!";
    assert.equal(toMarkdownCell(text), text);
  });

  it("has the cells of any frame, told apart by a reader", () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        const names = ["Date", ...frame.columns.map(({ name }) => shownOf(name))];
        const rows = [...frame.days].flatMap((day, row) => [
          isoOfDay(day),
          ...frame.columns.map(({ values }) => shownCell(values[row] ?? null)),
        ]);
        assert.deepEqual(cellsOf(toMarkdownTable(frame)), [...names, ...rows]);
      }),
      { numRuns: runs() },
    );
  });
});

function shownCell(value: string | number | null): string {
  if (value === null || Number.isNaN(value)) return "";
  return typeof value === "number" ? String(value) : shownOf(value);
}
