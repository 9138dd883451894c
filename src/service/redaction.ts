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

  /** Of a text that was cut off somewhere: what may be the beginning of the key is dropped from its end. */
  applyToCut(text: string): string {
    const redacted = this.apply(text);
    const longest = Math.max(0, ...this.forms.map((form) => form.length - 1));
    return redacted.slice(0, Math.max(0, redacted.length - longest));
  }
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
