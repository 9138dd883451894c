import { type Frame, dateColumn } from "./frame";
import { joined, textBlocks } from "./textRows";

/**
 * A frame as a Markdown table with one line per row: header `Date` and the names, numbers in full and right-aligned,
 * missing values as empty cells; each line ends with LF, including the last.
 *
 * Texts are shown literally, never as a link, HTML, emphasis or a formula. Source: CommonMark 0.31 §2.4, GFM 0.29
 * §4.10.
 */
export function toMarkdownTable(frame: Frame): string {
  const { columns } = frame;
  const names = [dateColumn, ...columns.map(({ name }) => toMarkdownCell(name))];
  const rules = ["---", ...columns.map(({ type }) => (type === "number" ? "---:" : "---"))];
  const head = [names, rules].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  const blocks = textBlocks(frame, {
    head,
    separator: "\n",
    beforeDay: "| ",
    afterDay: "",
    beforeValue: columns.map(() => " | "),
    afterRow: " |",
    missing: "",
    toCell: toMarkdownCell,
    foot: "\n",
    empty: head,
  });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined(blocks));
}

/** A colon before a blank starts no link; two slashes alone may. */
const special = /[\\`*{}[\]<>|~&$@#]|(?<!:)\/(?=\/)|_+|:(?=\S)/gu;

/**
 * The text as a cell, on one line. A line break, and a leading or trailing blank, becomes a numeric character
 * reference; other control characters, which Markdown cannot contain, become U+FFFD.
 */
export function toMarkdownCell(text: string): string {
  return text
    .replace(/(?![\t\n\r])\p{Cc}/gu, "\ufffd")
    .replace(special, (each, at: number) =>
      isWithinWord(text, at, each.length) ? each : each.replace(/./g, "\\$&"),
    )
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/[\n\r\u2028\u2029]|^\s|\s$/g, (each) => `&#${each.charCodeAt(0)};`);
}

/** Whether underscores are between two letters or digits, where they are not emphasis; false for anything else. */
function isWithinWord(text: string, at: number, length: number): boolean {
  if (text.charAt(at) !== "_") return false;
  const after = text.slice(at + length, at + length + 2);
  return /[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^[\p{L}\p{N}]/u.test(after);
}
