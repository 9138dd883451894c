import assert from "node:assert/strict";
import fc from "fast-check";
import { ContractError } from "../../../src/service/errors";
import { parseJson } from "../../../src/service/parseJson";
import { type BodyForm, type BodyPage, readBody } from "../../../src/service/readBody";
import { runs } from "../../support/propertyRuns";

const facts = { request: "GET /", attempts: 1 };

function read<F extends BodyForm>(form: F, text: string): BodyPage<F> {
  return readBody({ form, bytes: Buffer.from(text), facts });
}

const latest =
  '"latest": {"Date": "2024-06-28T00:00:00", "Level": 1, "Momentum": 2, "Aggregate": 3}';
const record = `{"signal_code": "INFL", "version": 1, "country_iso": "US", ${latest}}`;
const root = '"latest": {"kind": "Forecast", "forecast": 0.05}';
const names =
  '"market_code": "SPX", "currency_iso": "USD", "horizon": "1 Year", "hedging": "Local"';
const forecast = `{${names}, ${root}}`;

describe("a body in which an object has a duplicate key", () => {
  const records: [what: string, form: BodyForm, entry: string, neighbor: string][] = [
    [
      "a tag",
      "latestSignals",
      `{"country_iso": "US", "country_iso": "DE", "version": 1, ${latest}}`,
      record,
    ],
    [
      "an escaped tag",
      "latestSignals",
      `{"country_iso": "US", "\\u0063ountry_iso": "DE", "version": 1, ${latest}}`,
      record,
    ],
    [
      "a score",
      "latestSignals",
      `{"version": 1, ${latest.replace('"Level"', '"Level": 9, "Level"')}}`,
      record,
    ],
    [
      "__proto__",
      "latestSignals",
      `{"version": 1, "__proto__": 1, "__proto__": 2, ${latest}}`,
      record,
    ],
    ["a market", "latestForecasts", `{"market_code": "DAX", ${names}, ${root}}`, forecast],
    [
      "a forecast of a node",
      "latestForecasts",
      `{${names}, "latest": {"kind": "Forecast", "forecast": 1, "forecast": 2}}`,
      forecast,
    ],
    [
      "a kind in the variant of an attribution",
      "latestForecasts",
      `{${names}, ${root}, "attributions": [{"signal_code": "A", "variant": {"sector": "x", "sector": "y"}, "forecast": 0}]}`,
      forecast,
    ],
    ["a ticker", "markets", '{"ticker": "DAX", "ticker": "SPX"}', '{"ticker": "SPX"}'],
    ["a version", "signals", '{"code": "A", "version": 1, "version": 2}', '{"code": "A"}'],
  ];
  for (const [what, form, entry, neighbor] of records) {
    it(`leaves out the entry of ${form} that repeats ${what}, and reports it (DATA-06)`, () => {
      const { items, unreadable } = read(
        form,
        `[${neighbor}, ${entry}, ${neighbor.replace("US", "FR")}]`,
      );
      const expected = form === "signals" ? 1 : 2;
      assert.deepEqual(
        [items.length, unreadable],
        [expected, [{ position: 1, reason: "has a duplicate key" }]],
      );
    });
  }

  for (const [form, body] of [
    ["latestSignals", `{"results": [${record}], "results": []}`],
    ["latestForecasts", `{"next": null, "results": [${forecast}], "next": "?page=2"}`],
    ["signals", '{"data": {"results": ["A"], "results": ["B"]}}'],
    ["signals", '{"data": {"results": ["A"]}, "data": {"results": ["B"]}}'],
    ["signals", '{"signals": {"A": {}}, "signals": {"B": {}}}'],
    ["signals", '{"A": {}, "next": "?page=2", "next": "?page=3"}'],
    ["signals", '{"results": ["A"], "links": {"next": "?page=2", "next": "?page=3"}}'],
    ["definition", '{"name": "x", "tags": [], "tags": [{"kind": "a", "values": ["b"]}]}'],
  ] as const) {
    it(`is refused if the duplicate is outside the entries of ${form}`, () => {
      assert.throws(
        () => read(form, body),
        (error) => error instanceof ContractError && error.problem.endsWith("has a duplicate key"),
      );
    });
  }

  const maps: [what: string, body: string, position: number][] = [
    ["a code", '{"A": {"version": 1}, "B": {}, "A": {"version": 2}}', 0],
    ["a code three times", '{"B": {}, "A": {}, "A": {}, "A": {}}', 1],
    ["an escaped code", '{"B": {}, "A": {}, "\\u0041": {}}', 1],
    ["a code in a wrapper", '{"count": 2, "signals": {"B": {}, "A": {}, "A": {}}}', 1],
    ["a code beside a bare text", '{"B": {}, "A": "x", "A": {}}', 1],
    ["a version", '{"B": {}, "A": {"version": 1, "version": 2}}', 1],
    ["a code and a version", '{"B": {}, "A": {}, "A": {"version": 1, "version": 2}}', 1],
  ];
  for (const [what, body, position] of maps) {
    it(`leaves out the entry of a map of signals that repeats ${what}, and reports it (DATA-06)`, () => {
      const { items, unreadable, entryCount } = read("signals", body);
      assert.deepEqual(
        [items.map(({ code }) => code), unreadable, entryCount],
        [["B"], [{ position, reason: "has a duplicate key" }], 2],
      );
    });
  }

  it("is distinguished from a body with one key in two objects, whatever its texts contain", () => {
    // Python's json.loads with object_pairs_hook finds the same.
    const leaf = fc.oneof(
      fc.constantFrom('"a:b{"', '"\\\\"', '"\\":"', "1", "null"),
      fc.json({ maxDepth: 1 }),
    );
    const { value } = fc.letrec<{ value: { text: string; repeats: boolean } }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf.map((text) => ({ text, repeats: false })),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => ({
          text: `[${items.map(({ text }) => text).join(",")}]`,
          repeats: items.some(({ repeats }) => repeats),
        })),
        fc
          .array(fc.tuple(fc.constantFrom("a", "b", "\\", '"', "__proto__", "0"), tie("value")), {
            maxLength: 4,
          })
          .map((pairs) => ({
            text: `{${pairs.map(([key, { text }]) => `${JSON.stringify(key)} : ${text}`).join(",")}}`,
            repeats:
              new Set(pairs.map(([key]) => key)).size < pairs.length ||
              pairs.some(([, { repeats }]) => repeats),
          })),
      ),
    }));
    fc.assert(
      fc.property(value, ({ text, repeats }) => {
        assert.equal(parseJson(Buffer.from(text), facts).hasRepeatedKey, repeats);
      }),
      { numRuns: runs() },
    );
  });
});

