import assert from "node:assert/strict";
import { toJson } from "../../../src/data/jsonWriter";
import { frameOf } from "../../support/frames";

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe("toJson", () => {
  it("writes one row on each line, null for no value, and a line break at the end", () => {
    const frame = frameOf(["1969-12-31", "2024-02-29"], {
      Level: [0.1 + 0.2, null],
      Note: [null, 'say "x"\n'],
    });
    const expected = [
      "[",
      '{"Date":"1969-12-31","Level":0.30000000000000004,"Note":null},',
      String.raw`{"Date":"2024-02-29","Level":null,"Note":"say \"x\"\n"}`,
      "]",
      "",
    ];
    assert.equal(textOf(toJson(frame)), expected.join("\n"));
  });

  it("writes days alone, and nothing as an empty array", () => {
    assert.equal(textOf(toJson(frameOf(["2024-01-01"], {}))), '[\n{"Date":"2024-01-01"}\n]\n');
    assert.equal(textOf(toJson(frameOf([], { Level: [] }))), "[]\n");
  });
});
