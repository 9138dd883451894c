import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { type Arrangement } from "../../../../../../src/features/chart/model/viewState";
import {
  forecastData,
  linesOf,
  partOf,
  signalData,
  viewOf,
} from "../../../../../support/chartParts";

describe("small multiples", () => {
  const data = signalData({ Aggregate: [1, 2], Level: [3, 4] });
  const fit = partOf(data, { id: "us-fit", role: "kind", title: "FIT" });
  const older = partOf(data, { id: "us-old", role: "vintage", title: "2024" });
  const spx = partOf(forecastData({ Forecast: [0.05, 0.04] }), { id: "spx", title: "SPX" });
  const loading = partOf(null, { id: "pt", title: "pt" });

  const countries = ["us", "de", "fr", "jp", "gb", "it", "es"];
  const inPanes = { arrangement: "panes" } as const;
  const parts = countries.map((id, place) =>
    partOf(signalData({ Aggregate: [place, -place], Level: [0, 0] }), { id, title: id }),
  );

  it("replace one pane for more than six series", () => {
    assert.equal(viewOf(parts.slice(0, 6)).isMultiples, false);
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

  it("are small for more than six series that share an axis", () => {
    const isCompact = (all: readonly ChartPart[], state = {}): boolean =>
      viewOf(all, { ...inPanes, ...state }).isCompact;
    assert.equal(isCompact(parts.slice(0, 6)), false);
    assert.equal(isCompact(parts), true);
    // Even before their data arrive, so that nothing jumps.
    assert.equal(isCompact([...parts.slice(0, 6), loading]), true);
    assert.equal(isCompact([...parts, spx]), false);
    assert.equal(isCompact([...parts, spx], { values: "rank" }), true);
    assert.equal(isCompact(parts, { hidden: ["us"] }), false);
    assert.equal(isCompact([...parts.slice(0, 6), fit]), false);
  });

  it("are a choice of the person, as long as the lines of one pane can be told apart", () => {
    const twelve = Array.from({ length: 12 }, (_, at) => partOf(data, { id: `${at}` }));
    const more = [...twelve, partOf(data, { id: "12" })];
    const isMultiples = (
      all: readonly ChartPart[],
      arrangement: Arrangement | null,
      columns = ["Aggregate"],
    ): boolean => viewOf(all, { arrangement, columns }).isMultiples;
    assert.equal(isMultiples(twelve.slice(0, 2), "panes"), true);
    assert.equal(isMultiples(twelve, "overlay"), false);
    assert.equal(isMultiples(twelve, null), true);
    assert.equal(isMultiples(more, "overlay"), true);
    const both = ["Aggregate", "Level"];
    assert.equal(isMultiples(twelve.slice(0, 6), "overlay", both), false);
    assert.equal(isMultiples(twelve.slice(0, 7), "overlay", both), true);
    const [{ id }] = more as [ChartPart];
    assert.equal(viewOf(more, { arrangement: "overlay", hidden: [id] }).isMultiples, false);
    assert.equal(isMultiples(twelve.slice(0, 1), "panes"), false);
  });

  it("have twelve lines in one pane that differ in colour or dash", () => {
    const all = Array.from({ length: 12 }, (_, at) => partOf(data, { id: `${at}` }));
    const styles = linesOf(viewOf(all, { arrangement: "overlay" }).panes).map(
      ([, colour, dash]) => `${colour} ${dash}`,
    );
    assert.deepEqual(
      styles,
      [0, 1].flatMap((dash) => [0, 1, 2, 3, 4, 5].map((colour) => `${colour} ${dash}`)),
    );
    const columns = ["Aggregate", "Level"];
    const [one] = all;
    assert.ok(one);
    const beside = [...all.slice(0, 4), partOf(data, { id: "fit", role: "kind" })];
    const lines = linesOf(viewOf(beside, { arrangement: "overlay", columns }).panes);
    assert.equal(new Set(lines.map(([, ...style]) => style.join(" "))).size, 10);
  });

  it("name the series of their overview: the first shown one", () => {
    assert.equal(viewOf([...parts, spx]).overviewTitle, "us");
    assert.equal(viewOf([...parts, spx], { hidden: ["us"] }).overviewTitle, "de");
    assert.equal(viewOf(parts.slice(0, 2)).overviewTitle, "");
    assert.equal(viewOf([]).overviewTitle, "");
    assert.equal(viewOf(parts.slice(0, 2), inPanes).overviewTitle, "us");
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

  it("show a compared series in the pane of its part", () => {
    const view = viewOf([...parts.slice(0, 6), fit]);
    assert.deepEqual(
      view.panes.map(({ lines }) => lines.length),
      [2, 1, 1, 1, 1, 1],
    );
  });

  it("keep a pane for a loading series, and omit hidden ones", () => {
    const view = viewOf([...parts, loading], { hidden: ["de"] });
    assert.deepEqual(
      view.panes.map(({ title, lines }) => [title, lines.length]),
      [
        ["us", 1],
        ["fr", 1],
        ["jp", 1],
        ["gb", 1],
        ["it", 1],
        ["es", 1],
        ["pt", 0],
      ],
    );
  });

  it("become one pane again when so many are hidden", () => {
    assert.equal(viewOf(parts, { hidden: ["de"] }).isMultiples, false);
  });

  it("are not used for one part with compared series, whatever its columns", () => {
    const view = viewOf([...parts.slice(0, 1), fit, older], {
      columns: ["Aggregate", "Level", "Momentum"],
    });
    assert.equal(view.isMultiples, false);
  });
});
