import { contentKindOf } from "./contentKind";
import { type Redaction } from "./redaction";

/**
 * The text of a body that a person would see, redacted. Redacted twice: before, because a secret may contain what looks
 * like a tag, and after, because decoding joins what the body has in pieces.
 *
 * @param isWhole - False if the body was cut.
 */
export function redactedVisibleText(body: string, isWhole: boolean, redaction: Redaction): string {
  const redacted = redactedText(body, isWhole, redaction);
  return redactedText(visibleText(redacted), isWhole, redaction);
}

/** @param isWhole - False if the text was cut: then it may end in a partial secret. */
export function redactedText(text: string, isWhole: boolean, redaction: Redaction): string {
  return isWhole ? redaction.apply(text) : redaction.applyToCut(text);
}

/**
 * The text of a body that a person would see: the text between the tags of a web page or XML, else the text itself. Not
 * redacted; see {@link redactedVisibleText}.
 *
 * Linear: each character is visited a bounded number of times, whatever the body contains.
 */
export function visibleText(body: string): string {
  const kind = contentKindOf(Buffer.from(body.slice(0, 1024)));
  return kind === "HTML" || kind === "XML" ? textOfMarkup(body) : body;
}

/** Elements whose content is not visible. */
const hidden: ReadonlySet<string> = new Set(["noscript", "script", "style", "template", "title"]);

/** Elements that do not separate words. */
const inline: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo code em font i kbd mark q s small span strong sub sup tt u var wbr".split(" "),
);

function textOfMarkup(markup: string): string {
  const texts: string[] = [];
  let title = "";
  for (let at = 0; at < markup.length;) {
    const open = indexOrEnd(markup, "<", at);
    texts.push(markup.slice(at, open));
    const { end, name, content } = markupAt(markup, open);
    if (name === "title" && title === "") title = content;
    if (name === "") texts.push(markup.slice(open, end));
    else if (!inline.has(name)) texts.push(" ");
    at = end;
  }
  const text = decoded(texts.join("")).trim();
  return text === "" ? decoded(title).trim() : text;
}

interface Markup {
  /** Where the text continues: the end of the body if the markup is not closed. */
  readonly end: number;
  /** The element's name in lower case; empty if it is not markup but text. */
  readonly name: string;
  /** Content that is not visible. */
  readonly content: string;
}

const tagName = /<\/?([a-z][^\s/>]*)/iy;

function markupAt(markup: string, open: number): Markup {
  if (markup.startsWith("<!--", open)) {
    return { end: indexOrEnd(markup, "-->", open + 4) + 3, name: "!", content: "" };
  }
  if (/[!?]/.test(markup.charAt(open + 1))) {
    return { end: tagEnd(markup, open), name: "!", content: "" };
  }
  tagName.lastIndex = open;
  const name = tagName.exec(markup)?.[1]?.toLowerCase();
  if (name === undefined) return { end: open + 1, name: "", content: "" };
  const end = tagEnd(markup, open);
  if (!hidden.has(name) || markup.charAt(open + 1) === "/") return { end, name, content: "" };
  const closing = new RegExp(`</${name}`, "gi");
  closing.lastIndex = end;
  const close = closing.exec(markup)?.index ?? markup.length;
  return { end: tagEnd(markup, close), name, content: markup.slice(end, close) };
}

/** The position after the `>` that closes a tag; quoted values may contain others. */
function tagEnd(markup: string, open: number): number {
  for (let at = open; at < markup.length; at += 1) {
    const character = markup.charAt(at);
    if (character === ">") return at + 1;
    if (character === '"' || character === "'") at = indexOrEnd(markup, character, at + 1);
  }
  return markup.length;
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

const entity = /&(?:#x([0-9a-f]{1,8})|#(\d{1,8})|([a-z]{2,8}));?/gi;

/** The entities of error pages; others stay as written. */
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["apos", "'"],
  ["bull", "•"],
  ["copy", "©"],
  ["gt", ">"],
  ["hellip", "…"],
  ["laquo", "«"],
  ["ldquo", "“"],
  ["lsquo", "‘"],
  ["lt", "<"],
  ["mdash", "—"],
  ["middot", "·"],
  ["nbsp", " "],
  ["ndash", "–"],
  ["quot", '"'],
  ["raquo", "»"],
  ["rdquo", "”"],
  ["rsquo", "’"],
]);

function decoded(text: string): string {
  return text.replace(entity, (written, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return named.get(name.toLowerCase()) ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "\uFFFD";
  });
}
