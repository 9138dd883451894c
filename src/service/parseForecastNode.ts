import { type Report } from "./listing";
import { fieldOf, isWireRecord, nameOf, numberOf } from "./wireRecord";

/** A node of the latest forecast: its contribution to its parent, and its own drivers. */
export interface ForecastNode {
  /** For example Forecast, Trend, Growth; kinds that the interface does not document are kept. */
  readonly kind: string;
  /** A decimal fraction; NaN is a missing value. */
  readonly forecast: number;
  readonly exposureAdjustment: number;
  /** Empty for a leaf. Unlimited depth: iterate, do not recurse. */
  readonly drivers: readonly ForecastNode[];
}

/** The tree of a wire value; undefined if any node is invalid. Iterative, so depth is not limited by the call stack. */
export function parseForecastNode(wire: unknown, report: Report): ForecastNode | undefined {
  const top: ForecastNode[] = [];
  const pending: { readonly wire: unknown; readonly siblings: ForecastNode[] }[] = [
    { wire, siblings: top },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const parsed = shallowNodeOf(next.wire, report);
    if (parsed === undefined) return undefined;
    next.siblings.push(parsed.node);
    const { drivers } = parsed.node;
    // A stack: pushing in reverse parses siblings in order.
    for (const driver of parsed.wireDrivers.toReversed()) {
      pending.push({ wire: driver, siblings: drivers });
    }
  }
  return top[0];
}

interface ShallowNode {
  /** Its drivers are filled in later. */
  readonly node: ForecastNode & { readonly drivers: ForecastNode[] };
  readonly wireDrivers: readonly unknown[];
}

function shallowNodeOf(wire: unknown, report: Report): ShallowNode | undefined {
  if (!isWireRecord(wire)) return undefined;
  const kind = nameOf(fieldOf(wire, "kind"));
  const forecast = numberOf(fieldOf(wire, "forecast"), report);
  const exposureAdjustment = numberOf(fieldOf(wire, "exposure_adjustment") ?? 0, report);
  const wireDrivers = fieldOf(wire, "drivers") ?? [];
  if (kind === undefined || forecast === undefined || exposureAdjustment === undefined) {
    return undefined;
  }
  if (!Array.isArray(wireDrivers)) return undefined;
  return { node: { kind, forecast, exposureAdjustment, drivers: [] }, wireDrivers };
}
