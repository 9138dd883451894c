/** What is shorter stands in names and numbers as well, and is no secret. */
const leastLength = 8;

/** Replaces every occurrence of a key, or of other secrets, in texts that leave the client. */
export class Redaction {
  private readonly forms: readonly string[];

  /** @param secrets - Undefined and empty ones, of which none was sent, replace nothing. */
  constructor(...secrets: readonly (string | undefined)[]) {
    const forms = secrets.flatMap((secret = "") => (secret === "" ? [] : formsOf(secret)));
    this.forms = [...new Set(forms)].sort((a, b) => b.length - a.length);
  }

  apply(text: string): string {
    return this.forms.reduce((redacted, form) => redacted.replaceAll(form, "[REDACTED]"), text);
  }

  /**
   * Of a JSON text as UTF-8, in which a short secret may be an ordinary word and stays; the same bytes when there is
   * nothing to replace.
   */
  applyToJson(json: Uint8Array): Uint8Array {
    if (!this.isIn(json)) return json;
    return Buffer.from(this.apply(withoutEscapes(bufferOf(json).toString())));
  }

  /** Whether a secret that is no ordinary word stands somewhere in an answer. */
  isIn(answer: Uint8Array): boolean {
    const bytes = bufferOf(answer);
    const texts: (Buffer | string)[] = [bytes];
    if (bytes.includes("\\u00")) texts.push(withoutEscapes(bytes.toString()));
    const forms = this.forms.filter((form) => form.length >= leastLength);
    return texts.some((text) => forms.some((form) => text.includes(form)));
  }

  /** Of a text that was cut off somewhere: what may be the beginning of the key is dropped from its end. */
  applyToCut(text: string): string {
    const redacted = this.apply(text);
    const longest = Math.max(0, ...this.forms.map((form) => form.length - 1));
    return redacted.slice(0, Math.max(0, redacted.length - longest));
  }
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The same JSON with nothing of ASCII written as `\\u00XX`, as some services write `+` and `=`, but what must be. */
function withoutEscapes(json: string): string {
  return json.replace(/\\(?:u00([2-7][0-9a-f])|[^])/gi, (escape, code: string | undefined) => {
    const character = String.fromCharCode(Number.parseInt(code ?? "22", 16));
    return character === '"' || character === "\\" ? escape : character;
  });
}

/** The key as it stands, and as it would be written in a URL, in a form, and inside a JSON text. */
function formsOf(key: string): string[] {
  const inUrl = encodeURIComponent(key);
  const inJson = JSON.stringify(key).slice(1, -1);
  return [
    key,
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    inUrl.replaceAll("%20", "+"),
    inJson,
    inJson.replaceAll("/", "\\/"),
  ];
}
