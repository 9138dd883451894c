import assert from "node:assert/strict";
import { parseWords } from "../../../../src/webview/chart/page/parseWords";

describe("parseWords", () => {
  it("reads texts by the English ones, and leaves out what is none", () => {
    assert.deepEqual(parseWords('{"Add": "Hinzufügen", "Keys": 3}'), { Add: "Hinzufügen" });
  });

  for (const json of ["{}", "null", "[]", "3"]) {
    it(`has no words in ${json}`, () => assert.deepEqual(parseWords(json), {}));
  }
});
