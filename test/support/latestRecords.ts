import { type LatestSignal } from "../../src/shared/latestColumns";

/** A record of the latest signals of inflation in the United States, with what is given instead. */
export function latestRecord(parts: Partial<LatestSignal>): LatestSignal {
  return {
    code: "INFL",
    version: 1,
    tags: { country_iso: "US" },
    day: 20_000,
    level: 1,
    momentum: 2,
    aggregate: 3,
    ...parts,
  };
}
