import { printedPartBp, printedPercent } from "../../../shared/series/numberText";
import { printedMiss, roundingMiss } from "../../../shared/series/sums";
import { type AttributionTable } from "./attribution";
import { differenceOf, forecastOf, isPaired, nodesOf, type SidedNode } from "./sidedTree";

/**
 * By how much parts that are printed in percent miss their printed total at most, because each is rounded by itself: in the
 * tree and in the attribution. 0 where they do not.
 */
export function missInPercent(
  root: SidedNode,
  { rows, count, ...table }: AttributionTable,
): number {
  const misses = [...nodesOf(root)].flatMap(({ sides }) =>
    sides.map((side) => {
      if (side === undefined || side.drivers.length === 0) return 0;
      const gap = side.gap === null ? [] : [side.gap.value];
      return roundingMiss(side.forecast, [...side.drivers.map(({ forecast }) => forecast), ...gap]);
    }),
  );
  // Of a part of the rows nobody expects the total.
  const sums =
    rows.length < count ? [] : table.totals.map((total, side) => missOfSide(total, side));
  return Math.max(0, ...misses, ...sums);

  function missOfSide(total: number, side: number): number {
    const rest = table.notAttributed[side] ?? null;
    if (rest === null) return 0;
    const listed = rows.map(({ values }) => values[side] ?? 0);
    return roundingMiss(total, [...listed, rest]);
  }
}

/** The same of the differences between two sides, which are printed in basis points. */
export function missInBp(root: SidedNode): number {
  const misses = [...nodesOf(root)].map((node) => {
    if (!isPaired(node) || node.drivers.length === 0) return 0;
    const whole = differenceOf(node);
    const parts = node.drivers.map(differenceOf);
    const addsUp = Math.abs(parts.reduce((rest, part) => rest - part, whole)) < 1e-6;
    return addsUp ? printedMiss(printedPartBp(whole), parts.map(printedPartBp)) : 0;
  });
  const ends = isPaired(root)
    ? printedMiss(printedPercent(forecastOf(root, 1)) * 100, [
        printedPercent(forecastOf(root, 0)) * 100,
        printedPartBp(differenceOf(root)),
      ])
    : 0;
  return Math.max(ends, ...misses);
}