describe("a number that a double cannot represent", () => {
  const large = "9007199254740993";
  for (const [what, form, entry, neighbor] of [
    ["a score", "latestSignals", `{"version": 1, ${latest.replace("1,", `${large},`)}}`, record],
    [
      "a score in quotes",
      "latestSignals",
      `{"version": 1, ${latest.replace("1,", `"${large}",`)}}`,
      record,
    ],
    ["a version", "latestSignals", `{"version": ${large}, ${latest}}`, record],
    [
      "a forecast",
      "latestForecasts",
      `{${names}, "latest": {"kind": "Forecast", "forecast": ${large}}}`,
      forecast,
    ],
  ] as const) {
    it(`is reported as ${what} of ${form}, and its record is left out (DATA-06)`, () => {
      const { items, unreadable } = read(form, `[${entry}, ${neighbor}]`);
      assert.deepEqual([items.length, unreadable.map(({ position }) => position)], [1, [0]]);
    });
  }

  it("keeps its digits as a tag value (DATA-06)", () => {
    const { items } = read("latestSignals", `[{"version": 1, "company_iso": ${large}, ${latest}}]`);
    assert.deepEqual(items.at(0)?.tags, { company_iso: large });
    const [definition] = read(
      "definition",
      `{"tags": [{"kind": "company_iso", "values": [${large}]}]}`,
    ).items;
    assert.deepEqual(definition?.tags[0]?.values, [large]);
  });
});
