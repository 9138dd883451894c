import { type ChartPart } from "../../protocol";
import { type DataKind } from "../../../../shared/reference";
import { type Stroke, vintageColour } from "./pane";

/** The vintages of one signal that a chart shows. */
export interface Vintages {
  readonly kind: DataKind;
  /** Ascending; at least three. */
  readonly asOfs: readonly string[];
}

/** 3: two have distinct colours, and their difference below them. */
const leastVintages = 3;

/**
 * The vintages of a chart whose series are one signal as of three times or more; undefined for any other chart. The other
 * kind of the signal may be among the series.
 */
export function vintagesOf(parts: readonly ChartPart[]): Vintages | undefined {
  const own = parts.filter(({ role }) => role === "part");
  const [first, ...others] = own;
  if (first === undefined || others.length + 1 < leastVintages) return undefined;
  if (!others.every((each) => isSameButForVintage(first, each))) return undefined;
  const kind = own.some(({ identity }) => identity.dataKind === "SNAP") ? "SNAP" : "FIT";
  const ofKind = own.filter(({ identity }) => identity.dataKind === kind);
  // Canonical texts of instants sort by time, and latest after them.
  const asOfs = [...new Set(ofKind.map(({ identity }) => identity.asOf ?? "latest"))].sort();
  return asOfs.length < leastVintages ? undefined : { kind, asOfs };
}

/** The style of a vintage: the older, the fainter. The other kind is blue. */
export function vintageStroke({ kind, asOfs }: Vintages, { identity }: ChartPart): Stroke {
  if (identity.dataKind !== kind) return { colour: 0, dash: 0 };
  const newest = asOfs.length - 1;
  const rank = asOfs.indexOf(identity.asOf ?? "latest");
  return { colour: vintageColour(rank / newest), dash: 0 };
}

/** The place of a part among the vintages, 0 for the oldest; NaN for one of the other kind. */
export function placeIn({ kind, asOfs }: Vintages, { identity }: ChartPart): number {
  return identity.dataKind === kind ? asOfs.indexOf(identity.asOf ?? "latest") : Number.NaN;
}

/** Whether the kind or the as-of differs. */
export function differsInVintage({ identity: a }: ChartPart, { identity: b }: ChartPart): boolean {
  return a.dataKind !== b.dataKind || a.asOf !== b.asOf;
}

/** Whether two parts are of one signal variant, regardless of kind and vintage. */
export function isSameButForVintage(a: ChartPart, b: ChartPart): boolean {
  const keyOf = ({ family, identity }: ChartPart): string =>
    JSON.stringify([family, identity.service, identity.subject, identity.variant]);
  return a.family === "signal" && keyOf(a) === keyOf(b);
}
