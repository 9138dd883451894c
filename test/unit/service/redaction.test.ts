import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { Redaction, reusedRedaction } from "../../../src/service/redaction";
import { runs } from "../../support/propertyRuns";
import { testKey } from "../../support/testClient";
import { keyWritings, tells } from "../../support/writtenKeys";

const key = 'k3y/with "all" + %kinds\\';
const pieceBytes = 4 * 1024 * 1024;

describe("Redaction", () => {
  const redaction = new Redaction(testKey);

  for (const { how, write } of keyWritings) {
    it(`replaces and finds the key ${how} (SEC-31)`, async () => {
      const written = write(testKey);
      assert.ok(tells(written, "canary"), "the test can see it");
      const text = `<${written}> and "${written}"`;
      const redacted = redaction.apply(text);
      assert.equal(redacted.split("[REDACTED]").length, 3);
      assert.ok(!tells(redacted, "canary"), redacted);
      assert.ok(redaction.isIn(text));
      assert.ok(await redaction.isInBytes(Buffer.from(text), false));
      assert.ok(await redaction.isInBytes(Buffer.from(`${"-".repeat(70)}${written}`), false));
    });
  }

  for (const text of [key, JSON.stringify(key), JSON.stringify(JSON.stringify(key))]) {
    it(`replaces a key of quotes and backslashes in ${text} (SEC-31)`, () => {
      const redacted = new Redaction(key).apply(`${text}, ${text}`);
      assert.equal(redacted.split("[REDACTED]").length, 3);
      assert.doesNotMatch(redacted, /k3y|kinds/);
    });
  }

  it("leaves JSON that it redacts readable", () => {
    const json = JSON.stringify([`wrong: ${key}`, { key }, key]);
    assert.deepEqual(JSON.parse(new Redaction(key).apply(json)), [
      "wrong: [REDACTED]",
      { key: "[REDACTED]" },
      "[REDACTED]",
    ]);
  });

  it("replaces a key whose quotes a CSV cell doubles (SEC-31)", () => {
    const cell = `"${key.replaceAll('"', '""')}"`;
    assert.equal(new Redaction(key).apply(cell), '"[REDACTED]"');
  });

  it("replaces a key in the base64 of URLs, which writes two signs in its own way (SEC-31)", () => {
    const odd = "canary??>>??>>";
    for (const before of ["", "-", "--"]) {
      const written = Buffer.from(`${before}${odd}!`).toString("base64url");
      assert.match(written, /-.*_|_.*-/);
      const redacted = new Redaction(odd).apply(`<${written}>`);
      assert.match(redacted, /^<.{0,3}\[REDACTED\].{0,3}>$/);
    }
  });

  it("finds in bytes what is not cut by any piece in which they are searched (SEC-32)", async () => {
    for (const before of [pieceBytes - 8, pieceBytes - 1, pieceBytes, 3 * pieceBytes - 5]) {
      for (const written of [testKey, keyWritings[3]?.write(testKey) ?? assert.fail()]) {
        const bytes = Buffer.from("-".repeat(before) + written);
        assert.ok(await redaction.isInBytes(bytes, false), `${written} at ${before}`);
      }
    }
  });

  it("finds in binary content what stands there plainly or in base64 (SEC-32)", async () => {
    const noise = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256));
    assert.equal(await redaction.isInBytes(noise, true), false);
    for (const written of [testKey, Buffer.from(`u:${testKey}`).toString("base64")]) {
      const bytes = Buffer.concat([noise, Buffer.from(written), noise]);
      assert.ok(await redaction.isInBytes(bytes, true), written);
    }
  });

  it("finds no key that is as short as a word in a body, but replaces it in words (SEC-32)", async () => {
    const short = new Redaction("INFL-US");
    assert.equal(await short.isInBytes(Buffer.from("INFL-US,1\n"), false), false);
    assert.equal(short.isIn("INFL-US"), false);
    assert.equal(short.apply("wrong: INFL-US"), "wrong: [REDACTED]");
  });

  it("shows its secrets to nobody who prints or writes it (SEC-31)", () => {
    const shown = inspect(redaction, { depth: Infinity, showHidden: true });
    assert.doesNotMatch(shown + JSON.stringify({ redaction }), /canary/);
    assert.deepEqual(redaction.secrets, [testKey]);
  });

  it("drops no more from a cut text than what could begin the key", () => {
    const short = new Redaction("abcd");
    const cuts = ["0123456789", "01234 ab", "01234 abx", "0123 \\u0061b\\u00", "0123 a%6"];
    assert.deepEqual(
      cuts.map((text) => short.applyToCut(text)),
      ["0123456789", "01234 ", "01234 abx", "0123 ", "0123 "],
    );
  });

  it("drops the beginning of the key before an ellipsis, where a text was cut (SEC-31)", () => {
    assert.equal(redaction.apply('the cell "canary-3f9…" is no day'), 'the cell "…" is no day');
    assert.equal(redaction.apply("a can…"), "a can…");
  });

  it("leaves a text without the key as it is", () => {
    assert.equal(new Redaction(key).apply("nothing here"), "nothing here");
    assert.equal(new Redaction(undefined).applyToCut("nothing here"), "nothing here");
  });

  it("leaves no beginning of the key at the end of a text that was cut", () => {
    const printable = fc.string({ minLength: 4, maxLength: 30, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(printable, fc.nat(29), (text, length) => {
        const secret = text.trim();
        const begun = secret.slice(0, Math.min(length, secret.length - 1));
        const redacted = new Redaction(secret).applyToCut(`${"\n".repeat(99)}:${begun}`);
        return /^\n*:?$/.test(redacted) && redacted.length > 0;
      }),
      { numRuns: Math.min(300, runs()) },
    );
  });

  it("replaces any key in any JSON within JSON (SEC-31)", () => {
    const printable = fc.string({ minLength: 8, maxLength: 60, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(printable, fc.nat(3), (text, depth) => {
        const secret = `k${text.trim()}k`;
        let json = secret;
        for (let level = 0; level < depth; level++) json = JSON.stringify(json);
        let redacted: unknown = new Redaction(secret).apply(json);
        for (let level = 0; level < depth; level++) redacted = JSON.parse(String(redacted));
        return redacted === "[REDACTED]";
      }),
      { numRuns: Math.min(300, runs()) },
    );
  });

  it("looks at each character of a text a bounded number of times (HOST-09)", () => {
    // Each would take minutes if the time grew with the square of the length.
    for (const text of ["\\", "%25", "&amp;", "&#0", "c\n", "c", "canary-3f9c/+ 7", "Y2FuYXJ5"]) {
      const long = text.repeat(Math.floor(400_000 / text.length));
      assert.equal(redaction.apply(long), long);
    }
  });
});

describe("a reused redaction", () => {
  it("finds only the key it was made for, whatever key came before", async () => {
    const redactionOf = reusedRedaction();
    const [first, second] = [`${testKey}-1-first`, `${testKey}-2-second`];
    for (const key of [first, first, second, first]) {
      const redaction = redactionOf(key);
      assert.equal(redaction.apply(`${first} ${second}`).includes(key), false);
      for (const each of [first, second]) {
        const bytes = Buffer.from(`PAR1 ${each} PAR1`);
        assert.equal(await redaction.isInBytes(bytes, true), each === key);
      }
    }
    assert.equal(redactionOf(first), redactionOf(first));
  });
});
