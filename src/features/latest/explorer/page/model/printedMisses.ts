import { printedPartBp, printedPercent } from "../../../../../shared/series/numberText";
import { printedMiss, roundingMiss } from "../../../../../shared/series/sums";
import { type AttributionTable } from "./attribution";
import { nodeDifference, forecastOf, isPaired, nodesOf, type SidedNode } from "./sidedTree";
import { type TreeNode } from "./tree";

/**
 * The largest rounding error, in percent, between a printed total and the sum of its printed parts, in the tree and in
 * the attribution. 0 when they agree.
 */
export function missInPercent(
  root: SidedNode,
  { rows, count, ...table }: AttributionTable,
): number {
  let most = 0;
  for (const { sides } of nodesOf(root)) {
    for (const side of sides) most = Math.max(most, side === undefined ? 0 : missOfNode(side));
  }
  // A filtered list is not expected to add up to the total.
  const sums =
    rows.length < count ? [] : table.totals.map((total, side) => missOfSide(total, side));
  return Math.max(most, ...sums);

  function missOfSide(total: number, side: number): number {
    const rest = table.notAttributed[side] ?? null;
    if (rest === null) return 0;
    const listed = rows.map(({ values }) => values[side] ?? 0);
    return roundingMiss(total, [...listed, rest]);
  }
}

function missOfNode({ forecast, drivers, gap }: TreeNode): number {
  if (drivers.length === 0) return 0;
  const parts = drivers.map((driver) => driver.forecast);
  return roundingMiss(forecast, gap === null ? parts : [...parts, gap.value]);
}

/** The largest rounding error, in basis points, of the printed differences between two sides. */
export function missInBp(root: SidedNode): number {
  const ends = isPaired(root)
    ? printedMiss(printedPercent(forecastOf(root, 1)) * 100, [
        printedPercent(forecastOf(root, 0)) * 100,
        printedPartBp(nodeDifference(root)),
      ])
    : 0;
  let most = ends;
  for (const node of nodesOf(root)) most = Math.max(most, differenceMissOf(node));
  return most;
}

function differenceMissOf(node: SidedNode): number {
  if (!isPaired(node) || node.drivers.length === 0) return 0;
  const whole = nodeDifference(node);
  const parts = node.drivers.map(nodeDifference);
  const addsUp = Math.abs(parts.reduce((rest, part) => rest - part, whole)) < 1e-6;
  return addsUp ? printedMiss(printedPartBp(whole), parts.map(printedPartBp)) : 0;
}
