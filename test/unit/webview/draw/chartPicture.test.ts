import assert from "node:assert/strict";
import { chartPicture, type Picture } from "../../../../src/webview/chart/draw/chartPicture";
import { type Box, type Mark, type TextMark } from "../../../../src/webview/chart/draw/marks";
import { type ChartView } from "../../../../src/webview/chart/model/chartView";
import { type LegendEntry } from "../../../../src/webview/chart/model/legend";
import { type NewestValue } from "../../../../src/webview/chart/model/newest";
import { type Axis, type Pane } from "../../../../src/webview/chart/model/pane";
import { namedTheme } from "../../../support/chartThemes";
import { layer, line, pane, view } from "../../../support/chartViews";

const main = pane([line("A", [0, 50, 100], [0, 1, -1])]);

describe("chartPicture", () => {
  it("says what it shows: title, comparison, legend, days and the facts of each series", () => {
    const facts = ["Acme · INFL v2 · FIT", "Acme · INFL v2 · SNAP"];
    const legend = [entry("Aggregate"), entry("Level", { isShown: false })];
    const shown = view([main], { facts, legend, comparison: "revised 4 of 8 days" });
    const words = textsOf(pictureOf(shown)).map(({ text }) => text);
    for (const said of [
      "INFL",
      "revised 4 of 8 days",
      "Aggregate",
      "Score",
      "Shown: 1 Jan 1970 to 11 Apr 1970",
      ...facts,
    ]) {
      assert.ok(words.includes(said), said);
    }
    assert.ok(!words.includes("Level"));
  });

  it("says that sample data are synthetic in the picture and in its title", () => {
    const picture = pictureOf(view([main], { isSample: true }));
    assert.equal(picture.title, "INFL (SAMPLE, synthetic)");
    const [badge] = textsOf(picture).filter(({ text }) => text === "SAMPLE, synthetic");
    assert.equal(badge?.colour, "warning");
    assert.ok(!textsOf(pictureOf(view([main]))).some(({ text }) => text.includes("SAMPLE")));
  });

  it("describes itself to those who cannot see it", () => {
    const shown = view([main], { comparison: "revised 4 of 8 days", facts: ["Acme"] });
    assert.equal(
      pictureOf(shown).description,
      "revised 4 of 8 days\nShown: 1 Jan 1970 to 11 Apr 1970\nAcme",
    );
  });

  it("has no days to name before there are any data", () => {
    const words = textsOf(pictureOf(view([], { facts: ["Acme"] }))).map(({ text }) => text);
    assert.deepEqual(words, ["INFL", "Acme"]);
  });

  it("draws zero strongest, then whole ones and twos, then the other ticks", () => {
    const colours = pictureOf(view([main])).marks.flatMap((mark) =>
      mark.type === "rule" && !mark.isUpright && mark.length > 400 ? [mark.colour] : [],
    );
    // +3, and the line above what the series are.
    assert.equal(colours.filter((colour) => colour === "grid").length, 1 + 1);
    // +2, +1, −1, −2 and the axis of days.
    assert.equal(colours.filter((colour) => colour === "guide").length, 4 + 1);
    assert.equal(colours.filter((colour) => colour === "axis").length, 1);
  });

  it("draws a line in its colour and dash", () => {
    const dashed = line("A", [0, 25, 50], [0, 1, 1], { colour: 2, dash: 1 });
    const drawn = pictureOf(view([pane([dashed])])).marks.flatMap((mark) =>
      mark.type === "steps" ? [[mark.colour, mark.dash]] : [],
    );
    assert.deepEqual(drawn, [["line2", [7, 4]]]);
  });

  it("draws layers below the lines, the innermost last, each on a ground of its own", () => {
    const layers = [
      layer("B", [0, 100], [1, 1], { colour: 1 }),
      layer("C", [0, 100], [2, 2], { colour: 3 }),
    ];
    const { marks } = pictureOf(view([pane(main.lines, { layers })]));
    const drawn = marks.flatMap((mark) => {
      if (mark.type === "area") return [[mark.ground, mark.colour]];
      return mark.type === "steps" ? [[mark.colour]] : [];
    });
    assert.deepEqual(drawn, [["background", "line3"], ["background", "line1"], ["line0"]]);
  });

  it("has a dashed edge around each layer and in its entry where contrast is high", () => {
    const layers = [
      layer("Trend", [0, 100], [1, 1], { colour: 1 }),
      layer("Cyclical", [0, 100], [1, 1], { colour: 2 }),
    ];
    const legend = layers.map(({ id, label, colour, dash }) => ({
      ...({ id, label, colour, kind: "component", swatch: "area", dash } as const),
      ...{ isShown: true, toggles: null, opens: null },
    }));
    const edgesIn = (isHighContrast: boolean): (readonly number[])[] => {
      const theme = { ...namedTheme, isHighContrast };
      const shown = view([pane([], { layers })], { legend });
      const asked = { title: "SPX", view: shown, theme, width: 800, height: 400 };
      return chartPicture(asked).marks.flatMap((mark) =>
        (mark.type === "steps" || mark.type === "rule") && mark.colour === "background"
          ? [mark.dash]
          : [],
      );
    };
    const [first, second] = namedTheme.dashes.slice(1);
    assert.deepEqual(edgesIn(true), [first, second, second, first]);
    assert.deepEqual(edgesIn(false), []);
  });

  it("marks days whose parts do not add up, close ones once", () => {
    const marks = Int32Array.of(0, 1, 2);
    const marked = line("A", [0, 1, 50], [1, 1, 1], { marks });
    const picture = pictureOf(view([pane([marked])], { range: { from: 0, to: 1000 } }));
    const ticks = picture.marks.filter((mark) => mark.type === "rect" && mark.colour === "warning");
    assert.equal(ticks.length, 2);
  });

  it("has an axis for each unit, the second at the right", () => {
    const forecast = line("F", [0, 100], [0.05, 0.06], { unit: "fraction" });
    const axes: readonly Axis[] = [
      ...main.axes,
      { unit: "fraction", domain: "fit", label: "Forecast, %", guides: [0] },
    ];
    const texts = textsOf(pictureOf(view([pane([...main.lines, forecast], { axes })])));
    const left = texts.find(({ text }) => text === "+3");
    const right = texts.find(({ text }) => text === "5");
    assert.ok(left !== undefined && right !== undefined);
    assert.equal(left.anchor, "end");
    assert.equal(right.anchor, "start");
    assert.ok(right.x > 800 * 0.7);
    assert.ok(texts.some(({ text }) => text === "Forecast, %"));
  });

  it("draws a difference below, and names the days once", () => {
    const difference = pane([line("difference", [0, 100], [0.1, 0.2])], {
      id: "difference",
      kind: "difference",
      title: "A − B",
      axes: [{ unit: "score", domain: "fit", label: "Difference", guides: [0] }],
    });
    const texts = textsOf(pictureOf(view([main, difference])));
    assert.ok(texts.some(({ text }) => text === "A − B · Difference"));
    const days = texts.filter(({ text }) => /^1970-\d\d$/.test(text));
    assert.ok(days.length > 2);
    assert.equal(new Set(days.map(({ x }) => x)).size, days.length);
  });

  it("draws small multiples beside each other, each with its title and newest value", () => {
    const panes = ["US", "DE", "JP", "GB", "FR"].map((name) => multiple(name));
    const newest = panes.map(({ id }, index) => newestOf(id, index));
    const texts = textsOf(pictureOf(view(panes, { isMultiples: true, newest })));
    const titles = panes.map(({ title }) => texts.find(({ text }) => text === title));
    const places = titles.map((mark) => `${mark?.x} ${mark?.y}`);
    assert.equal(new Set(places).size, panes.length);
    assert.equal(new Set(titles.map((mark) => mark?.x)).size, 2);
    for (const { text } of newest)
      assert.ok(
        texts.some((mark) => mark.text === text),
        text,
      );
  });

  for (const [when, days, said] of [
    ["one day", [100, 100], 1],
    ["days of their own", [100, 99], 0],
  ] as const) {
    it(`names the day of two newest values in a small multiple that have ${when}`, () => {
      const newest = days.map((day, index) => ({ ...newestOf(`${index}`, index), day }));
      const lines = newest.map(({ id }) => line(id, [0, 100], [0, 1]));
      const shown = view([multiple("US", lines)], { isMultiples: true, newest });
      const texts = textsOf(pictureOf(shown));
      assert.equal(texts.filter(({ text }) => text === "11 Apr 1970").length, said);
    });
  }

  it("gives small multiples one scale", () => {
    const [small, large] = [line("s", [0, 100], [1, 1]), line("l", [0, 100], [-6, 6])];
    const shared = (own: typeof small, other: typeof small): Pane => ({
      ...multiple(own.id, [own]),
      axes: [{ unit: "score", domain: "three", label: "", guides: [], rangedWith: [other] }],
    });
    const panes = [shared(small, large), shared(large, small)];
    const texts = textsOf(pictureOf(view(panes, { isMultiples: true })));
    assert.equal(texts.filter(({ text }) => text === "+6").length, 2);
  });

  it("tells the newest values in words below, whatever is in sight", () => {
    const newest = [newestOf("A", 1)];
    const shown = view([main], { newest, range: { from: 0, to: 50 } });
    const words = textsOf(pictureOf(shown)).map(({ text }) => text);
    assert.ok(words.some((text) => text.startsWith("Newest: A ")));
    assert.ok(words.join(" ").includes("percentile 93"));
  });

  it("is high enough for the labels of all lines beside a plot", () => {
    const lines = Array.from({ length: 20 }, (_, index) => line(`Line ${index}`, [0, 100], [3, 3]));
    const texts = textsOf(pictureOf(view([pane(lines)])));
    const title = texts.find(({ text }) => text === "Score");
    const ys = texts.filter(({ text }) => text.startsWith("Line ")).map(({ y }) => y);
    assert.equal(ys.length, 20);
    assert.ok(Math.min(...ys) > (title?.y ?? Infinity));
  });

  const crowded = view(
    Array.from({ length: 12 }, (_, index) => multiple(`${index}`)),
    {
      isMultiples: true,
      facts: Array.from({ length: 12 }, () => "Acme · ".repeat(60)),
      isSample: true,
    },
  );
  for (const [when, shown, title] of [
    ["there is little to say", view([main]), "INFL"],
    ["there is nothing to show", view([]), "INFL"],
    ["there is too much for its height", crowded, "INFL"],
    ["names are long", view([main], { legend: [entry("long ".repeat(80))] }), "INFL ".repeat(80)],
    ["one day is in sight", view([main], { range: { from: 50, to: 50 } }), "INFL"],
  ] as const) {
    it(`keeps everything within the picture when ${when}`, () => {
      const picture = pictureOf(shown, title);
      assert.ok(picture.height >= 400);
      const [width, height] = [picture.width, picture.height];
      for (const mark of picture.marks) {
        const { left, top, width: across, height: down } = boxOf(mark);
        assert.ok(left >= 0 && left + across <= width, JSON.stringify(mark));
        assert.ok(top >= 0 && top + down <= height, JSON.stringify(mark));
      }
    });
  }

  it("changes nothing that is shown", () => {
    const shown = view([pane(main.lines, { layers: [layer("B", [0], [1])] })]);
    const before = structuredClone(shown);
    pictureOf(shown);
    assert.deepEqual(shown, before);
  });
});

