/** Replaces every occurrence of one key in texts that leave the client. */
export class Redaction {
  private readonly forms: readonly string[];

  /** @param key - Absent when none was sent: nothing is replaced. */
  constructor(key: string | undefined) {
    this.forms = key === undefined ? [] : formsOf(key);
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

/** The key as it stands, and as it would be written in a URL, in a form, and inside a JSON text; longest first. */
function formsOf(key: string): string[] {
  const inUrl = encodeURIComponent(key);
  const inJson = JSON.stringify(key).slice(1, -1);
  const forms = [
    key,
    inUrl,
    inUrl.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    inUrl.replaceAll("%20", "+"),
    inJson,
    inJson.replaceAll("/", "\\/"),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}
