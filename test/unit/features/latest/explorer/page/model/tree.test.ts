import assert from "node:assert/strict";
import { type AttributionTable } from "../../../../../../../src/features/latest/explorer/page/model/attribution";
import {
  missInBp,
  missInPercent,
} from "../../../../../../../src/features/latest/explorer/page/model/printedMisses";
import {
  nodesOf,
  type SidedNode,
  sidedTree,
  pathTo,
} from "../../../../../../../src/features/latest/explorer/page/model/sidedTree";
import { treeOf } from "../../../../../../../src/features/latest/explorer/page/model/tree";
import { forecastWaterfall } from "../../../../../../../src/features/latest/explorer/page/model/forecastWaterfall";
import { type ToldNode, treeColumns } from "../../../../../../support/explorerAnswers";

function sided(...trees: readonly (readonly ToldNode[])[]): SidedNode {
  return sidedTree(trees.flatMap((nodes) => treeOf(treeColumns(nodes)) ?? []));
}

const simple: readonly ToldNode[] = [
  ["Forecast", -1, 0.05],
  ["Trend", 0, 0.03],
  ["Growth", 1, 0.05],
  ["Income", 1, -0.02],
  ["Tactical", 0, 0.02],
];

/** Each bar: what it is of, from where to where. */
function stepsOf(root: SidedNode, detail: "parts" | "sums" = "parts"): readonly unknown[] {
  return forecastWaterfall(root, detail).steps.map(({ type, node, from, to }) => [
    type === "part" ? node.kind : type,
    Number(from.toFixed(9)),
    Number(to.toFixed(9)),
  ]);
}

describe("the tree of a forecast", () => {
  it("has every node below its whole, including twins and unknown kinds", () => {
    const root = sided([
      ["Forecast", -1, 0.03],
      ["Weather", 0, 0.01],
      ["Weather", 0, 0.02],
    ]);
    assert.deepEqual(
      root.drivers.map(({ kind, depth, sides }) => [kind, depth, sides[0]?.forecast]),
      [
        ["Weather", 1, 0.01],
        ["Weather", 1, 0.02],
      ],
    );
    assert.equal(new Set([...nodesOf(root)].map(({ path }) => path)).size, 3);
  });

  it("has any depth: twelve levels", () => {
    const nodes = Array.from({ length: 12 }, (_, at): ToldNode => [`Level ${at}`, at - 1, 0.01]);
    const root = sided(nodes);
    const deepest = [...nodesOf(root)].at(-1);
    assert.equal(deepest?.depth, 11);
    assert.equal(pathTo(root, deepest.path).length, 12);
    assert.equal(pathTo(root, deepest.path).at(-1), deepest);
    assert.deepEqual(pathTo(root, "elsewhere"), []);
  });

  it("has any depth side by side: ten thousand levels", () => {
    const levels = 10_000;
    const nodes = Array.from({ length: levels }, (_, at): ToldNode => [`Level ${at}`, at - 1, 1]);
    const root = sided(nodes, nodes);
    const all = [...nodesOf(root)];
    assert.equal(all.length, levels);
    const deepest = all.at(-1);
    assert.equal(deepest?.kind, `Level ${levels - 1}`);
    assert.equal(pathTo(root, deepest.path).length, levels);
    assert.deepEqual(stepsOf(root).length, 3);
    const table = { rows: [], count: 0, notAttributed: [null, null], totals: [1, 1] };
    assert.equal(missInPercent(root, table), 0);
    assert.equal(missInBp(root), 0);
  });

  it("has any width: a hundred thousand drivers", () => {
    const count = 100_000;
    const nodes = Array.from({ length: count }, (_, at): ToldNode => [
      "Weather",
      at === 0 ? -1 : 0,
      at === 0 ? count - 1 : 1,
    ]);
    const root = sided(nodes);
    assert.equal(root.drivers.length, count - 1);
    assert.equal(stepsOf(root).length, count);
  });

  it("names the remainder of the parts: the exposure adjustment, or unexplained", () => {
    const explained = sided([
      ["Forecast", -1, 0.05, -0.01],
      ["Trend", 0, 0.06],
    ]);
    const gap = explained.sides[0]?.gap;
    assert.ok(gap && Math.abs(gap.value + 0.01) < 1e-9);
    assert.equal(gap.isAdjustment, true);
    const unexplained = sided([
      ["Forecast", -1, 0.05, 0.02],
      ["Trend", 0, 0.06],
    ]);
    assert.equal(unexplained.sides[0]?.gap?.isAdjustment, false);
    // Within the tolerance of sums, 1e-6.
    assert.equal(sided([...simple.slice(0, 4), ["Tactical", 0, 0.020_000_5]]).sides[0]?.gap, null);
    assert.equal(
      sided([
        ["Forecast", -1, 0.05],
        ["Trend", 0, Number.NaN],
      ]).sides[0]?.gap,
      null,
    );
  });

  it("of two shapes is the union of their nodes", () => {
    const root = sided(simple, [
      ["Forecast", -1, 0.07],
      ["Trend", 0, 0.07],
      ["Luck", 1, 0.07],
    ]);
    assert.deepEqual(
      [...nodesOf(root)].map(({ kind, sides }) => [kind, ...sides.map((side) => side?.forecast)]),
      [
        ["Forecast", 0.05, 0.07],
        ["Trend", 0.03, 0.07],
        ["Growth", 0.05, undefined],
        ["Income", -0.02, undefined],
        ["Luck", undefined, 0.07],
        ["Tactical", 0.02, undefined],
      ],
    );
  });
});

