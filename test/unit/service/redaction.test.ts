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
