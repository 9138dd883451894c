import { type Report } from "./listing";
import { fieldOf, isWireRecord, nameOf, numberOf } from "./wireRecord";

/** A node of the latest forecast: its contribution to its parent, and its own drivers. */
export interface ForecastNode {
  /** For example Forecast, Trend, Growth; kinds that the interface does not document are kept. */
  readonly kind: string;
  /** A decimal fraction; NaN is a missing value. */
  readonly forecast: number;
  readonly exposureAdjustment: number;
  /** Empty for a leaf; at most {@link maxDrivers}. */
  readonly drivers: readonly ForecastNode[];
}

// The documented tree has three levels, at most four drivers a node and thirteen nodes.
/** The most levels of a tree; the root is the first. */
export const maxLevels = 16;
export const maxDrivers = 64;
/** The most nodes of one tree. */
export const maxNodes = 1_024;

/** The tree in a wire value, or why it is invalid. A tree with an invalid node is invalid, since its sums would not add up. */
export function parseForecastNode(wire: unknown, report: Report): ForecastNode | string {
  const top: ForecastNode[] = [];
  const pending: Pending[] = [{ wire, siblings: top, level: 1 }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.level > maxLevels) return `has a forecast with more than ${maxLevels} levels`;
    if (++count > maxNodes) return `has a forecast with more than ${maxNodes} nodes`;
    const parsed = shallowNodeOf(next.wire, report);
    if (typeof parsed === "string") return parsed;
    next.siblings.push(parsed.node);
    const { drivers: siblings } = parsed.node;
    const level = next.level + 1;
    // A stack: pushing in reverse parses siblings in order.
    for (const driver of parsed.wireDrivers.toReversed()) {
      pending.push({ wire: driver, siblings, level });
    }
  }
  return top[0] ?? unreadable;
}

interface Pending {
  readonly wire: unknown;
  readonly siblings: ForecastNode[];
  readonly level: number;
}

interface ShallowNode {
  /** Its drivers are filled in later. */
  readonly node: ForecastNode & { readonly drivers: ForecastNode[] };
  readonly wireDrivers: readonly unknown[];
}

const unreadable = "has a forecast that cannot be read";

function shallowNodeOf(wire: unknown, report: Report): ShallowNode | string {
  if (!isWireRecord(wire)) return unreadable;
  const kind = nameOf(fieldOf(wire, "kind"));
  const forecast = numberOf(fieldOf(wire, "forecast"), report);
  const exposureAdjustment = numberOf(fieldOf(wire, "exposure_adjustment") ?? 0, report);
  const wireDrivers = fieldOf(wire, "drivers") ?? [];
  if (kind === undefined || forecast === undefined || exposureAdjustment === undefined) {
    return unreadable;
  }
  if (!Array.isArray(wireDrivers)) return unreadable;
  if (wireDrivers.length > maxDrivers) return `has a forecast with more than ${maxDrivers} drivers`;
  return { node: { kind, forecast, exposureAdjustment, drivers: [] }, wireDrivers };
}
