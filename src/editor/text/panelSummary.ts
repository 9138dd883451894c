import {
  type CoverageSubject,
  type CoverageSummary,
  coverageOf,
  coverageSummary,
} from "../../data/coverage";

const known = new WeakMap<CoverageSubject, CoverageSummary>();

/** A panel's coverage in a few numbers. Cached: a panel does not change. */
export function panelSummary(panel: CoverageSubject): CoverageSummary {
  const summary = known.get(panel) ?? coverageSummary(coverageOf(panel));
  known.set(panel, summary);
  return summary;
}
