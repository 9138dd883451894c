/**
 * One value as one segment of a path, and back. Outside ASCII letters and digits, `- _ . ~`, the blank and letters beyond
 * ASCII every character is `%XX` of its UTF-8 bytes; so is a blank or dot at either end; the empty value is `%00`.
 */
const plain = /^[0-9\-_.~ \p{Letter}]$/u;
const edge = /^[ .]$/;

/** Whether a text can be a value: well-formed Unicode without NUL (whose code, `%00`, stands for the empty value). */
export function isNameable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** The canonical segment of a nameable text in NFC. */
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

/** The value of a segment, or undefined when the segment is not the canonical text of any value. */
export function decodeSegment(segment: string): string | undefined {
  const value = percentDecode(segment);
  if (value === undefined || !isNameable(value) || value !== value.normalize("NFC")) {
    return undefined;
  }
  return encodeSegment(value) === segment ? value : undefined;
}

const utf8 = new TextEncoder();

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
    // Malformed escapes: no value has this text.
    return undefined;
  }
}
