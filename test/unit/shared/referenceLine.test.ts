import assert from "node:assert/strict";
import fc from "fast-check";
import { type Reference, forecastRef, panelRef, signalRef } from "../../../src/shared/reference";
import {
  commentStyles,
  formatReferenceLine,
  isReferenceLine,
  parseReferenceLine,
} from "../../../src/shared/referenceLine";
import { instantOfText } from "../../../src/shared/instant";
import { runs } from "../../support/propertyRuns";

const asOf = instantOfText("20261119T235959Z") ?? "latest";
const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "FIT",
  asOf,
});
const text =
  "# macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix";

describe("formatReferenceLine", () => {
  const service = "https://api.acme.com/prefix";

  it("names reference and service", () => {
    assert.equal(formatReferenceLine({ reference: us, service }, commentStyles.hash), text);
  });

  it("closes the comment where the language asks for it", () => {
    const line = formatReferenceLine({ reference: us, service: "sample" }, commentStyles.markup);
    assert.equal(
      line,
      "<!-- macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ sample -->",
    );
  });

  it("names the dataset whose files the code reads, in a text without blanks", () => {
    const dataset = "my studies/inflation (2024).macrodata.json";
    const line = { reference: us, service, dataset };
    const written = `${text} from my%20studies/inflation%20%282024%29.macrodata.json`;
    assert.equal(formatReferenceLine(line, commentStyles.hash), written);
    assert.deepEqual(parseReferenceLine(written), line);
    const markup = formatReferenceLine(line, commentStyles.markup);
    assert.deepEqual(parseReferenceLine(markup), line);
  });

  it("keeps whatever a name holds in one line that reads back as the same", () => {
    const name = fc.string({ unit: "grapheme" }).filter((value) => !value.includes("\0"));
    const style = fc.constantFrom(...Object.values(commentStyles));
    const reference: fc.Arbitrary<Reference> = fc.oneof(
      fc
        .tuple(name, name, name)
        .map(([market, currency, horizon]) => forecastRef({ market, currency, horizon })),
      fc
        .tuple(name, name, name, name)
        .map(([code, kind, value, other]) =>
          panelRef({ code, version: 3, tags: { [kind]: [value, other] }, dataKind: "SNAP", asOf }),
        ),
    );
    fc.assert(
      fc.property(reference, style, (given, comment) => {
        const line = formatReferenceLine({ reference: given, service: "sample" }, comment);
        assert.doesNotMatch(line, /[\p{Control}\u2028\u2029]/u);
        assert.deepEqual(parseReferenceLine(line), { reference: given, service: "sample" });
      }),
      { numRuns: runs() },
    );
  });
});

describe("a dataset in a reference line", () => {
  const refused: [when: string, dataset: string][] = [
    ["leads out of the folder", "../a.macrodata.json"],
    ["leads out of the folder, encoded", "%2E%2E/a.macrodata.json"],
    ["is absolute", "/tmp/a.macrodata.json"],
    ["has a backslash", "a%5Cb.macrodata.json"],
    ["has a drive", "C%3A/a.macrodata.json"],
    ["is not encoded as written", "%61.macrodata.json"],
    ["is no text", "%FF.macrodata.json"],
    ["has another ending", "a.json"],
  ];
  for (const [when, dataset] of refused) {
    it(`is refused when it ${when}`, () => {
      assert.equal(parseReferenceLine(`${text} from ${dataset}`), undefined);
    });
  }
});

describe("parseReferenceLine", () => {
  it("reads a slice", () => {
    const line = text.replace(" @", "/2020-01-01..2020-12-31 @");
    assert.deepEqual(parseReferenceLine(line)?.slice, { from: 18_262, to: 18_627 });
  });

  const readable: [when: string, line: string][] = [
    ["it is indented", `    ${text}`],
    ["a tool has stripped the blank after the hash", text.replace("# ", "#")],
    ["blanks follow it", `${text}  `],
    ["it is a comment of SQL", text.replace("#", "--")],
    ["it is a comment of Markdown", `${text.replace("#", "<!--")} -->`],
    ["the end of a comment follows without a blank", `${text.replace("#", "<!--")}-->`],
  ];
  for (const [when, line] of readable) {
    it(`reads a line when ${when}`, () => {
      assert.deepEqual(parseReferenceLine(line)?.reference, us);
    });
  }

  const unreadable: [when: string, line: string][] = [
    ["it is code", text.slice(2)],
    ["the version is no number", text.replace("/2/", "/two/")],
    ["the kind is unknown", text.replace("/FIT/", "/FITS/")],
    ["a day of its slice does not exist", text.replace(" @", "/..2020-02-30 @")],
    ["the instant does not exist", text.replace("20261119", "20261199")],
    ["there is no service", text.replace(/ @.*$/, "")],
    ["something follows the service", `${text} and more`],
    ["its comment is not closed", text.replace("#", "<!--")],
    ["a hash is closed like Markdown", `${text} -->`],
    ["it is nothing but blanks and @", `# macro-signals: ${" @ ".repeat(1_300)} \t`],
    ["it is nothing but ends of comments", `<!-- macro-signals: a @ ${" -->".repeat(900)} x`],
    ["it is longer than any of ours", text.replace("US", "U".repeat(4_000))],
    ["it holds a segment too many", text.replace(" @", "/more @")],
  ];
  for (const [when, line] of unreadable) {
    it(`refuses a line when ${when}`, () => {
      assert.equal(parseReferenceLine(line), undefined);
    });
  }

  it("tells a line that means to be ours from any other", () => {
    assert.equal(isReferenceLine(text.replace("/2/", "/two/")), true);
    assert.equal(isReferenceLine("# macro signals are scores"), false);
  });
});
