import { type OlderValues } from "../../src/features/latest/heatmap/protocol";
import { type LatestSignal } from "../../src/shared/latestColumns";
import { dayOfIso } from "../../src/shared/day";

/** Older values of records as sent to the page: all from an archived answer, with the given overrides. */
export function olderValues(
  records: readonly LatestSignal[],
  olderOf: (record: LatestSignal, at: number) => LatestSignal | undefined,
  parts: Partial<OlderValues> = {},
): OlderValues {
  const older = records.map(olderOf);
  const column = (score: "level" | "momentum" | "aggregate"): Float64Array =>
    Float64Array.from(older, (each) => each?.[score] ?? Number.NaN);
  return {
    generation: 1,
    since: "week",
    day: dayOfIso("2026-11-15") ?? 0,
    keptAtMs: Date.UTC(2026, 10, 15, 7, 52),
    sources: Uint8Array.from(older, (each) => (each === undefined ? 0 : 1)),
    days: Int32Array.from(older, (each) => each?.day ?? 0),
    level: column("level"),
    momentum: column("momentum"),
    aggregate: column("aggregate"),
    missing: 0,
    failed: 0,
    failure: null,
    ...parts,
  };
}
