import {
  type CoverageSubject,
  type CoverageSummary,
  coverageOf,
  coverageSummary,
} from "../data/coverage";

const known = new WeakMap<CoverageSubject, CoverageSummary>();

/** A panel's coverage in a few numbers. A panel does not change: its days are looked at once, however often it is told. */
export function panelSummary(panel: CoverageSubject): CoverageSummary {
  const summary = known.get(panel) ?? coverageSummary(coverageOf(panel));
  known.set(panel, summary);
  return summary;
}
