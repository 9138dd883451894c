/** Shorter secrets also occur in names and numbers, and their base64 in any text. */
export const leastLength = 8;

/** One way in which a writer renders a secret. */
export interface SecretForm {
  readonly text: string;
  /** The character that begins its escapes: a text without it does not contain the form; undefined without escapes. */
  readonly sign: "\\" | "%" | "&" | undefined;
}

/**
 * A secret as it is, JSON-escaped, HTML-escaped, percent-encoded and as part of a base64 text, the longest first. Escapes
 * with hexadecimal digits come in both cases. The writers are those of JavaScript, Python, PHP, Go, Java and .NET.
 */
export function secretForms(secret: string): readonly SecretForm[] {
  const forms = new Map<string, SecretForm>();
  const add = (text: string, sign?: SecretForm["sign"]): void => {
    if (!forms.has(text)) forms.set(text, { text, sign });
  };
  add(secret);
  if (secret.length >= leastLength) for (const text of base64Parts(secret)) add(text);
  for (const text of jsonForms(secret)) add(text, "\\");
  for (const text of htmlForms(secret)) add(text, "&");
  for (const text of percentForms(secret)) add(text, "%");
  return [...forms.values()].sort((one, other) => other.text.length - one.text.length);
}

const everything = /[^]/g;
const signs = /[^A-Za-z0-9]/g;

type Write = (code: number) => string;

function escaped(text: string, which: RegExp, write: Write): string {
  return text.replace(which, (character) => write(character.charCodeAt(0)));
}

/** The digits in small and in capital letters. */
function hexWriters(before: string, digits: number, after = ""): readonly Write[] {
  const hexOf = (code: number): string => code.toString(16).padStart(digits, "0");
  return [
    (code) => `${before}${hexOf(code)}${after}`,
    (code) => `${before}${hexOf(code).toUpperCase()}${after}`,
  ];
}

function jsonForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const units = hexWriters("\\u", 4);
  return [
    json,
    json.replaceAll("/", "\\/"),
    ...units.flatMap((write) => [
      escaped(json, /[<>&]/g, write),
      escaped(json, /[<>&'+/]/g, write),
      escaped(secret, signs, write),
      escaped(secret, everything, write),
    ]),
    ...hexWriters("\\x", 2).map((write) => escaped(secret, everything, write)),
  ];
}

/** https://html.spec.whatwg.org/multipage/syntax.html#character-references */
function htmlForms(secret: string): readonly string[] {
  const numeric = [
    (code: number) => `&#${code};`,
    (code: number) => `&#0${code};`,
    ...hexWriters("&#x", 2, ";"),
    ...hexWriters("&#X", 2, ";"),
  ];
  const written = [/[&<>"']/g, /[&<>"'/]/g, /[&<>"'`=/]/g, signs, everything];
  return numeric
    .flatMap((write) =>
      written.flatMap((which) => [
        escaped(secret, which, write),
        escaped(secret, which, (code) => named[String.fromCharCode(code)] ?? write(code)),
      ]),
    )
    .concat(escaped(secret, /[&<>"']/g, (code) => named[String.fromCharCode(code)] ?? "&apos;"));
}

const named: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** RFC 3986 §2.1, and what forms write for a blank. */
function percentForms(secret: string): readonly string[] {
  return hexWriters("%", 2).flatMap((write) => {
    const component = escaped(secret, /[^A-Za-z0-9\-_.!~*'()]/g, write);
    const strict = escaped(secret, /[^A-Za-z0-9\-_.~]/g, write);
    const form = escaped(secret, /[^A-Za-z0-9\-_.* ]/g, write).replaceAll(" ", "+");
    return [component, strict, form, escaped(secret, everything, write)];
  });
}

/**
 * The parts of a secret that every base64 text contains that encodes it among other bytes, in both alphabets. Three bytes
 * become four characters (RFC 4648 §4), so there is one part for each offset of its first byte modulo three.
 */
function base64Parts(secret: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // The first and the last character may contain bits of neighbouring bytes.
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)];
    return (["base64", "base64url"] as const).map((alphabet) =>
      bytes.toString(alphabet).slice(start, end),
    );
  });
}
