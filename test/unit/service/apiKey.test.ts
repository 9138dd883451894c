import assert from "node:assert/strict";
import { type TypedApiKey, parseApiKey, parseKeyFor } from "../../../src/service/apiKey";

describe("parseApiKey", () => {
  it("trims blanks around the key, and keeps those within (SEC-09)", () => {
    assert.deepEqual(parseApiKey(" \t ab c=/+ \t"), { ok: true, key: "ab c=/+" });
  });

  const around: [what: string, blank: string][] = [
    ["CR", "\r"],
    ["LF", "\n"],
    ["CR LF", "\r\n"],
    ["a form feed", "\f"],
    ["a no-break space", "\u00a0"],
    ["a byte order mark", "\ufeff"],
    ["an ideographic space", "\u3000"],
    ["a line separator", "\u2028"],
    ["all of them", "\ufeff \u00a0\t\r\n"],
  ];
  for (const [what, blank] of around) {
    it(`trims ${what} at both ends (SEC-09)`, () => {
      assert.deepEqual(parseApiKey(`${blank}ab c${blank}`), { ok: true, key: "ab c" });
    });
  }

  const refused: [when: string, text: string, problem: (TypedApiKey & { ok: false })["problem"]][] =
    [
      ["nothing", "", "empty"],
      ["blanks", " \t ", "empty"],
      ["CR", "secret\rx", "forbidden-character"],
      ["LF within", "sec\nret", "forbidden-character"],
      ["line ends alone", "\r\n", "empty"],
      ["CR LF and a header", "secret\r\nX-Admin: 1", "forbidden-character"],
      ["NUL", "secret\0", "forbidden-character"],
      ["a tab within", "sec\tret", "forbidden-character"],
      ["DEL", "secret\x7f", "forbidden-character"],
      ["a letter beyond ASCII", "sécret", "forbidden-character"],
      ["a byte order mark within", "sec\ufeffret", "forbidden-character"],
      ["a no-break space within", "sec\u00a0ret", "forbidden-character"],
    ];
  for (const [when, text, problem] of refused) {
    it(`refuses ${when} without repeating it (SEC-09)`, () => {
      assert.deepEqual(parseApiKey(text), { ok: false, problem });
    });
  }
});

describe("parseKeyFor", () => {
  const origin = "https://api.example.com";

  it("refuses fewer than 8 characters without repeating them (SEC-09)", () => {
    assert.deepEqual(parseKeyFor(" 1234567 ", origin), { ok: false, problem: "too-short" });
    assert.deepEqual(parseKeyFor("12345678", origin), { ok: true, key: "12345678" });
  });

  for (const local of ["http://127.0.0.1:8080", "http://[::1]", "https://localhost"]) {
    it(`takes a short key for ${local}, on this computer (SEC-09)`, () => {
      assert.deepEqual(parseKeyFor("x", local), { ok: true, key: "x" });
      assert.deepEqual(parseKeyFor("", local), { ok: false, problem: "empty" });
    });
  }

  it("takes no host for this computer that only begins like it (SEC-09)", () => {
    for (const other of ["https://localhost.example.com", "https://127.0.0.1.example.com"]) {
      assert.equal(parseKeyFor("1234567", other).ok, false);
    }
  });
});
