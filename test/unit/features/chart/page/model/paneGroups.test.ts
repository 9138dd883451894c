import assert from "node:assert/strict";
import { groupedPanes } from "../../../../../../src/features/chart/page/model/multiples";
import { type Pane } from "../../../../../../src/features/chart/page/model/pane";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { partOf, signalData } from "../../../../../support/chartParts";

function partNamed(title: string): ChartPart {
  return partOf(signalData({ Aggregate: [1] }), { id: title, title, identity: { title } });
}

/** The groups and names of panes with these titles, in the given order. */
function namesOf(parts: readonly ChartPart[]): readonly (readonly [string, string])[] {
  const panes = parts.map(({ id, title }): Pane => ({
    id,
    kind: "multiple",
    title,
    axes: [],
    layers: [],
    lines: [],
  }));
  return groupedPanes(panes, parts).map(({ group = "", name, title }) => [group, name ?? title]);
}

describe("the small panes of several signals", () => {
  it("are grouped under the names of signals with several panes, without the names that all share", () => {
    const titles = [
      "Profit Margins · Spain · Energy",
      "Inflation · Spain",
      "Valuation · Spain · Energy",
      "Profit Margins · Spain · Materials",
      "Labour Market · Spain",
      "Valuation · Spain · Materials",
    ];
    assert.deepEqual(namesOf(titles.map(partNamed)), [
      ["", "Inflation"],
      ["", "Labour Market"],
      ["Profit Margins", "Energy"],
      ["Profit Margins", "Materials"],
      ["Valuation", "Energy"],
      ["Valuation", "Materials"],
    ]);
  });

  it("keep their titles if there is only one signal", () => {
    const titles = ["Inflation · Spain", "Inflation · Italy"];
    assert.deepEqual(
      namesOf(titles.map(partNamed)),
      titles.map((title) => ["", title]),
    );
  });

  it("keep their titles under a signal when names do not distinguish them", () => {
    const [snap, fit] = ["Inflation SNAP", "Inflation FIT"].map((title) => ({
      ...partNamed("Inflation · Spain"),
      ...{ id: title, title },
    }));
    assert.ok(snap && fit);
    assert.deepEqual(namesOf([snap, partNamed("Growth · Spain"), fit]), [
      ["", "Growth"],
      ["Inflation", "Inflation SNAP"],
      ["Inflation", "Inflation FIT"],
    ]);
  });

  it("have codes until names have been listed", () => {
    const identity = { title: "", subject: "MARGIN v1", variant: "Spain · Energy" };
    const unnamed = { ...partNamed("x"), identity: { ...partNamed("x").identity, ...identity } };
    assert.deepEqual(namesOf([unnamed, partNamed("Inflation · Spain")]), [
      ["", "MARGIN v1 · Energy"],
      ["", "Inflation"],
    ]);
  });
});
