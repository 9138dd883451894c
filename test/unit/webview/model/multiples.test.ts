import assert from "node:assert/strict";
import { forecastData, linesOf, partOf, signalData, viewOf } from "../../../support/chartParts";

describe("small multiples", () => {
  const data = signalData({ Aggregate: [1, 2], Level: [3, 4] });
  const fit = partOf(data, { id: "us-fit", role: "kind", title: "FIT" });
  const older = partOf(data, { id: "us-old", role: "vintage", title: "2024" });
  const spx = partOf(forecastData({ Forecast: [0.05, 0.04] }), { id: "spx", title: "SPX" });
  const loading = partOf(null, { id: "it", title: "it" });

  const countries = ["us", "de", "fr", "jp", "gb"];
  const parts = countries.map((id, place) =>
    partOf(signalData({ Aggregate: [place, -place], Level: [0, 0] }), { id, title: id }),
  );

  it("take the place of one pane for more than four series", () => {
    assert.equal(viewOf(parts.slice(0, 4)).isMultiples, false);
    const view = viewOf(parts);
    assert.equal(view.isMultiples, true);
    assert.deepEqual(
      view.panes.map(({ kind, title }) => [kind, title]),
      countries.map((title) => ["multiple", title]),
    );
    assert.deepEqual(
      linesOf(view.panes),
      countries.map((title) => [title, 0, 0]),
    );
  });

  it("name the series of their overview: the first one that is shown", () => {
    assert.equal(viewOf([...parts, spx]).overviewTitle, "us");
    assert.equal(viewOf([...parts, spx], { hidden: ["us"] }).overviewTitle, "de");
    assert.equal(viewOf(parts.slice(0, 2)).overviewTitle, "");
    assert.equal(viewOf([]).overviewTitle, "");
  });

  it("have one scale: each axis ranges over the lines of all that have its unit", () => {
    const { panes } = viewOf([...parts, spx]);
    const scales = panes.map(({ axes }) =>
      axes
        .flatMap(({ rangedWith }) => rangedWith ?? [])
        .map(({ id }) => id)
        .toSorted(),
    );
    const signals = countries.map((id) => `${id}/Aggregate`).toSorted();
    assert.deepEqual(scales, [...countries.map(() => signals), ["spx/Forecast"]]);
    assert.deepEqual(new Set(panes.map(({ axes }) => axes[0]?.domain)), new Set(["fit"]));
  });

  it("show what is compared with a part in its pane", () => {
    const view = viewOf([...parts.slice(0, 4), fit]);
    assert.deepEqual(
      view.panes.map(({ lines }) => lines.length),
      [2, 1, 1, 1],
    );
  });

  it("keep a pane for what still loads, and leave out what is hidden", () => {
    const view = viewOf([...parts, loading], { hidden: ["de"] });
    assert.deepEqual(
      view.panes.map(({ title, lines }) => [title, lines.length]),
      [
        ["us", 1],
        ["fr", 1],
        ["jp", 1],
        ["gb", 1],
        ["it", 0],
      ],
    );
  });

  it("become one pane again when so many are hidden", () => {
    assert.equal(viewOf(parts, { hidden: ["de"] }).isMultiples, false);
  });

  it("are not made of one part with what is compared, whatever its columns", () => {
    const view = viewOf([...parts.slice(0, 1), fit, older], {
      columns: ["Aggregate", "Level", "Momentum"],
    });
    assert.equal(view.isMultiples, false);
  });
});
