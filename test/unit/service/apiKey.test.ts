import assert from "node:assert/strict";
import { type TypedApiKey, parseApiKey } from "../../../src/service/apiKey";

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
