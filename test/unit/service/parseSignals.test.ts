import assert from "node:assert/strict";
import { ContractError } from "../../../src/service/errors";
import { readPage } from "../../../src/service/listing";
import { type ListedSignal, signalListing } from "../../../src/service/parseSignals";
import { parsedListing } from "../../support/parsedListing";

const infl: ListedSignal = { code: "INFL", version: 2, name: "Inflation" };
const grow: ListedSignal = { code: "GROW", version: 0, name: "GROW" };

describe("signalListing", () => {
  const shapes: [shape: string, page: unknown, signals: ListedSignal[]][] = [
    ["an array of codes", ["INFL", "GROW"], [{ ...grow, code: "INFL", name: "INFL" }, grow]],
    ["an array of objects", [infl, { code: "GROW" }], [infl, grow]],
    [
      "codes under other names",
      [{ signal_code: "INFL", signal_version: "2", name: "Inflation" }],
      [infl],
    ],
    ["a wrapper under a usual name", { count: 1, results: [infl] }, [infl]],
    ["a wrapper under any name", { total: 1, catalogue: [infl] }, [infl]],
    ["a wrapper with several arrays", { columns: ["code"], data: [infl] }, [infl]],
    ["a map", { INFL: { version: 2, name: "Inflation" }, GROW: {} }, [infl, grow]],
    ["a map of entries with their own codes", { 1: infl }, [infl]],
    ["a map in a wrapper", { signals: { GROW: {} } }, [grow]],
    ["a wrapper in a wrapper", { data: { results: [infl] } }, [infl]],
    ["an entry alone", { ...infl, tags: [] }, [{ ...infl, tags: [] }]],
    ["an empty array", [], []],
    ["an empty wrapper", { results: [] }, []],
    ["an empty object", {}, []],
    ["several versions", [{ code: "GROW", versions: [0, "1"] }], [grow, { ...grow, version: 1 }]],
    ["versions that are null", [{ code: "GROW", version: null, versions: null }], [grow]],
    ["duplicates", ["GROW", { code: "GROW", name: "Growth" }], [grow]],
    [
      "a duplicate that knows the tags",
      ["GROW", { code: "GROW", tags: [] }],
      [{ ...grow, tags: [] }],
    ],
    ["a name of blanks", [{ code: "GROW", name: " \n" }], [grow]],
    [
      "a field named __proto__",
      JSON.parse('[{"code": "GROW", "__proto__": {"name": "x"}}]'),
      [grow],
    ],
  ];
  for (const [shape, page, signals] of shapes) {
    it(`reads ${shape} (LIST-01)`, () => {
      const { items, unreadable, isComplete } = parsedListing(signalListing, page);
      assert.deepEqual(
        { items, unreadable, isComplete },
        { items: signals, unreadable: [], isComplete: true },
      );
    });
  }

  const refused: [what: string, page: unknown][] = [
    ["null", null],
    ["a number", 7],
    ["a text", "INFL"],
    ["an error", { detail: "no" }],
    ["an error object", { error: { code: 7 } }],
    ["a map of texts", { INFL: "Inflation" }],
    ["several arrays under unusual names", { a: ["x"], b: ["y"] }],
  ];
  for (const [what, page] of refused) {
    it(`refuses ${what}`, () => {
      assert.throws(() => parsedListing(signalListing, page), ContractError);
    });
  }

  const unreadable: [what: string, entry: unknown][] = [
    ["null", null],
    ["a number", 7],
    ["an array", ["INFL"]],
    ["an object without a code", { name: "Inflation" }],
    ["an empty code", ""],
    ["a code with NUL", "a\0"],
    ["half a surrogate pair", "\ud800"],
    ["a code of 5 MB", "x".repeat(5_000_000)],
    ["a negative version", { code: "A", version: -1 }],
    ["a version with a fraction", { code: "A", version: 1.5 }],
    ["a version in words", { code: "A", version: "two" }],
  ];
  for (const [what, entry] of unreadable) {
    it(`counts ${what} and keeps the others (LIST-01)`, () => {
      const listing = parsedListing(signalListing, ["GROW", entry, infl]);
      assert.deepEqual(listing.items, [grow, infl]);
      assert.deepEqual(
        listing.unreadable.map((each) => each.position),
        [1],
      );
    });
  }

  it("keeps the versions of an entry that can be read", () => {
    const listing = parsedListing(signalListing, [{ code: "GROW", versions: [0, "x"] }]);
    assert.deepEqual([listing.items, listing.unreadable.length], [[grow], 1]);
  });

  it("counts a bare text in a map: whether it is a code or a name is not certain", () => {
    const listing = parsedListing(signalListing, { GROW: {}, INFL: "Inflation" });
    assert.deepEqual(
      [listing.items, listing.unreadable.map((each) => each.position)],
      [[grow], [1]],
    );
  });

  it("cuts a name of 5 MB (LIST-01)", () => {
    const [signal] = parsedListing(signalListing, [
      { code: "A", name: "n".repeat(5_000_000) },
    ]).items;
    assert.equal(signal?.name.length, 1_000);
  });

  it("takes 1,000 versions of one entry, not more (LIST-04)", () => {
    const versions = Array.from({ length: 1_001 }, (_, index) => index);
    const { items, unreadable } = parsedListing(signalListing, [{ code: "GROW", versions }]);
    assert.equal(items.length, 1_000);
    assert.deepEqual(unreadable, [{ position: 0, reason: "has more than 1000 versions" }]);
  });

  it("reads no more of a page whose entries make 500,000 signals (LIST-04)", () => {
    const versions = Array.from({ length: 1_000 }, (_, index) => index);
    const entries = Array.from({ length: 501 }, (_, index) => ({ code: `S${index}`, versions }));
    const page = readPage(signalListing, entries, { request: "GET /", attempts: 1 });
    assert.deepEqual([page.items.length, page.entryCount, page.isCut], [500_000, 500, true]);
  });

  it("reads 200,000 entries (LIST-01)", () => {
    const page = Array.from({ length: 200_000 }, (_, index) => ({ code: `S${index}`, version: 1 }));
    assert.equal(parsedListing(signalListing, page).items.length, 200_000);
  });
});
