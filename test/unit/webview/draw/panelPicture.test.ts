import assert from "node:assert/strict";
import { type ChartPart } from "../../../../src/shared/chart/chartProtocol";
import { type ViewState, defaultViewState } from "../../../../src/shared/chart/viewState";
import { chartPicture, type Picture } from "../../../../src/webview/chart/draw/chartPicture";
import { type RectMark, type TextMark } from "../../../../src/webview/chart/draw/marks";
import { svgOf } from "../../../../src/webview/chart/draw/svg";
import { panelView } from "../../../../src/webview/chart/model/panel/panelView";
import { partOf, signalData } from "../../../support/chartParts";
import { namedTheme } from "../../../support/chartThemes";
import { consecutiveDays } from "../../../support/chartFrames";
import { panelOutline } from "../../../support/panelFrames";

const days = consecutiveDays("2024-01-01", 1_000);

/** A variant with these values, each standing for half of all days. */
function variant(name: string, first: number, second: number): ChartPart {
  const values = Array.from(days, (_, row) => (row < 500 ? first : second));
  const shortTitle = name.slice(0, 2);
  return partOf(signalData({ Aggregate: values }, { days }), { id: name, title: name, shortTitle });
}

const three = [variant("Chile", -3, -1), variant("Japan", 0.1, 2), variant("Peru", 3, 0)];

/** Colours that can be mixed. */
const theme = { ...namedTheme, grid: "#eeeeee", lines: ["#0000ff", "#ff8000"] };

function pictureOf(state: Partial<ViewState>, width = 1_100, parts = three): Picture {
  const view = panelView(panelOutline(), parts, { ...defaultViewState, ...state });
  return chartPicture({ title: "Inflation", view, theme, width, height: 760 });
}

function textsOf({ marks }: Picture): readonly TextMark[] {
  return marks.flatMap((mark) => (mark.type === "text" ? [mark] : []));
}

function rectsOf({ marks }: Picture): readonly RectMark[] {
  return marks.flatMap((mark) => (mark.type === "rect" ? [mark] : []));
}

function wordsOf(picture: Picture): readonly string[] {
  return textsOf(picture).map(({ text }) => text);
}

describe("the picture of a panel", () => {
  it("has its panes beside the cross-section, each with its name and its newest value", () => {
    const words = wordsOf(pictureOf({}));
    for (const name of ["Chile", "Japan", "Peru"]) {
      assert.equal(words.filter((text) => text === name).length, 2, name);
    }
    assert.ok(words.includes("Newest") && words.includes("1M") && words.includes("Country"));
    const lines = pictureOf({}).marks.filter(({ type }) => type === "steps");
    assert.equal(lines.length, 3);
  });

  it("cuts a name that does not fit beside its bar", () => {
    const name = "Saudi Arabia · Consumer Discretionary";
    const long = { ...variant(name, 1, 2), shortTitle: name };
    const shown = wordsOf(pictureOf({}, 1_100, [long, ...three])).filter((text) =>
      text.startsWith("Saudi"),
    );
    assert.deepEqual(
      shown.map((text) => text.endsWith("…")),
      [false, true],
    );
  });

  it("has the panes alone where there is no room beside them", () => {
    const words = wordsOf(pictureOf({}, 640));
    assert.deepEqual([words.includes("1M"), words.includes("Japan")], [false, true]);
  });

  it("has bars from zero to the right above zero, and to the left below", () => {
    const picture = pictureOf({ panelView: "crossSection" });
    assert.deepEqual(
      picture.marks.filter(({ type }) => type === "steps"),
      [],
    );
    const [zero, two, minusTwo] = ["0", "+2", "−2"].map(
      (text) => textsOf(picture).find((mark) => mark.text === text)?.x ?? Number.NaN,
    );
    const ends = rectsOf(picture).map(({ box: { left, width } }) => [left, left + width]);
    // By newest value: Japan +2, Peru 0, Chile −1.
    assert.deepEqual(ends[0], [zero, two]);
    assert.deepEqual(ends[1], [zero, zero]);
    assert.ok(Math.abs((ends[2]?.[0] ?? 0) - ((zero ?? 0) + (minusTwo ?? 0)) / 2) < 1e-9);
    assert.deepEqual(
      rectsOf(picture).map(({ colour }) => colour),
      ["#0000ff", "#0000ff", "#ff8000"],
    );
  });

  it("has the heat strip with its key: a rectangle for cells of one colour side by side", () => {
    const picture = pictureOf({ panelView: "heatStrip" });
    const words = wordsOf(picture);
    assert.deepEqual(
      words.filter((text) => ["Chile", "Japan", "Peru"].includes(text)),
      ["Japan", "Peru", "Chile"],
    );
    const rects = rectsOf(picture);
    const [key, cells] = [rects.slice(0, 20), rects.slice(20)];
    assert.equal(new Set(key.map(({ box }) => box.top)).size, 1);
    assert.equal(cells.length, 6);
    const [first, second] = cells.slice(0, 2).map(({ box }) => box);
    assert.ok(first !== undefined && second !== undefined);
    // There is no gap between months, and one pixel between rows.
    assert.ok(Math.abs(first.left + first.width - second.left) < 1e-9);
    assert.equal((cells[2]?.box.top ?? 0) - first.top, first.height + 1);
  });

  it("has one variant in full size as any chart of a series", () => {
    const picture = pictureOf({ fullSize: "Japan", panelView: "heatStrip" });
    assert.equal(picture.marks.filter(({ type }) => type === "steps").length, 1);
    assert.equal(rectsOf(picture).length, 0);
  });

  it("is written as SVG, too, and drawn without any variant", () => {
    const svg = svgOf(pictureOf({ panelView: "heatStrip" }));
    assert.match(svg, /<rect [^>]*height="13"/);
    for (const panelView of ["panes", "crossSection", "heatStrip"] as const) {
      assert.ok(wordsOf(pictureOf({ panelView }, 1_100, [])).includes("Inflation"));
    }
  });
});
