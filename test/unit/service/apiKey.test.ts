import assert from "node:assert/strict";
import { type TypedApiKey, parseApiKey, parseEnteredKey } from "../../../src/service/apiKey";

describe("parseApiKey", () => {
  it("trims blanks around the key, and keeps those within (SEC-09)", () => {
    assert.deepEqual(parseApiKey(" \t ab c=/+ \t"), { ok: true, key: "ab c=/+" });
  });

  const refused: [when: string, text: string, problem: (TypedApiKey & { ok: false })["problem"]][] =
    [
      ["nothing", "", "empty"],
      ["blanks", " \t ", "empty"],
      ["CR", "secret\rx", "forbidden-character"],
      ["LF at the end", "secret\n", "forbidden-character"],
      ["CR LF and a header", "secret\r\nX-Admin: 1", "forbidden-character"],
      ["NUL", "secret\0", "forbidden-character"],
      ["a tab within", "sec\tret", "forbidden-character"],
      ["DEL", "secret\x7f", "forbidden-character"],
      ["a letter beyond ASCII", "sécret", "forbidden-character"],
      ["a no-break space", "secret\u00a0", "forbidden-character"],
    ];
  for (const [when, text, problem] of refused) {
    it(`refuses ${when} without repeating it (SEC-09)`, () => {
      assert.deepEqual(parseApiKey(text), { ok: false, problem });
    });
  }
});

describe("parseEnteredKey", () => {
  const origin = "https://api.example.com";

  it("refuses fewer than 8 characters without repeating them (SEC-09)", () => {
    assert.deepEqual(parseEnteredKey(" 1234567 ", origin), { ok: false, problem: "too-short" });
    assert.deepEqual(parseEnteredKey("12345678", origin), { ok: true, key: "12345678" });
  });

  for (const local of ["http://127.0.0.1:8080", "http://[::1]", "https://localhost"]) {
    it(`takes a short key for ${local}, on this computer (SEC-09)`, () => {
      assert.deepEqual(parseEnteredKey("x", local), { ok: true, key: "x" });
      assert.deepEqual(parseEnteredKey("", local), { ok: false, problem: "empty" });
    });
  }

  it("takes no host for this computer that only begins like it (SEC-09)", () => {
    for (const other of ["https://localhost.example.com", "https://127.0.0.1.example.com"]) {
      assert.equal(parseEnteredKey("1234567", other).ok, false);
    }
  });
});
