import assert from "node:assert/strict";
import {
  type CompletedPlace,
  placeInDataset,
  placeInLine,
  placeInPin,
} from "../../../../../src/features/notebook/code/completedPlace";

/** The place at the bar in a line. */
function at(marked: string): { place: CompletedPlace | undefined; text: string } {
  const column = marked.indexOf("|");
  const text = marked.replace("|", "");
  return { place: placeInLine(text, column), text };
}

/** The line after a text was completed at the bar. */
function completed(marked: string, value: string): string | undefined {
  const { place, text } = at(marked);
  const written = place?.write(value);
  if (place === undefined || written === undefined) return undefined;
  return text.slice(0, place.from) + written + text.slice(place.to);
}

describe("a place in a reference line", () => {
  const wanted: [line: string, expected: unknown][] = [
    ["# macro-signals: signals/|", { what: "code" }],
    ["# macro-signals: signals/IN|", { what: "code" }],
    ["-- macro-signals: signals/IN|FL/2/country_iso=US/FIT/latest @ sample", { what: "code" }],
    ["<!-- macro-signals: signals/INFL/| -->", { what: "version" }],
    ["# macro-signals: signals/INFL/2/|", { what: "tagKind", after: "", before: undefined }],
    [
      "# macro-signals: signals/INFL/2/a=1,b|,c=2/FIT/latest @ sample",
      { what: "tagKind", after: "a", before: "c" },
    ],
    ["# macro-signals: signals/INFL/2/a=1,|", { what: "tagKind", after: "a", before: undefined }],
    [
      "# macro-signals: signals/INFL/2/country_iso=|",
      { what: "tagValue", kind: "country_iso", others: [] },
    ],
    [
      "# macro-signals: signals/INFL/2/a=1,b%2Fc=x+|y+z/FIT/latest @ sample",
      { what: "tagValue", kind: "b/c", others: ["x", "z"] },
    ],
    ["# macro-signals: signals/INFL/2/a=1/F|", { what: "dataKind" }],
    ["# macro-signals: signals/INFL/2/a=1/FIT/|", undefined],
    ["# macro-signals: forecasts/|", undefined],
    ["# macro-signals: sig|", undefined],
    ["# macro-sig|nals: signals/INFL", undefined],
    ["# macro-signals: signals/INFL @ sam|ple", undefined],
  ];
  for (const [line, expected] of wanted) {
    it(`is found in ${line}`, () => assert.deepEqual(at(line).place?.wanted, expected));
  }

  it("has the signal and the service that the line names", () => {
    const { place } = at("# macro-signals: signals/A%2FB/3/c=US+DE/|FIT/latest @ https://a.b/");
    assert.deepEqual(place?.signal, { code: "A/B", version: 3, tags: { c: ["US", "DE"] } });
    assert.equal(place.service, "https://a.b/");
    assert.equal(at("# macro-signals: signals/|").place?.service, undefined);
  });

  it("has what is typed, decoded", () => {
    assert.equal(at("# macro-signals: signals/A%2FB|C/2").place?.typed, "A/B");
    assert.equal(at("# macro-signals: signals/A%2|FBC/2").place?.typed, "A%2");
  });

  const written: [line: string, value: string, expected: string | undefined][] = [
    [
      "# macro-signals: signals/IN|X/2/a=1/FIT/latest @ sample",
      "INFL",
      "# macro-signals: signals/INFL/2/a=1/FIT/latest @ sample",
    ],
    ["# macro-signals: signals/X/1/|", "country_iso", "# macro-signals: signals/X/1/country_iso="],
    ["# macro-signals: signals/X/1/c|o=US", "kind", "# macro-signals: signals/X/1/kind=US"],
    ["# macro-signals: signals/X/1/a=U|S+DE/FIT", "FR", "# macro-signals: signals/X/1/a=FR+DE/FIT"],
    // RFC 3986: each octet of UTF-8 outside the unreserved characters; U+202E is E2 80 AE.
    [
      "# macro-signals: signals/|",
      'a/"b" @ \u202e',
      "# macro-signals: signals/a%2F%22b%22 %40 %E2%80%AE",
    ],
    ["# macro-signals: signals/|", "a\0b", undefined],
    ["# macro-signals: signals/X/1/a=|", "", "# macro-signals: signals/X/1/a=%00"],
  ];
  for (const [line, value, expected] of written) {
    it(`takes ${JSON.stringify(value)} in ${line}`, () => {
      assert.equal(completed(line, value), expected);
    });
  }
});

describe("a place in a pin of the settings", () => {
  /** The place at the bar in a document. */
  function pinAt(...rows: string[]): CompletedPlace | undefined {
    const row = rows.findIndex((text) => text.includes("|"));
    const column = rows[row]?.indexOf("|") ?? -1;
    return placeInPin((at) => (rows[at] ?? "").replace("|", ""), row, column);
  }

  it("is in a text of the setting, with its service", () => {
    const place = pinAt(
      "{",
      '  "macroSignals.pins": [',
      '    { "name": "Mine", "pin": "signals/INFL/2/country_iso=|US/FIT/latest @ https://a.b" }',
    );
    assert.deepEqual(place?.wanted, { what: "tagValue", kind: "country_iso", others: [] });
    assert.deepEqual([place.signal.code, place.service], ["INFL", "https://a.b"]);
    assert.equal(place.to - place.from, 2);
  });

  it("ends with the text, not with the line", () => {
    const place = pinAt('  "macroSignals.pins": ["signals/IN|", "pages/latest @ sample"]');
    assert.deepEqual(
      [place?.wanted, place?.typed, place?.service],
      [{ what: "code" }, "IN", undefined],
    );
  });

  it("is in no other setting, and in no other text", () => {
    assert.equal(
      pinAt('"macroSignals.pins": [],', '"other.setting": [', '"signals/IN|"'),
      undefined,
    );
    assert.equal(pinAt('"macroSignals.pins": ["profiles/a|"]'), undefined);
    assert.equal(pinAt('"signals/IN|"'), undefined);
  });
});

describe("a place in a reference of a dataset", () => {
  const rows = [
    "{",
    '  "service": "https://a.b",',
    '  "tables": { "us": { "series": "signals/INFL/2/country_iso=U|S" }, "x": {} } }',
  ];
  const datasetAt = (marked: string): CompletedPlace | undefined =>
    placeInDataset(rows.join("\n"), marked.replace("|", ""), marked.indexOf("|"));

  it("has the service of the dataset, and ends with the text", () => {
    const place = datasetAt(rows[2] ?? "");
    assert.deepEqual(place?.wanted, { what: "tagValue", kind: "country_iso", others: [] });
    assert.deepEqual([place.signal.code, place.service, place.typed], ["INFL", "https://a.b", "U"]);
    assert.equal(place.to - place.from, 2);
  });

  it("is in no other text", () => {
    assert.equal(datasetAt('  "service": "https|://a.b",'), undefined);
    assert.equal(datasetAt('{ "forecast": "forecasts/S|" }'), undefined);
  });
});
