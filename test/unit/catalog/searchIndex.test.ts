import assert from "node:assert/strict";
import fc from "fast-check";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { type TagText, VariantGroups } from "../../../src/catalog/searchEntries";
import {
  type SearchEntry,
  mergedByWeight,
  type SearchGroup,
  SearchIndex,
  type SearchText,
} from "../../../src/catalog/searchIndex";
import { definition, sub, tag } from "../../support/definitions";
import { runs } from "../../support/propertyRuns";
import { names } from "../../support/references";

function entry(code: string, position: number, ...texts: readonly string[]): SearchEntry<string> {
  return { item: [code, ...texts].join(" "), code, texts, position };
}

function indexOf<T>(entries: Iterable<SearchEntry<T>>): SearchIndex<T> {
  const index = new SearchIndex<T>();
  for (const each of entries) index.add(each);
  return index;
}

const everything = Number.POSITIVE_INFINITY;

describe("SearchIndex", () => {
  describe("ranks", () => {
    const cases: [when: string, query: string, entries: string[][], found: string[]][] = [
      ["an empty query by order", " ", [["B"], ["A"]], ["B", "A"]],
      [
        "a whole word before a beginning",
        "us",
        [
          ["X", "USD"],
          ["Y", "US"],
        ],
        ["Y US", "X USD"],
      ],
      ["a beginning before a part", "en", [["A_EN"], ["ENERGY"]], ["ENERGY", "A_EN"]],
      ["a part before any other place", "en", [["GREEN"], ["A_EN"]], ["A_EN", "GREEN"]],
      ["the code before other texts", "infl", [["X", "Infl"], ["INFL"]], ["INFL", "X Infl"]],
      ["a whole word before the code's beginning", "us", [["USX"], ["A", "US"]], ["A US", "USX"]],
      [
        "equal matches by order",
        "us",
        [
          ["B", "US"],
          ["A", "US"],
        ],
        ["B US", "A US"],
      ],
      [
        "only what has all words",
        "us infl",
        [
          ["INFL", "US"],
          ["INFL", "DE"],
        ],
        ["INFL US"],
      ],
      ["words in any order", "energy us", [["A", "US", "Energy"]], ["A US Energy"]],
      ["the words of a name", "united kingdom", [["A", "United Kingdom"]], ["A United Kingdom"]],
      ["accents and case alike", "türkiye", [["A", "TURKIYE"]], ["A TURKIYE"]],
      ["an apostrophe", "cote d'ivoire", [["A", "Côte d’Ivoire"]], ["A Côte d’Ivoire"]],
      ["a sharp s", "strasse", [["A", "Straße"]], ["A Straße"]],
      ["a letter with a stroke", "lodz", [["A", "Łódź"]], ["A Łódź"]],
      ["another such letter", "kobenhavn", [["A", "København"]], ["A København"]],
      ["a dotless i", "DIYARBAKIR", [["A", "Diyarbakır"]], ["A Diyarbakır"]],
      [
        "a row's own text",
        "INFL · US",
        [
          ["INFL", "US"],
          ["GROWTH", "US"],
        ],
        ["INFL US"],
      ],
      ["nothing for an unknown word", "infl xyz", [["INFL"]], []],
    ];
    for (const [when, query, entries, found] of cases) {
      it(when, () => {
        const rows = entries.map(([code = "", ...texts], order) => entry(code, order, ...texts));
        const { weights, ...result } = indexOf(rows).search(query, everything);
        const readings = found.map(() => []);
        assert.deepEqual(result, { items: found, readings, total: found.length });
        assert.deepEqual(
          weights,
          weights.toSorted((a, b) => b - a),
        );
      });
    }
  });

  describe("reads", () => {
    const found = (query: string, ...entries: readonly (readonly string[])[]): string[] => {
      const rows = entries.map(([code = "", ...texts], order) => entry(code, order, ...texts));
      const { items, readings } = indexOf(rows).search(query, everything);
      return items.map((item, at) =>
        [item, ...(readings[at] ?? []).map(({ typed, read }) => `${read} for ${typed}`)].join(", "),
      );
    };
    const inflation = ["CPI_YOY", "Inflation"];

    const errors: [what: string, query: string, word: string | null][] = [
      ["a letter left out", "inflatin", "inflation"],
      ["a letter too many", "inflaation", "inflation"],
      ["another letter", "inflatiom", "inflation"],
      ["two neighbors swapped", "inflatoin", "inflation"],
      ["a wrong first letter", "unflation", "inflation"],
      ["two errors from eight letters on", "infaltoin", "inflation"],
      ["no three errors", "infaltoim", null],
      ["one error from four letters on", "infk", "inflation"],
      ["no second one below eight letters", "imfk", null],
      ["no error in three letters", "imf", null],
      ["what is being typed", "inflatoi", "inflation"],
    ];
    for (const [what, query, word] of errors) {
      it(`${what}: ${query}`, () => {
        const expected = word === null ? [] : [`CPI_YOY Inflation, ${word} for ${query}`];
        assert.deepEqual(found(query, inflation), expected);
      });
    }

    it("typing errors in parts of a code, and none in numbers", () => {
      assert.deepEqual(found("enregy", ["EQ_ENERGY"]), ["EQ_ENERGY, eq_energy for enregy"]);
      assert.deepEqual(found("2034", ["2024"]), []);
    });

    it("no typing error into a word that matches something as typed", () => {
      assert.deepEqual(found("gold", ["A", "Golf"], ["B", "Gold"]), ["B Gold"]);
      assert.deepEqual(found("golf", ["A", "Golf"], ["B", "Gold"]), ["A Golf"]);
    });

    it("the words with the fewest errors, a whole one first", () => {
      const markets = [
        ["A", "Germanium"],
        ["B", "Germany"],
        ["C", "Gormany"],
      ];
      assert.deepEqual(found("germamy", ...markets), ["B Germany, germany for germamy"]);
      assert.deepEqual(found("germnia", ["A", "Germaniam"], ["B", "Germania"]), [
        "B Germania, germania for germnia",
        "A Germaniam, germaniam for germnia",
      ]);
    });

    it("synonyms of countries by all words of a name or by the code, below matches as typed", () => {
      assert.deepEqual(
        found(
          "uk",
          ["A", "Kingdom"],
          ["B", "United Kingdom"],
          ["C", "GB"],
          ["D", "UK"],
          ["E", "Ukraine"],
        ),
        ["D UK", "E Ukraine", "B United Kingdom, united kingdom for uk", "C GB, gb for uk"],
      );
      assert.deepEqual(found("USA", ["A", "United States"]), [
        "A United States, united states for usa",
      ]);
      assert.deepEqual(found("uae", ["A", "AE"], ["B", "Aerospace"]), ["A AE, ae for uae"]);
      assert.deepEqual(found("holland", ["A", "Netherlands"]), [
        "A Netherlands, netherlands for holland",
      ]);
      assert.deepEqual(found("korea", ["A", "KR"], ["B", "South Korea"]), [
        "B South Korea",
        "A KR, kr for korea",
      ]);
    });

    it("synonyms of the field", () => {
      assert.deepEqual(found("cpi", ["INFL", "Inflation"], inflation), [
        "CPI_YOY Inflation",
        "INFL Inflation, inflation for cpi",
      ]);
      assert.deepEqual(found("gdp", ["A", "Growth Nowcast"]), ["A Growth Nowcast, growth for gdp"]);
      assert.deepEqual(found("rates", ["A", "Policy Stance"]), [
        "A Policy Stance, policy for rates",
      ]);
      assert.deepEqual(found("fx", ["A", "Currency Carry"]), ["A Currency Carry, currency for fx"]);
    });

    it("what has more words as typed first, however well the others fit", () => {
      const rows = [
        ["A", "Inflation", "Germany"],
        ["B", "precpis", "xgermanyx"],
      ];
      assert.deepEqual(found("cpi germany", ...rows), [
        "B precpis xgermanyx",
        "A Inflation Germany, inflation for cpi",
      ]);
    });
  });

  describe("ranks what it forgives", () => {
    /** A misspelt or foreign text, what it finds, and an entry that has the query as typed or nothing of it. */
    const cases: [query: string, found: string, read: readonly string[], exact: string][] = [
      ["cote d'ivoire", "Côte d’Ivoire", [], "Cote d'Ivoire Fund"],
      ["strasse", "Straße", [], "Strasse 1"],
      ["lodz", "Łódź", [], "Lodz Voivodeship"],
      ["kobenhavn", "København", [], "Kobenhavn H"],
      ["istanbul", "İstanbul", [], "Istanbul Airport"],
      ["isparta", "Isparta ısı", [], "Isparta Province"],
      ["infk", "Infl", ["infl for infk"], "Infk"],
      ["inflaation", "Inflation", ["inflation for inflaation"], "Inflaation"],
      ["inflatin", "Inflation", ["inflation for inflatin"], "Inflatin"],
      ["inflatiom", "Inflation", ["inflation for inflatiom"], "Inflatiom"],
      ["inflatoin", "Inflation", ["inflation for inflatoin"], "Inflatoin"],
      ["infaltoin", "Inflation", ["inflation for infaltoin"], "Infaltoin"],
      ["uk", "United Kingdom", ["united kingdom for uk"], "UK"],
      ["usa", "United States", ["united states for usa"], "USA"],
      ["uae", "United Arab Emirates", ["united arab emirates for uae"], "UAE"],
      ["korea", "KR", ["kr for korea"], "Korea"],
      ["holland", "Netherlands", ["netherlands for holland"], "Holland"],
      ["cpi", "Inflation", ["inflation for cpi"], "CPI"],
      ["gdp", "Growth", ["growth for gdp"], "GDP"],
      ["rates", "Policy", ["policy for rates"], "Rates"],
      ["fx", "Currency", ["currency for fx"], "FX"],
    ];
    const found = (query: string, ...names: readonly string[]): unknown => {
      const entries = names.map((name, at) => ({ ...entry(`C${at}`, at, name), item: name }));
      const { items, readings } = indexOf(entries).search(query, everything);
      return items.map((item, at) => [
        item,
        (readings[at] ?? []).map(({ typed, read }) => `${read} for ${typed}`),
      ]);
    };
    for (const [query, name, read, exact] of cases) {
      it(`${query} finds ${name}`, () => {
        assert.deepEqual(found(query, "Zzz", name), [[name, read]]);
      });
      if (read.length === 0) continue;
      it(`${query} as typed is above all that is read for it`, () => {
        const all = found(query, name, exact) as readonly (readonly [string, readonly string[]])[];
        assert.deepEqual(all[0], [exact, []]);
      });
    }
  });

  it("merges what several indexes found by weight, equally good items in their order", () => {
    const countries = [entry("DE", 0, "Germany"), entry("US", 1, "United States")];
    const signals = [entry("S", 0, "Gremany"), entry("GERMANY", 1, "Index")];
    const results = [countries, signals].map((entries) =>
      indexOf(entries).search("germany", everything),
    );
    // The code itself, then a word as typed, each in its own index; an error counts only without a match as typed.
    assert.deepEqual(mergedByWeight(results), ["GERMANY Index", "DE Germany"]);
    const misspelt = [[entry("A", 0, "Gemrany")], countries].map((entries) =>
      indexOf(entries).search("germany", everything),
    );
    assert.deepEqual(mergedByWeight(misspelt), ["DE Germany", "A Gemrany"]);
    const equal = [countries, countries].map((entries) => indexOf(entries).search("", 1));
    assert.deepEqual(mergedByWeight(equal), ["DE Germany", "DE Germany"]);
    assert.deepEqual(mergedByWeight([]), []);
  });

  it("finds every word with one error in it", () => {
    const letter = fc.nat(6).map((at) => "abcdefg".charAt(at));
    const letters = fc.array(letter, {
      minLength: 5,
      maxLength: 12,
    });
    fc.assert(
      fc.property(
        letters,
        fc.nat(),
        fc.constantFrom("swap", "drop", "add", "change"),
        (word, seed, how) => {
          const at = seed % (word.length - 1);
          const [one = "", other = ""] = word.slice(at, at + 2);
          const put = {
            swap: [other, one],
            drop: [other],
            add: [one, "z", other],
            change: ["z", other],
          };
          const typed = word.toSpliced(at, 2, ...put[how]);
          const { items } = indexOf([entry(word.join(""), 0)]).search(typed.join(""), 1);
          assert.deepEqual(items, [word.join("")]);
        },
      ),
      { numRuns: runs() },
    );
  });

  it("gives the best few and counts all", () => {
    const rows = Array.from({ length: 50 }, (_, order) => entry(`A${order}`, 49 - order));
    const { items, total } = indexOf(rows).search("a", 3);
    assert.deepEqual(items, ["A49", "A48", "A47"]);
    assert.equal(total, 50);
  });

  it("finds what was added after a search", () => {
    const index = indexOf([entry("INFL", 0)]);
    assert.deepEqual(index.search("growth", 9).items, []);
    index.add(entry("GROWTH", 1));
    assert.deepEqual(index.search("growth", 9).items, ["GROWTH"]);
  });

  const entryLists = fc
    .array(fc.tuple(names, fc.array(names, { maxLength: 3 })), { maxLength: 12 })
    .map((rows) => rows.map(([code, texts], order) => entry(code, order, ...texts)));

  it("finds every entry by its code", () => {
    fc.assert(
      fc.property(entryLists, (rows) => {
        const index = indexOf(rows);
        const missed = rows.filter(
          ({ item, code }) => !index.search(code, everything).items.includes(item),
        );
        assert.deepEqual(missed, []);
      }),
      { numRuns: runs() },
    );
  });

  it("answers the same in whatever order its entries came", () => {
    const shuffled = entryLists.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc.shuffledSubarray(rows, { minLength: rows.length }),
        fc.oneof(names, fc.constantFrom(...rows.map(({ code }) => code.slice(0, 2)), "")),
      ),
    );
    fc.assert(
      fc.property(shuffled, fc.integer({ min: 1, max: 12 }), ([rows, other, query], max) => {
        assert.deepEqual(indexOf(other).search(query, max), indexOf(rows).search(query, max));
      }),
      { numRuns: runs() },
    );
  });

  describe("of groups", () => {
    const index = new SearchIndex<string, SearchText>();
    const [us, de] = [{ text: "US United States" }, { text: "DE Germany" }];

    function group(
      code: string,
      position: number,
      entries: readonly (readonly SearchText[])[],
    ): SearchGroup<string, SearchText> {
      const itemOf = (own: readonly SearchText[]): string =>
        [code, ...own.map(({ text }) => text.slice(0, 2))].join(" ");
      return { code, texts: [], position, entries, itemOf };
    }

    function put(key: string, ...given: Parameters<typeof group>): void {
      assert.equal([...index.indexing(key, group(...given))].length, given[2].length);
    }

    function found(query: string): readonly string[] {
      return index.search(query, everything).items;
    }

    beforeEach(() => {
      put("infl", "INFL", 0, [[us], [de]]);
      put("growth", "GROWTH", 1, [[us, de]]);
    });

    it("finds entries by what they share and by what is theirs", () => {
      assert.deepEqual(found("infl"), ["INFL US", "INFL DE"]);
      assert.deepEqual(found("states"), ["INFL US", "GROWTH US DE"]);
      assert.deepEqual(found("germany infl"), ["INFL DE"]);
      assert.deepEqual(found("us de"), ["GROWTH US DE"]);
      assert.equal(index.size, 3);
    });

    it("counts the word of an entry where it fits best", () => {
      put("us", "US", 2, [[de], [us]]);
      assert.deepEqual(found("us"), ["US DE", "US US", "INFL US", "GROWTH US DE"]);
      index.delete("us");
    });

    it("puts a group in the place of another with its key", () => {
      put("infl", "INFL", 0, [[de]]);
      assert.deepEqual(found("infl"), ["INFL DE"]);
      assert.equal(index.size, 2);
    });

    it("moves and removes groups", () => {
      index.move("infl", 2);
      assert.deepEqual(found("us"), ["GROWTH US DE", "INFL US"]);
      index.delete("growth");
      assert.deepEqual(found("us"), ["INFL US"]);
      assert.equal(index.size, 2);
      index.delete("growth");
      assert.equal(index.size, 2);
    });

    it("finds what was there before until all steps are done", () => {
      const steps = index.indexing("infl", group("INFL", 0, [[de], [de, us]]));
      steps.next();
      steps.next();
      assert.deepEqual(found("infl"), ["INFL US", "INFL DE"]);
      steps.next();
      assert.deepEqual(found("infl"), ["INFL DE", "INFL DE US"]);
    });
  });

  it("holds 200,000 variants", () => {
    const codes = Array.from({ length: 400 }, (_, index) => `S${index}`);
    const countries = Array.from({ length: 50 }, (_, index) => `C${index}`);
    const sectors = Array.from({ length: 10 }, (_, index) => `Sector ${index}`);
    const groups = new VariantGroups(new ReadableNames("en"));
    const index = new SearchIndex<unknown, TagText>();
    for (const [position, code] of codes.entries()) {
      const signal = definition(code, 1, tag("country_iso", countries, sub("sector", sectors)));
      for (const _ of index.indexing(code, groups.of(signal, position)));
    }
    assert.equal(index.size, 200_000);
    const { items, total } = index.search("s399 c49", 200);
    assert.equal(total, 10);
    assert.equal(items.length, 10);
    assert.equal(index.search("", 200).total, 200_000);
    assert.equal(index.search("sector", 200).items.length, 200);
  });
});
