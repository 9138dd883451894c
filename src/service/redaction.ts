import { setImmediate as otherWork } from "node:timers/promises";
import { type SecretForm, leastLength, secretForms } from "./secretForms";

/** This thread searches so many in a few milliseconds, even if they are nothing but escapes. */
const pieceBytes = 64 * 1024;
const mask = "[REDACTED]";

/**
 * Finds a key, or other secrets, in texts that leave the client, in each of their {@link secretForms}. Nested encodings are
 * not found, so texts are searched again after each step of decoding.
 */
export class Redaction {
  // Also private at run time, so that neither JSON nor an inspected object shows them.
  readonly #secrets: readonly string[];
  readonly #forms: readonly SecretForm[];
  /** Those of distinctive secrets. */
  readonly #searched: readonly SecretForm[];

  /** @param secrets - Undefined and empty ones are ignored. */
  constructor(...secrets: readonly (string | undefined)[]) {
    this.#secrets = secrets.filter((secret) => secret !== undefined && secret !== "") as string[];
    const distinct = [...new Set(this.#secrets)];
    this.#searched = distinct.filter((each) => each.length >= leastLength).flatMap(secretForms);
    const short = distinct.filter((each) => each.length < leastLength).flatMap(secretForms);
    this.#forms = [...this.#searched, ...short];
  }

  /** For recreating this in another thread; never show them. */
  get secrets(): readonly string[] {
    return this.#secrets;
  }

  /** The text with each secret masked. If it ends in `…`, a partial secret at the cut is dropped as well. */
  apply(text: string): string {
    const masked = this.#forms.reduce((result, form) => result.replaceAll(form.text, mask), text);
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
    const signs = ["\\", "%", "&"].filter((sign) => text.includes(sign));
    return this.#searched.some(
      ({ text: form, sign }) => (sign === undefined || signs.includes(sign)) && text.includes(form),
    );
  }

  /**
   * As {@link isIn}, for the bytes of an answer. Binary ones are searched for the plain text and for base64.
   *
   * A large answer is searched in pieces, and this thread does other work in between.
   */
  async isInBytes(bytes: Uint8Array, isBinary: boolean): Promise<boolean> {
    const overlap = Math.max(0, ...this.#searched.map(({ text }) => text.length));
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let start = 0; start < buffer.length; start += pieceBytes) {
      if (start > 0) await otherWork();
      const piece = buffer.subarray(start, Math.min(buffer.length, start + pieceBytes + overlap));
      // All forms of a secret are ASCII.
      const isHere = isBinary ? this.#isPlainlyIn(piece) : this.isIn(piece.toString("latin1"));
      if (isHere) return true;
    }
    return false;
  }

  #isPlainlyIn(bytes: Buffer): boolean {
    return this.#searched.some(
      ({ text, sign }) => sign === undefined && bytes.includes(text, 0, "latin1"),
    );
  }

  /** @param least - Shorter beginnings of a form may be anything. */
  #withoutBeginning(text: string, least: number): string {
    const lengths = this.#forms.map((form) => begunLength(text, form.text, least));
    return text.slice(0, text.length - Math.max(0, ...lengths));
  }
}

/** The length of the longest beginning of a form at the end of a text; 0 if there is none. */
function begunLength(text: string, form: string, least: number): number {
  for (let length = Math.min(text.length, form.length - 1); length >= least; length -= 1) {
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** Makes the redaction of a secret, and reuses the last one, since preparing all encoded forms is expensive. */
export function reusedRedaction(): (secret: string) => Redaction {
  let last: Redaction | undefined;
  return (secret) => {
    if (last?.secrets[0] !== secret) last = new Redaction(secret);
    return last;
  };
}
