import assert from "node:assert/strict";
import { listedSpelling } from "../../../src/catalog/listedSpelling";
import { type Tag } from "../../../src/service/parseTags";

// unicodedata.normalize("NFD", "Öl") == "O\u0308l"
const oil = "O\u0308l";
const listed: readonly Tag[] = [
  { kind: "commodity", values: [oil, "Gold"], subTags: [{ kind: "re\u0301gion", values: ["A"] }] },
  { kind: "country_iso", values: ["DE"], subTags: [] },
];

describe("listedSpelling", () => {
  it("writes kinds and values as the service lists them (15.1.7)", () => {
    assert.deepEqual(listedSpelling({ commodity: "\u00d6l", "r\u00e9gion": "A" }, listed), {
      commodity: oil,
      "re\u0301gion": "A",
    });
  });

  it("leaves what is not listed as it is", () => {
    const tags = { commodity: "\u00c4l", country_iso: "DE", other: "\u00d6l" };
    assert.deepEqual(listedSpelling(tags, listed), tags);
  });
});