describe("the waterfall of a forecast", () => {
  it("leads from zero by the parts of the parts to the total", () => {
    assert.deepEqual(stepsOf(sided(simple)), [
      ["Growth", 0, 0.05],
      ["Income", 0.05, 0.03],
      ["Tactical", 0.03, 0.05],
      ["end", 0, 0.05],
    ]);
    const { brackets } = forecastWaterfall(sided(simple), "parts");
    assert.deepEqual(
      brackets.map(({ node, value, first, last }) => [node.kind, value, first, last]),
      [["Trend", 0.03, 0, 1]],
    );
    assert.deepEqual(stepsOf(sided(simple), "sums"), [
      ["Trend", 0, 0.03],
      ["Tactical", 0.03, 0.05],
      ["end", 0, 0.05],
    ]);
  });

  it("has a bar for the remainder of its parts", () => {
    const tree: readonly ToldNode[] = [
      ["Forecast", -1, 0.05, -0.01],
      ["Trend", 0, 0.06],
    ];
    assert.deepEqual(stepsOf(sided(tree)), [
      ["Trend", 0, 0.06],
      ["adjustment", 0.06, 0.05],
      ["end", 0, 0.05],
    ]);
  });

  it("leads from one forecast to another by the differences of their parts", () => {
    const other: readonly ToldNode[] = [
      ["Forecast", -1, 0.08],
      ["Trend", 0, 0.05],
      ["Growth", 1, 0.05],
      ["Tactical", 0, 0.03],
    ];
    assert.deepEqual(stepsOf(sided(simple, other)), [
      ["start", 0, 0.05],
      ["Growth", 0.05, 0.05],
      ["Income", 0.05, 0.07],
      ["Tactical", 0.07, 0.08],
      ["end", 0, 0.08],
    ]);
  });

  it("omits zero when two forecasts are far from it", () => {
    const near = forecastWaterfall(
      sided([["Forecast", -1, 0.5]], [["Forecast", -1, 0.51]]),
      "parts",
    );
    assert.equal(near.isFromZero, false);
    assert.deepEqual([near.lowest, near.highest], [0.5, 0.51]);
  });
});

describe("printed parts", () => {
  const none: AttributionTable = { rows: [], count: 0, notAttributed: [null], totals: [0] };

  it("may miss their printed total, each rounded by itself", () => {
    // 1.00 + 1.00 are printed below 2.01.
    const root = sided([
      ["Forecast", -1, 0.020_08],
      ["Trend", 0, 0.010_04],
      ["Tactical", 0, 0.010_04],
    ]);
    assert.equal(missInPercent(root, none), 0.01);
    assert.equal(missInPercent(sided(simple), none), 0);
  });

  it("may miss a printed difference in basis points", () => {
    const second: readonly ToldNode[] = [
      ["Forecast", -1, 0.050_008],
      ["Trend", 0, 0.030_004],
      ["Tactical", 0, 0.020_004],
    ];
    const first: readonly ToldNode[] = [
      ["Forecast", -1, 0.05],
      ["Trend", 0, 0.03],
      ["Tactical", 0, 0.02],
    ];
    // +0.1 bp above +0.0 bp and +0.0 bp.
    assert.equal(missInBp(sided(first, second)), 0.1);
  });
});
