import assert from "node:assert/strict";
import { placeInLine } from "../../../../../src/features/notebook/code/completedPlace";
import {
  choicesAt,
  type CompletingTexts,
} from "../../../../../src/features/notebook/lines/completionChoices";
import { definition, sub, tag } from "../../../../support/definitions";
import { type SignalDefinition } from "../../../../../src/service/parseDefinition";

const infl = definition(
  "INFL",
  2,
  tag("country_iso", ["US", "DE", "FR"], sub("sector", ["Energy", "Food"])),
  tag("region", ["Europe", "Asia"]),
);
const all: readonly SignalDefinition[] = [
  { ...infl, name: "Inflation" },
  { ...definition("INFL", 1, tag("country_iso", ["US"])), name: "Inflation" },
  { ...definition("GDP", 0, tag("country_iso", ["US"])), name: "Growth of output" },
];

/** The choices at the end of a path. */
function choices(path: string, signals = all): CompletingTexts {
  const text = `# macro-signals: ${path}`;
  const place = placeInLine(text, text.length);
  assert.ok(place !== undefined);
  const known = {
    signals: signals.map(({ code, version, name }) => ({ code, version, name })),
    definitionOf: (wanted: { code: string; version: number }) =>
      signals.find(({ code, version }) => code === wanted.code && version === wanted.version),
    valueName: (_: string, value: string) => (value === "DE" ? "Germany" : value),
  };
  return choicesAt(place, known, true);
}

const texts = (path: string): readonly string[] => choices(path).choices.map(({ text }) => text);

describe("the choices for a reference line", () => {
  const cases: [path: string, expected: string[]][] = [
    ["signals/", ["INFL", "GDP"]],
    ["signals/in", ["INFL"]],
    ["signals/output", ["GDP"]],
    ["signals/nothing", []],
    ["signals/INFL/", ["2", "1"]],
    ["signals/INFL/2/", ["country_iso", "sector", "region"]],
    ["signals/INFL/2/country_iso=US,", ["sector"]],
    ["signals/INFL/2/sector=Food,", []],
    ["signals/INFL/2/country_iso=", ["US", "DE", "FR"]],
    ["signals/INFL/2/country_iso=US+", ["DE", "FR"]],
    ["signals/INFL/2/country_iso=ger", ["DE"]],
    ["signals/INFL/1/country_iso=", ["US"]],
    ["signals/INFL/2/city=", []],
    ["signals/OTHER/2/", []],
    ["signals/INFL/2/region=Asia/", ["SNAP", "FIT"]],
  ];
  for (const [path, expected] of cases) {
    it(`are ${expected.length === 0 ? "none" : expected.join(", ")} after ${path}`, () => {
      assert.deepEqual(texts(path), expected);
    });
  }

  it("name the variant of each whole choice", () => {
    const variants = (path: string): unknown[] =>
      choices(path).choices.map(({ variant }) => variant?.()?.tags);
    assert.deepEqual(variants("signals/INFL/2/region="), [
      { region: "Europe" },
      { region: "Asia" },
    ]);
    assert.deepEqual(variants("signals/INFL/2/country_iso=U"), [undefined]);
    assert.deepEqual(variants("signals/INFL/2/country_iso=US,sector=F"), [
      { country_iso: "US", sector: "Food" },
    ]);
    assert.deepEqual(variants("signals/GD"), [{ country_iso: "US" }]);
  });

  it("are the first hundred, and say that there are more", () => {
    const values = Array.from({ length: 200 }, (_, at) => `V${at}`);
    const many = [definition("WIDE", 1, tag("company", values))];
    const found = choices("signals/WIDE/1/company=", many);
    assert.deepEqual([found.choices.length, found.isCut], [100, true]);
    const one = choices("signals/WIDE/1/company=V19", many);
    assert.deepEqual(
      one.choices.map(({ text }) => text),
      ["V19", ...Array.from({ length: 10 }, (_, at) => `V19${at}`)],
    );
    assert.equal(one.isCut, false);
  });

  it("take what is typed as text, not as a pattern", () => {
    assert.deepEqual(texts("signals/(a+)+$"), []);
    assert.deepEqual(texts("signals/I%2AL"), []);
  });
});
