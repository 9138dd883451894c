import assert from "node:assert/strict";
import fc from "fast-check";
import { type Mark, type Picture, textMark } from "../../../../src/webview/chart/draw/picture";
import { svgOf } from "../../../../src/webview/chart/draw/svgOf";
import { runs } from "../../../support/propertyRuns";

describe("svgOf", () => {
  it("draws marks in their order, on the background", () => {
    const marks: Mark[] = [
      { type: "area", runs: [[0, 0, 4, 0, 4, 2]], colour: "#fff", opacity: 0.5 },
      {
        type: "line",
        runs: [
          [0, 1.005, 2, 3],
          [5, 5],
        ],
        colour: "red",
        width: 2,
        dash: [],
      },
      { type: "line", runs: [[0, 0, 1, 1]], colour: "blue", width: 1, dash: [7, 4] },
      textMark({ text: "2020", x: 10, y: 20, colour: "#000", anchor: "middle", isBold: true }),
    ];
    assert.equal(
      svgOf(picture({ marks })),
      `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60" viewBox="0 0 80 60" role="img" font-family="Helvetica, Arial, sans-serif">
<title>INFL</title>
<desc>Acme</desc>
<rect width="80" height="60" fill="white"/>
<path d="M0 0 4 0 4 2Z" fill="#fff" fill-opacity="0.5"/>
<path d="M0 1 2 3M5 5h0" fill="none" stroke="red" stroke-width="2" stroke-linecap="square"/>
<path d="M0 0 1 1" fill="none" stroke="blue" stroke-width="1" stroke-dasharray="7 4"/>
<text x="10" y="20" font-size="11" fill="#000" font-weight="bold" text-anchor="middle">2020</text>
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

  it("writes any text as characters that XML has, and reads it back", () => {
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

// Source: XML 1.0 §2.2, Char.
// eslint-disable-next-line no-control-regex
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
    title: "INFL",
    description: "Acme",
    marks: [],
    ...changes,
  };
}