function pictureOf(shown: ChartView, title = "INFL"): Picture {
  return chartPicture({ title, view: shown, theme: namedTheme, width: 800, height: 400 });
}

function textsOf({ marks }: Picture): readonly TextMark[] {
  return marks.filter((mark) => mark.type === "text");
}

/** What a mark takes, or where a text stands. */
function boxOf(mark: Mark): Box {
  switch (mark.type) {
    case "steps":
    case "area":
      return mark.scale.box;
    case "rect":
      return mark.box;
    case "rule": {
      const { x: left, y: top, length, isUpright } = mark;
      return { left, top, width: isUpright ? 0 : length, height: isUpright ? length : 0 };
    }
    case "segment": {
      const { x: left, y, endX, endY } = mark;
      return { left, top: Math.min(y, endY), width: endX - left, height: Math.abs(endY - y) };
    }
    case "dot": {
      const { x, y, radius } = mark;
      return { left: x - radius, top: y - radius, width: 2 * radius, height: 2 * radius };
    }
    case "text":
      return { left: mark.x, top: mark.y, width: 0, height: 0 };
  }
}

function entry(label: string, changes: Partial<LegendEntry> = {}): LegendEntry {
  return {
    id: label,
    label,
    kind: "column",
    swatch: "line",
    colour: 0,
    dash: 0,
    isShown: true,
    toggles: label,
    opens: null,
    ...changes,
  };
}

function newestOf(id: string, value: number): NewestValue {
  return {
    id,
    label: id,
    unit: "score",
    colour: 0,
    day: 100,
    value,
    text: `newest ${value}`,
    percentile: 93,
    detail: "11 Apr 1970 · percentile 93",
  };
}

function multiple(name: string, lines = [line(name, [0, 100], [0, 1])]): Pane {
  return pane(lines, { id: name, kind: "multiple", title: `title ${name}` });
}
