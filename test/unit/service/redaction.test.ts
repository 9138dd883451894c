import assert from "node:assert/strict";
import fc from "fast-check";
import { Redaction } from "../../../src/service/redaction";
import { runs } from "../../support/propertyRuns";

const key = 'k3y/with "all" + %kinds\\';

describe("Redaction", () => {
  const forms: [how: string, text: string][] = [
    ["as it stands", key],
    ["in a URL", encodeURIComponent(key)],
    ["in a URL with small hex digits", "k3y%2fwith%20%22all%22%20%2b%20%25kinds%5c"],
    ["in a form", "k3y%2Fwith+%22all%22+%2B+%25kinds%5C"],
    ["in a JSON text", JSON.stringify({ key })],
    ["in a JSON text that escapes slashes", 'k3y\\/with \\"all\\" + %kinds\\\\'],
  ];
  for (const [how, text] of forms) {
    it(`replaces the key ${how}, everywhere (SEC-11)`, () => {
      const redacted = new Redaction(key).apply(`<${text}> and <${text}>`);
      assert.equal(redacted.split("[REDACTED]").length, 3);
      assert.doesNotMatch(redacted, /k3y|kinds/);
    });
  }

  it("replaces the longest form first, so that no part of one stays (SEC-11)", () => {
    assert.equal(new Redaction("x\\").apply('{"key":"x\\\\"}'), '{"key":"[REDACTED]"}');
  });

  it("replaces the key in JSON, however its characters are written (SEC-11)", () => {
    const redaction = new Redaction("abc+/=12345");
    const json = String.raw`["abc+/=12345", "abc\u002B/\u003d12345", "\u0061bc+\/=12345", "\\u002b \u0022"]`;
    const redacted: unknown = JSON.parse(
      Buffer.from(redaction.applyToJson(Buffer.from(json))).toString(),
    );
    assert.deepEqual(redacted, ["[REDACTED]", "[REDACTED]", "[REDACTED]", String.raw`\u002b "`]);
  });

  it("leaves JSON alone in which there is none, and a key that is as short as a word", () => {
    const json = Buffer.from(String.raw`{"name": "key \u0041", "tags": [1234567]}`);
    assert.equal(new Redaction("long-enough").applyToJson(json), json);
    assert.equal(new Redaction("1234567").applyToJson(json), json);
  });

  it("drops no more from a cut text than what could begin the key", () => {
    assert.equal(new Redaction("abcd").applyToCut("0123456789"), "0123456");
  });

  it("leaves a text without the key as it is", () => {
    assert.equal(new Redaction(key).apply("nothing here"), "nothing here");
    assert.equal(new Redaction(undefined).applyToCut("nothing here"), "nothing here");
  });

  it("leaves no beginning of the key at the end of a text that was cut", () => {
    const printable = fc.string({ minLength: 4, maxLength: 30, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(printable, fc.nat(29), (secret, length) => {
        const begun = secret.slice(0, Math.min(length, secret.length - 1));
        const redacted = new Redaction(secret).applyToCut("\n".repeat(100) + begun);
        return redacted === "\n".repeat(redacted.length) && redacted.length > 0;
      }),
      { numRuns: runs() },
    );
  });
});
