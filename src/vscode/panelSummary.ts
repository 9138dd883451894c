import { type CoverageSummary, coverageOf, coverageSummary } from "../data/coverage";
import { type Panel } from "../store/panel";

const known = new WeakMap<Panel, CoverageSummary>();

/** A panel's coverage in a few numbers. A panel does not change: its days are looked at once, however often it is told. */
export function panelSummary(panel: Panel): CoverageSummary {
  const summary = known.get(panel) ?? coverageSummary(coverageOf(panel));
  known.set(panel, summary);
  return summary;
}
