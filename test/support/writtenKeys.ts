/** A way in which a service may write a key that it repeats. */
export interface KeyWriting {
  readonly how: string;
  readonly write: (key: string) => string;
}

function each(write: (code: number) => string, which = /[^]/g): (key: string) => string {
  return (key) => key.replace(which, (character) => write(character.charCodeAt(0)));
}

const hex = (code: number): string => code.toString(16).padStart(2, "0");
const escaped = each((code) => `\\u00${hex(code)}`);
const signs = /[^a-z0-9]/gi;

function inBase64(before: string, after = ""): (key: string) => string {
  return (key) => Buffer.from(before + key + after).toString("base64");
}

/** Every one of SEC-31, written as .NET, Go, Python and browsers do; none with a bare double quote. */
export const keyWritings: readonly KeyWriting[] = [
  { how: "as it is", write: (key) => key },
  { how: "with its signs escaped as in JSON", write: each((c) => `\\u00${hex(c)}`, signs) },
  {
    how: "with its signs escaped as in JSON, in capital letters",
    write: each((c) => `\\u00${hex(c).toUpperCase()}`, signs),
  },
  { how: "all escaped as in JSON", write: escaped },
  { how: "with escaped slashes", write: (key) => key.replaceAll("/", "\\/") },
  { how: "with decimal entities", write: each((code) => `&#${code};`) },
  { how: "with hexadecimal entities", write: each((code) => `&#x${hex(code)};`) },
  {
    how: "with hexadecimal entities in capital letters",
    write: each((code) => `&#X${hex(code).toUpperCase()};`, signs),
  },
  { how: "in a URL", write: encodeURIComponent },
  { how: "in a URL in small letters", write: (key) => encodeURIComponent(key).toLowerCase() },
  { how: "in a form", write: (key) => new URLSearchParams({ key }).toString().slice(4) },
  { how: "all in percent", write: each((code) => `%${hex(code)}`) },
  { how: "in base64", write: inBase64("") },
  { how: "in base64 behind one byte", write: inBase64("x", "!") },
  { how: "in base64 behind a user's name", write: inBase64("user:") },
  { how: "in base64 behind another name", write: inBase64("users:", "!!") },
  {
    how: "in the base64 of URLs",
    write: (key) => Buffer.from(`??>${key}`).toString("base64url"),
  },
];

/** Whether a text tells a secret to who decodes it. It holds `mark`, which stands in no way to write it but its own. */
export function tells(text: string, mark: string): boolean {
  const texts = new Set([text]);
  for (const each of texts) {
    if (texts.size > 40) break;
    for (const decoded of decodingsOf(each)) texts.add(decoded);
  }
  return [...texts].some((each) => each.includes(mark));
}

function decodingsOf(text: string): string[] {
  const characterOf = (_: string, code: string): string =>
    String.fromCharCode(Number.parseInt(code, 16));
  const words = text.match(/[\w+/-]{8,}/g) ?? [];
  return [
    text.replace(/\\+u00([0-9a-f]{2})/gi, characterOf),
    text.replace(/%([2-7][0-9a-f])/gi, characterOf),
    text.replace(/&#x([2-7][0-9a-f]);/gi, characterOf),
    text.replace(/&#(\d{2,3});/g, (_, code: string) => String.fromCharCode(Number(code))),
    words
      .flatMap((word) => [0, 1, 2, 3].map((from) => word.slice(from)))
      .map((word) => Buffer.from(word, "base64").toString("latin1"))
      .join(" "),
  ];
}
