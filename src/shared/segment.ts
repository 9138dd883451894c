/**
 * The characters that a path segment holds unescaped: ASCII letters and digits, `- _ . ~`, blanks, and letters beyond
 * ASCII. All others are percent-encoded as UTF-8, as is a blank or dot at either end. The empty value is `%00`.
 */
const plain = /^[0-9\-_.~ \p{Letter}]$/u;
const edge = /^[ .]$/;

/**
 * Whether a text can be encoded as a segment: well-formed Unicode without NUL, since `%00` stands for the empty value.
 */
export function isNameable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** The canonical segment of a text that {@link isNameable}, in NFC. */
export function encodeSegment(value: string): string {
  if (value === "") return "%00";
  const characters = Array.from(value);
  return characters
    .map((character, index) => {
      const isEdge = index === 0 || index === characters.length - 1;
      return plain.test(character) && !(isEdge && edge.test(character))
        ? character
        : percentEncode(character);
    })
    .join("");
}

/** The value of a segment; undefined unless the segment is canonical. */
export function decodeSegment(segment: string): string | undefined {
  const value = percentDecode(segment);
  if (value === undefined || !isNameable(value) || value !== value.normalize("NFC")) {
    return undefined;
  }
  return encodeSegment(value) === segment ? value : undefined;
}

const utf8 = /* @__PURE__ */ new TextEncoder();

function percentEncode(character: string): string {
  return Array.from(
    utf8.encode(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("");
}

function percentDecode(segment: string): string | undefined {
  if (segment === "%00") return "";
  try {
    return decodeURIComponent(segment);
  } catch {
    // Malformed percent-encoding.
    return undefined;
  }
}
