import { restOfParts } from "../../../../../shared/series/sums";
import { forecastOf, isPaired, type SidedNode } from "./sidedTree";

/** Whether to draw the parts of the parts, or only the parts. */
export const details = ["parts", "sums"] as const;
export type Detail = (typeof details)[number];

/**
 * A bar: an end, which starts at zero; a part; or the remainder of a whole, which is its exposure adjustment or
 * unexplained.
 */
export interface Step {
  readonly type: "start" | "end" | "part" | "adjustment" | "unexplained";
  readonly node: SidedNode;
  /** A decimal fraction: the level of an end, else the change; NaN for no value. */
  readonly value: number;
  /** The levels at which it starts and ends; NaN without a value. */
  readonly from: number;
  readonly to: number;
}

/** The bracket over the bars of a part's own parts. */
export interface Bracket {
  readonly node: SidedNode;
  /** A decimal fraction: the part's contribution. */
  readonly value: number;
  /** Indices of bars, both inclusive. */
  readonly first: number;
  readonly last: number;
}

/** The range of the bars, in decimal fractions. */
interface Reach {
  /** Zero is included when bars start there. */
  readonly lowest: number;
  readonly highest: number;
  /** False when the ends are so far from zero that bars from there would hide their differences. */
  readonly isFromZero: boolean;
}

export interface ForecastWaterfall extends Reach {
  readonly steps: readonly Step[];
  readonly brackets: readonly Bracket[];
}

/** Below this ratio of their range to their distance from zero, levels are drawn without zero. */
const minShare = 0.25;

/** The parts of a node, from zero to its forecast; for two sides, from the first to the second. */
export function forecastWaterfall(root: SidedNode, detail: Detail): ForecastWaterfall {
  const steps: Step[] = [];
  const brackets: Bracket[] = [];
  let level = isPaired(root) ? knownOrZero(forecastOf(root, 0)) : 0;
  const add = (type: Step["type"], node: SidedNode, value: number): void => {
    const from = Number.isNaN(value) ? Number.NaN : level;
    steps.push({ type, node, value, from, to: from + value });
    level += knownOrZero(value);
  };
  const addRest = (node: SidedNode): void => {
    const rest = restOf(node);
    if (rest !== undefined) add(rest.type, node, rest.value);
  };
  if (isPaired(root)) steps.push(endStep("start", root, 0));
  for (const part of canSplit(root) ? root.drivers : []) {
    if (detail === "sums" || !canSplit(part)) {
      add("part", part, addedBy(part));
      continue;
    }
    const first = steps.length;
    for (const each of part.drivers) add("part", each, addedBy(each));
    addRest(part);
    brackets.push({ node: part, value: addedBy(part), first, last: steps.length - 1 });
  }
  if (canSplit(root)) addRest(root);
  steps.push(endStep("end", root, isPaired(root) ? 1 : 0));
  return { steps, brackets, ...reachOf(steps) };
}

/** Whether a node's contribution is known to consist of its parts, on each side that has it. */
function canSplit({ sides, drivers }: SidedNode): boolean {
  return drivers.length > 0 && sides.every((side) => side?.drivers.length !== 0);
}

/** A node's contribution to its parent: its forecast, or second minus first; a missing side counts as zero. */
function addedBy({ sides }: SidedNode): number {
  const [first, second] = sides.map((side) => (side === undefined ? 0 : side.forecast));
  return second === undefined ? (first ?? Number.NaN) : second - (first ?? 0);
}

/** The remainder of a node's contribution after its parts; undefined within the tolerance of all sides. */
function restOf(
  node: SidedNode,
): { readonly type: "adjustment" | "unexplained"; readonly value: number } | undefined {
  const ends = node.sides.flatMap((side) => side?.forecast ?? []);
  const value = restOfParts(addedBy(node), node.drivers.map(addedBy), ends);
  if (value === undefined) return undefined;
  const gaps = node.sides.map((side) => side?.gap ?? null);
  const isAdjustment =
    gaps.some((gap) => gap !== null) && gaps.every((gap) => gap?.isAdjustment !== false);
  return { type: isAdjustment ? "adjustment" : "unexplained", value };
}

function endStep(type: "start" | "end", node: SidedNode, side: number): Step {
  const value = forecastOf(node, side);
  return { type, node, value, from: Number.isNaN(value) ? Number.NaN : 0, to: value };
}

function reachOf(steps: readonly Step[]): Reach {
  const hasStart = steps[0]?.type === "start";
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { type, from, to } of steps) {
    if (Number.isNaN(to)) continue;
    const isEnd = type === "start" || type === "end";
    low = Math.min(low, to, isEnd ? to : from);
    high = Math.max(high, to, isEnd ? to : from);
  }
  const isFar = low * high > 0 && high - low < minShare * Math.max(Math.abs(low), Math.abs(high));
  // Bars of a single forecast always start at zero.
  if (hasStart && isFar && high > low) return { lowest: low, highest: high, isFromZero: false };
  return { lowest: Math.min(0, low), highest: Math.max(0, high), isFromZero: true };
}

function knownOrZero(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}
