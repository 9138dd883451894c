import assert from "node:assert/strict";
import fc from "fast-check";
import { InvalidRequest } from "../../../src/service/errors";
import { path, query } from "../../../src/service/route";
import { runs } from "../../support/propertyRuns";

const nasty = [
  "../admin",
  "//evil",
  "a/b?x#y",
  "%2e%2e",
  ".",
  "..",
  "\u{1F600}",
  "x".repeat(10_240),
];

describe("path", () => {
  const written: [value: string | number, segment: string][] = [
    ["12 Months", "12%20Months"],
    [3, "3"],
    ["../admin", "..%2Fadmin"],
    ["//evil", "%2F%2Fevil"],
    ["a/b?x#y", "a%2Fb%3Fx%23y"],
    ["%2e%2e", "%252e%252e"],
    [".", "%2E"],
    ["..", "%2E%2E"],
    ["...", "..."],
    ["\u{1F600}", "%F0%9F%98%80"],
    ["a+b&c=d", "a%2Bb%26c%3Dd"],
    ["line\r\nbreak", "line%0D%0Abreak"],
  ];
  for (const [value, segment] of written) {
    it(`writes ${JSON.stringify(value)} as ${segment} (SEC-08)`, () => {
      assert.equal(path`/signal/${value}/data/`, `/signal/${segment}/data/`);
    });
  }

  const refused: [when: string, value: string][] = [
    ["half a surrogate pair", "a\ud800"],
    ["the other half", "\udc00b"],
    ["NUL", "a\0"],
    ["nothing", ""],
  ];
  for (const [when, value] of refused) {
    it(`refuses ${when}`, () => {
      assert.throws(() => path`/signal/${value}/`, InvalidRequest);
    });
  }

  it("gives any text exactly one segment from which it can be read back (SEC-08)", () => {
    const text = fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ minLength: 1, unit: "grapheme" }).filter((each) => !each.includes("\0")),
    );
    fc.assert(
      fc.property(text, text, (code, horizon) => {
        const segments = path`/v3/${code}/horizon/${horizon}/`.split("/");
        const [root, version, first = "", name, second = "", end] = segments;
        return (
          segments.length === 6 &&
          root === "" &&
          version === "v3" &&
          name === "horizon" &&
          end === "" &&
          /^[\x21-\x7e]+$/.test(first + second) &&
          ![first, second].some((each) => each === "." || each === "..") &&
          decodeURIComponent(first) === code &&
          decodeURIComponent(second) === horizon
        );
      }),
      { numRuns: runs() },
    );
  });
});

describe("query", () => {
  it("keeps the order it is given, and writes a blank as %20", () => {
    const route = query(path`/data/`, [
      ["sector", "Consumer Goods"],
      ["country_iso", "US"],
    ]);
    assert.equal(route, "/data/?sector=Consumer%20Goods&country_iso=US");
  });

  it("leaves a route without parameters as it is", () => {
    assert.equal(query(path`/data/`, []), "/data/");
  });

  it("refuses a parameter without a name", () => {
    assert.throws(() => query(path`/data/`, [["", "US"]]), InvalidRequest);
  });

  it("gives any name and value exactly one parameter from which they can be read back (SEC-08)", () => {
    const text = fc.oneof(
      fc.constantFrom(...nasty),
      fc.string({ minLength: 1, unit: "grapheme" }).filter((each) => !each.includes("\0")),
    );
    fc.assert(
      fc.property(text, text, (name, value) => {
        const route = query(path`/data/`, [
          [name, value],
          ["fmt", "csv"],
        ]);
        const url = new URL(route, "https://example.com");
        return (
          url.pathname === "/data/" &&
          url.hash === "" &&
          JSON.stringify([...url.searchParams]) ===
            JSON.stringify([
              [name, value],
              ["fmt", "csv"],
            ])
        );
      }),
      { numRuns: runs() },
    );
  });
});
