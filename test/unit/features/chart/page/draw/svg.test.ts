import assert from "node:assert/strict";
import fc from "fast-check";
import { columnExtremes } from "../../../../../../src/features/chart/page/draw/columnExtremes";
import {
  type Mark,
  type Picture,
  rectMark,
  ruleMark,
  textMark,
} from "../../../../../../src/features/chart/page/draw/marks";
import { svgOf } from "../../../../../../src/features/chart/page/draw/svg";
import { runs } from "../../../../../support/propertyRuns";
import { series } from "./drawArbitraries";
import { type Observations } from "../../../../../../src/shared/series/observations";

const none = Number.NaN;

/** A value of one is 10 pixels high. */
const scale = {
  box: { left: 0, top: 0, width: 100, height: 60 },
  values: { min: -3, max: 3 },
};
/** A day is a pixel wide, a column of the reduction half a pixel. */
const [range, columns] = [{ from: 0, to: 100 }, 200];

describe("svgOf", () => {
  it("draws marks in their order, on the background", () => {
    const marks: Mark[] = [
      rectMark({ left: 0, top: 1.005, width: 4, height: 2 }, "#fff", 0.5),
      ruleMark({ x: 0, y: 1, length: 3, colour: "blue", dash: [7, 4] }),
      ruleMark({ x: 2, y: 1, length: 3, colour: "red", width: 2, isUpright: true }),
      { type: "segment", x: 1, y: 2, endX: 13.004, endY: 8.5, colour: "red" },
      { type: "dot", x: 5, y: 6, radius: 2.5, colour: "red" },
      textMark({ text: "2020", x: 10, y: 20, colour: "#000", anchor: "middle", isBold: true }),
    ];
    assert.equal(
      svgOf(picture({ marks })),
      `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 80 60" role="img" font-family="Helvetica, Arial, sans-serif">
<title>INFL</title>
<desc>Acme</desc>
<rect width="80" height="60" fill="white"/>
<rect x="0" y="1" width="4" height="2" fill="#fff" fill-opacity="0.5"/>
<path d="M0 1h3" fill="none" stroke="blue" stroke-width="1" stroke-dasharray="7 4"/>
<path d="M2 1v3" fill="none" stroke="red" stroke-width="2"/>
<path d="M1 2L13 8.5" fill="none" stroke="red" stroke-width="1"/>
<circle cx="5" cy="6" r="2.5" fill="red"/>
<text x="10" y="20" font-size="11" fill="#000" font-weight="600" text-anchor="middle">2020</text>
</svg>
`,
    );
  });

  it("keeps names from the service text (SEC-13)", () => {
    const text = `</text><script>alert("1")</script>&amp;`;
    const svg = svgOf(
      picture({ title: text, marks: [textMark({ text, x: 0, y: 0, colour: '"' })] }),
    );
    assert.ok(!svg.includes("<script"));
    const escaped = "&lt;/text&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;";
    assert.ok(svg.includes(`<title>${escaped}</title>`));
    assert.ok(svg.includes(`fill="&quot;">${escaped}</text>`));
  });

  it("writes any text in characters of XML from which it is read back", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (title) => {
        const written = /<title>([^]*)<\/title>/.exec(svgOf(picture({ title })))?.[1] ?? "";
        assert.doesNotMatch(written, /[<>"]/);
        assert.doesNotMatch(written, forbidden);
        assert.equal(read(written), title.replace(new RegExp(forbidden, "gu"), "\ufffd"));
      }),
      { numRuns: runs() },
    );
  });
});

