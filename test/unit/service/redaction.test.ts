import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { Redaction, reusedRedaction } from "../../../src/service/redaction";
import { runs } from "../../support/propertyRuns";
import { testKey } from "../../support/testClient";
import { keyWritings, tells } from "../../support/writtenKeys";
import { escapers } from "./keyEscapers";

const key = 'k3y/with "all" + %kinds\\';
const pieceBytes = 64 * 1024;
const seed = 20_240_102;

/** Printable characters; those that begin or need escapes are as frequent as all others together. */
const printable = fc.oneof(
  fc.constantFrom(...`\\%&"'/<>+;#25ux `.split("")),
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
);
/** A key has no blanks around it. */
const printableKey = fc
  .array(printable, { minLength: 8, maxLength: 60 })
  .map((characters) => `k${characters.join("")}k`);
/** An ellipsis marks a cut, before which the beginning of a key is dropped. */
const surrounding = fc.string({ unit: "binary" }).map((text) => text.replaceAll("…", ""));

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

  for (const text of [key, JSON.stringify(key)]) {
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
      for (const { write } of keyWritings.slice(0, 4)) {
        const written = write(testKey);
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
    assert.equal(short.apply("SU5GTC1VUw"), "SU5GTC1VUw");
  });

  it("shows its secrets to nobody who prints or writes it (SEC-31)", () => {
    const shown = inspect(redaction, { depth: Infinity, showHidden: true });
    assert.doesNotMatch(shown + JSON.stringify({ redaction }), /canary/);
    assert.deepEqual(redaction.secrets, [testKey]);
  });

  it("drops no more from a cut text than what could begin the key", () => {
    const short = new Redaction("abcd");
    const cuts = ["0123456789", "01234 ab", "01234 abx", "0123 \\u0061\\u00", "0123 %61%6"];
    assert.deepEqual(
      cuts.map((text) => short.applyToCut(text)),
      ["0123456789", "01234 ", "01234 abx", "0123 ", "0123 "],
    );
  });

  it("drops the beginning of the key before an ellipsis, where a text was cut (SEC-31)", () => {
    assert.equal(redaction.apply('the cell "canary-3f9…" is no day'), 'the cell "…" is no day');
    assert.equal(redaction.apply("a can…"), "a can…");
    const escaped = new Redaction('k"ey-of-a-canary');
    assert.equal(escaped.apply(String.raw`{"detail": "wrong: k\"ey…`), '{"detail": "wrong: …');
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

  it("finds and replaces any key, however a writer escapes it, in any text (SEC-31, SEC-32)", async () => {
    await fc.assert(
      fc.asyncProperty(printableKey, surrounding, surrounding, async (secret, before, after) => {
        const tested = new Redaction(secret);
        for (const [how, escape] of Object.entries(escapers)) {
          const text = `${before}\n${escape(secret)}\n${after}`;
          assert.equal(tested.apply(text), `${before}\n[REDACTED]\n${after}`, how);
          assert.ok(tested.isIn(text), how);
          assert.ok(await tested.isInBytes(Buffer.from(text), false), how);
        }
      }),
      { numRuns: runs(300), seed },
    );
  });

  it("finds and replaces any key among any bytes in base64 (SEC-31, SEC-32)", async () => {
    const bytes = fc.uint8Array({ maxLength: 9 });
    const alphabet = fc.constantFrom("base64" as const, "base64url" as const);
    await fc.assert(
      fc.asyncProperty(printableKey, bytes, bytes, alphabet, async (secret, head, tail, base64) => {
        const tested = new Redaction(secret);
        const text = Buffer.concat([head, Buffer.from(secret), tail]).toString(base64);
        // Six bits a character; those that hold bits of other bytes stay.
        const start = Math.ceil((head.length * 8) / 6);
        const end = Math.floor(((head.length + secret.length) * 8) / 6);
        assert.equal(tested.apply(text), `${text.slice(0, start)}[REDACTED]${text.slice(end)}`);
        for (const isBinary of [true, false]) {
          assert.ok(await tested.isInBytes(Buffer.from(text), isBinary));
        }
      }),
      { numRuns: runs(300), seed },
    );
  });

  for (const [how, escape] of Object.entries(escapers)) {
    it(`replaces each printable character of a key ${how} (SEC-31)`, () => {
      for (let code = 0x20; code < 0x7f; code++) {
        const character = String.fromCharCode(code);
        const text = escape(`k${character}canary`);
        assert.equal(new Redaction(`k${character}canary`).apply(text), "[REDACTED]", text);
      }
    });
  }

  it("replaces a key that looks like an escape, both unescaped and escaped (SEC-31)", () => {
    for (const odd of [
      "a%25canary%2525",
      "a&amp;canary&#38;",
      "\\u0041canary\\\\",
      '\\"\\"\\"canary',
    ]) {
      for (const [how, escape] of Object.entries(escapers)) {
        assert.equal(new Redaction(odd).apply(`<${escape(odd)}>`), "<[REDACTED]>", how);
      }
    }
  });

  it("leaves alone a text that differs from the key in the case of one letter", () => {
    const mixed = new Redaction("Canary-3f9C");
    for (const text of ["canary-3f9C", "Canary-3f9c", "%63anary-3f9C", "&#99;anary-3f9C"]) {
      assert.equal(mixed.apply(text), text);
    }
  });

  it("looks at each character of a text a bounded number of times (HOST-09)", () => {
    // Each would take minutes if the time grew with the square of the length.
    for (const text of ["\\", "%25", "&amp;", "&#0", "c\n", "c", "canary-3f9c/+ 7", "Y2FuYXJ5"]) {
      const long = text.repeat(Math.floor(400_000 / text.length));
      assert.equal(redaction.apply(long), long);
    }
  });

  it("lets other work run between pieces of 64 KiB of a body (HOST-07)", async () => {
    let turns = 0;
    let isDone = false;
    const takeTurn = (): void => {
      turns += 1;
      if (!isDone) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    assert.equal(await redaction.isInBytes(Buffer.alloc(32 * pieceBytes, "%61"), false), false);
    isDone = true;
    assert.ok(turns >= 31, `${turns} turns`);
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
