import { setImmediate as otherWork } from "node:timers/promises";
import { ByteSearch } from "./byteSearch";
import { EscapedText } from "./escapedText";

/** Shorter texts also occur in names and numbers, so that finding one in a body proves nothing. */
const leastLength = 8;
/** This thread searches so many in a few milliseconds, even if they are nothing but escapes. */
const pieceBytes = 64 * 1024;
const mask = "[REDACTED]";

/**
 * Finds a key, or other secrets, in texts that leave the client: in plain text, escaped for JSON, HTML or a URL, or within
 * a larger text in base64. Nested encodings are not found, so texts are searched again after each step of decoding.
 */
export class Redaction {
  // Also private at run time, so that neither JSON nor an inspected object shows them.
  readonly #secrets: readonly string[];
  readonly #forms: readonly EscapedText[];
  /** Those of distinctive secrets. */
  readonly #searched: readonly EscapedText[];
  #lazyByteSearch: ByteSearch | undefined;

  /** @param secrets - Undefined and empty ones are ignored. */
  constructor(...secrets: readonly (string | undefined)[]) {
    this.#secrets = secrets.filter((secret) => secret !== undefined && secret !== "") as string[];
    const distinct = [...new Set(this.#secrets)];
    const short = distinct.filter((secret) => secret.length < leastLength);
    this.#searched = distinct.filter((secret) => !short.includes(secret)).flatMap(formsOf);
    this.#forms = [...this.#searched, ...short.map((secret) => new EscapedText(secret))];
  }

  /** For recreating this in another thread; never show them. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /** The text with each secret masked. If it ends in `…`, a partial secret at the cut is dropped as well. */
  apply(text: string): string {
    const masked = this.#forms.reduce((result, form) => form.replaced(result, mask), text);
    if (!masked.includes("…")) return masked;
    const parts = masked.split("…");
    return parts
      .map((part, index) => (index < parts.length - 1 ? this.#withoutBeginning(part, 4) : part))
      .join("…");
  }

  /** As {@link apply}, for a text that was cut: drops a possible partial secret at its end. */
  applyToCut(text: string): string {
    return this.#withoutBeginning(this.apply(text), 1);
  }

  /** Whether a text contains a secret that is long enough to be distinctive. */
  isIn(text: string): boolean {
    return this.#searched.some((form) => form.isIn(text));
  }

  /**
   * As {@link isIn}, for the bytes of an answer. Binary ones are searched for the plain text and for base64.
   *
   * A large answer is searched in pieces, and this thread does other work in between.
   */
  async isInBytes(bytes: Uint8Array, isBinary: boolean): Promise<boolean> {
    const forms = this.#searched;
    const overlap = Math.max(0, ...forms.map((form) => form.longest));
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let start = 0; start < buffer.length; start += pieceBytes) {
      if (start > 0) await otherWork();
      const end = Math.min(buffer.length, start + pieceBytes + overlap);
      const piece = buffer.subarray(start, end);
      if (isBinary && !this.#byteSearch.isIn(piece)) continue;
      // All forms of a secret are ASCII.
      const text = piece.toString("latin1");
      if (forms.some((form) => (isBinary ? form.isPlainlyIn(text) : form.isIn(text)))) return true;
    }
    return false;
  }

  get #byteSearch(): ByteSearch {
    return (this.#lazyByteSearch ??= new ByteSearch(
      this.#searched.map(({ plainRun }) => plainRun),
    ));
  }

  #withoutBeginning(text: string, leastCharacters: number): string {
    const starts = this.#forms.map((form) => form.beginningAtEnd(text, leastCharacters));
    return text.slice(0, Math.min(text.length, ...starts));
  }
}

/** Makes the redaction of a secret, and reuses the last one, since preparing all encoded forms is expensive. */
export function reusedRedaction(): (secret: string) => Redaction {
  let last: Redaction | undefined;
  return (secret) => {
    if (last?.secrets[0] !== secret) last = new Redaction(secret);
    return last;
  };
}

function formsOf(secret: string): EscapedText[] {
  return [
    new EscapedText(secret),
    ...base64PartsOf(secret).map((part) => new EscapedText(part, true)),
  ];
}

/**
 * The part of a secret that every base64 text contains that encodes it among other bytes. Three bytes become four
 * characters (RFC 4648 §4), so there is one part for each offset of its first byte modulo three.
 */
function base64PartsOf(secret: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
    // The first and the last character may contain bits of neighbouring bytes.
    const end = Math.floor((bytes.length * 4) / 3);
    return bytes.toString("base64").slice(Math.ceil((before * 4) / 3), end);
  });
}