describe("lines in an SVG", () => {
  const cases: [what: string, days: number[], values: number[], path: string][] = [
    [
      "go level until the next day, then up or down",
      [0, 50, 100],
      [0, 1, -1],
      "M0.25 30 50.25 30 50.25 20 99.75 20 99.75 40",
    ],
    [
      "leave a gap where a day has no value",
      [0, 25, 50, 75],
      [0, none, 1, 1],
      "M0.25 30 25.25 30M50.25 20 75.25 20",
    ],
    [
      "begin with the value that stands at the start of the range",
      [-10, 50],
      [1, 1],
      "M0.25 20 50.25 20",
    ],
    ["are a point where one day is all there is", [50], [1], "M50.25 20h0"],
    ["draw nothing of nothing", [], [], ""],
    ["draw nothing of days without values", [0, 1], [none, none], ""],
  ];
  for (const [what, days, values, path] of cases) {
    it(what, () => assert.deepEqual(pathsIn([steps(source(days, values))]), [path]));
  }

  it("are drawn on their casing", () => {
    const line = steps(source([0, 50], [1, 1]));
    assert.ok(line.type === "steps");
    const svg = svgOf(
      picture({ marks: [{ ...line, dash: [2, 3], casing: { colour: "ground", width: 1 } }] }),
    );
    const [casing, own] = svg.split("\n").filter((element) => element.startsWith("<path"));
    assert.match(casing ?? "", /stroke="ground" stroke-width="4" stroke-linecap="square"/);
    assert.match(own ?? "", /stroke="red" stroke-width="2" stroke-dasharray="2 3"/);
  });

  it("reach the highest and the lowest value in sight, and no further", () => {
    fc.assert(
      fc.property(series(200), (column) => {
        const known = column.values.filter((value) => !Number.isNaN(value));
        fc.pre(known.length > 0 && known.every((value) => Math.abs(value) <= 9));
        const wide = { ...scale, values: { min: -9, max: 9 } };
        const mark = { ...steps(column, { from: -400, to: 400 }), scale: wide };
        const [path = ""] = pathsIn([mark]);
        const drawn = pointsOf(path);
        const yOf = (value: number): number => Math.round(((9 - value) / 18) * 6000) / 100;
        assert.equal(Math.min(...drawn), yOf(Math.max(...known)));
        assert.equal(Math.max(...drawn), yOf(Math.min(...known)));
      }),
      { numRuns: runs() },
    );
  });
});

describe("areas in an SVG", () => {
  it("follow the steps of two columns without their gaps, on their own ground", () => {
    const days = [0, 50, 80, 90, 100];
    const [lower, upper] = [
      [0, 0, none, 0, 0],
      [1, -2, none, 2, 2],
    ].map((values) => columnExtremes(source(days, values), range, columns));
    assert.ok(lower !== undefined && upper !== undefined);
    const colours = { ground: "ground", colour: "red", opacity: 0.5 };
    const path = "M0 20 50 20 50 30 80 30 80 50 50 50 50 30 0 30ZM90 10 100 10 100 30 90 30Z";
    assert.deepEqual(pathsIn([{ type: "area", scale, lower, upper, ...colours }]), [path, path]);
  });
});

function source(days: readonly number[], values: readonly number[]): Observations {
  return { days: Int32Array.from(days), values: Float64Array.from(values) };
}

function steps(column: Observations, shown = range): Mark {
  return {
    type: "steps",
    scale,
    extremes: columnExtremes(column, shown, columns),
    colour: "red",
    width: 2,
    dash: [],
    casing: { colour: "white", width: 0 },
  };
}

function pathsIn(marks: readonly Mark[]): string[] {
  return [...svgOf(picture({ marks })).matchAll(/<path d="([^"]*)"/g)].map(([, path = ""]) => path);
}

/** The heights of a path's corners. */
function pointsOf(path: string): number[] {
  return path
    .split("M")
    .slice(1)
    .flatMap((run) =>
      run
        .replace("h0", "")
        .split(" ")
        .map(Number)
        .filter((_, at) => at % 2 === 1),
    );
}

// Source: XML 1.0 §2.2, Char.
// oxlint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;

function read(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function picture(changes: Partial<Picture>): Picture {
  return {
    width: 80,
    height: 60,
    background: "white",
    font: "Helvetica, Arial, sans-serif",
    title: "INFL",
    description: "Acme",
    marks: [],
    ...changes,
  };
}
